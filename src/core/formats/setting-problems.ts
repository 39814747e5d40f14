import type { z } from "zod"
import type { Format } from "../discussion/format.ts"
import type { Seat } from "../discussion/seat.ts"
import type { Settings } from "../discussion/settings.ts"
import type { FieldProblem } from "../errors.ts"
import { findLanguage, languageCodes } from "../languages/index.ts"
import { findProtocol } from "../protocols/index.ts"
import type { discussionInputSchema } from "./discussion-input.ts"

type Input = z.output<ReturnType<typeof discussionInputSchema>>
type Decision = NonNullable<Input["decision"]>

export function settingsProblems(settings: Settings): FieldProblem[] {
  if (settings.minRounds <= settings.rounds) return []
  const message = `${settings.minRounds} is more than options.rounds (${settings.rounds}); lower it`
  return [{ field: "options.minRounds", message }]
}

/** Options to vote on need a ballot and must be distinct. */
export function decisionProblems(format: Format, { options, protocol, secret }: Decision = {}): FieldProblem[] {
  const problems: FieldProblem[] = []
  const add = (field: string, message: string) => problems.push({ field: `decision.${field}`, message })
  if (ranksAnswers(format)) {
    if (options !== undefined)
      add("options", `${format.name} ranks the answers of its seats; remove the options, or use another table`)
    if (secret) add("secret", "voters rank all answers but their own, so votes cannot be secret; remove it")
  }
  const voting =
    options !== undefined && protocol === undefined && findProtocol(format.settings.protocol).decides !== "chair"
  if (voting && !format.stages.some((stage) => stage.kind === "ballot"))
    add("options", `${format.name} has no ballot; set decision.protocol, or use a format that has one`)
  if (Array.isArray(options) && new Set(options).size < options.length) {
    const message = "contains an option twice; remove one"
    problems.push({ field: "decision.options", message, code: "OPTION_TWICE" })
  }
  return problems
}

function ranksAnswers({ stages }: Format): boolean {
  return stages.some((stage) => stage.kind === "ballot" && stage.options === "answers")
}

/** vote-first needs a ballot and at least two voters. */
export function voteFirstProblems(format: Format, seats: readonly Seat[]): FieldProblem[] {
  const { settings, stages, silentRoles } = format
  if (settings.decide !== "vote-first") return []
  const refused = (message: string) => [{ field: "decision.decide", message }]
  if (findProtocol(settings.protocol).decides === "chair")
    return refused("cannot be vote-first with the protocol chair, which has no vote; use another decision.protocol")
  if (ranksAnswers(format))
    return refused("cannot be vote-first in a table that ranks answers; remove it, or use another table")
  const ballot = stages.find((stage) => stage.kind === "ballot" && stage.decides)
  const voters = seats.filter(({ role }) => (ballot?.roles ? ballot.roles.includes(role) : !silentRoles.includes(role)))
  if (voters.length > 1) return []
  return refused("vote-first needs at least two voting seats; add a seat, or remove it")
}

export function languageProblems(language: string | undefined, { seats }: Pick<Input, "seats">): FieldProblem[] {
  const ofSeats = (seats ?? []).flatMap((seat, index) => languageProblem(seat.language, `seats[${index}].language`))
  return [...languageProblem(language, "language"), ...ofSeats]
}

export function languageProblem(code: string | undefined, field: string): FieldProblem[] {
  if (code === undefined || findLanguage(code)) return []
  return [{ field, message: `"${code}" is not supported; supported are ${languageCodes.join(", ")}` }]
}
