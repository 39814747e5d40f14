import { invalidField } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"

/**
 * Parses `model`, `Name=model`, `Name:role=model` or a JSON object. The model may be `human`, `external`, or several
 * separated by commas; a trailing `*2` is the weight of its vote.
 */
export function parseSeat(text: string, flag = "--seat"): SeatInput {
  if (text.trimStart().startsWith("{")) return parseSeatJson(text, flag)
  const [, plain = text, weight] = /^(.*\S)\s*\*\s*(\d+(?:\.\d+)?|\.\d+)\s*$/s.exec(text) ?? []
  const equals = plain.indexOf("=")
  const isName = equals < 0 && !plain.includes("/") && plain !== "human" && plain !== "external"
  const who = equals >= 0 ? plain.slice(0, equals) : isName ? plain : ""
  const what = equals >= 0 ? plain.slice(equals + 1).trim() : isName ? "" : plain.trim()
  if (equals >= 0 && who.trim() === "") {
    throw invalidField(flag, `"${text}" has no name before =; write Name=${what || "human"}`)
  }
  if (equals >= 0 && what === "") {
    const message = `"${text}" has no model after =; write ${who.trim()}=provider/model, or ${who.trim()} alone`
    throw invalidField(flag, message)
  }
  const colon = who.lastIndexOf(":")
  const name = (colon < 0 ? who : who.slice(0, colon)).trim()
  const role = colon < 0 ? "" : who.slice(colon + 1).trim()
  return {
    ...(name !== "" && { name }),
    ...(role !== "" && { role }),
    ...parseOccupant(what, text, flag),
    ...(weight !== undefined && { weight: Number(weight) }),
  }
}

function parseOccupant(what: string, text: string, flag: string): SeatInput {
  if (what === "human" || what === "external") return { kind: what }
  const models = what.split(",").map((model) => model.trim())
  if (what === "") return {}
  const wrong = models.find((model) => !/^[^/\s]+\/\S+$/.test(model))
  if (wrong === undefined) return { model: models.length === 1 ? models[0]! : models }
  const message = `"${text}": "${wrong}" is not a model; write provider/model, Name=provider/model, or Name=human`
  throw invalidField(flag, message)
}

function parseSeatJson(text: string, flag: string): SeatInput {
  try {
    return JSON.parse(text) as SeatInput
  } catch (error) {
    throw invalidField(flag, `is not a JSON object: ${(error as Error).message}`)
  }
}
