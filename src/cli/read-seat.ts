import { type FieldProblem, invalidInput } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"

/** Reads `model`, `Name=model`, `Name:role=model`; for the model also `human`, `external`, or several with commas. */
export function readSeat(text: string): SeatInput {
  const equals = text.indexOf("=")
  const isName = equals < 0 && !text.includes("/") && text !== "human" && text !== "external"
  const who = equals >= 0 ? text.slice(0, equals) : isName ? text : ""
  const what = equals >= 0 ? text.slice(equals + 1).trim() : isName ? "" : text.trim()
  const colon = who.lastIndexOf(":")
  const name = (colon < 0 ? who : who.slice(0, colon)).trim()
  const role = colon < 0 ? "" : who.slice(colon + 1).trim()
  return { ...(name !== "" && { name }), ...(role !== "" && { role }), ...occupant(what, text) }
}

function occupant(what: string, text: string): SeatInput {
  if (what === "human" || what === "external") return { kind: what }
  const models = what.split(",").map((model) => model.trim())
  if (what === "") return {}
  const wrong = models.find((model) => !/^[^/\s]+\/\S+$/.test(model))
  if (wrong === undefined) return { model: models.length === 1 ? models[0]! : models }
  const problem: FieldProblem = {
    field: "--seat",
    message: `"${text}": "${wrong}" is no model; write provider/model, Name=provider/model, or Name=human`,
  }
  throw invalidInput([problem])
}
