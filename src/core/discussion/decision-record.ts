import { z } from "zod"
import { lazy } from "../lazy.ts"

/** What does not become part of a record although its writer put it there, and why. */
const leftOutReasons = [
  "no_citation",
  "unknown_turn",
  "not_quoted",
  "unknown_seat",
  "other_speaker",
  "too_long",
  "too_many",
] as const

export const findingSeverities = ["critical", "major", "minor"] as const

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly()
}

export const recordSchema = lazy(() => {
  const text = z.string()
  const seat = text.describe("a seat's id")

  const citationSchema = z
    .object({
      turn: text.describe("the id of a turn, as in `turns`"),
      seat: seat.describe("the seat that said it"),
      quote: text.optional().describe("words of that turn, exactly as they were said"),
    })
    .meta({ id: "Citation", description: "The turn that a statement rests on. It exists, and its quotation is in it." })

  const cited = { text, citations: list(citationSchema) }
  const point = z.object(cited)
  const seatPoint = z.object({ seat, ...cited })

  return z
    .object({
      answer: text.describe("the answer to the topic"),
      why: list(point).describe("the arguments that carry it, at most five"),
      dissent: list(seatPoint).describe("who disagrees, and why"),
      unanswered: list(text).describe("what was not answered"),
      wouldChange: list(text).describe("what would change the decision"),
      nextSteps: list(z.object({ text, owner: text.optional().describe("where somebody was named") })),
      agreedOn: list(point),
      contradictions: list(point),
      singlePoints: list(seatPoint).describe("points that only one seat made"),
      blindSpots: list(text).describe("what nobody looked at"),
      findings: list(
        z.object({
          severity: z.enum(findingSeverities),
          where: text,
          what: text,
          evidence: text,
          agreedBy: list(seat),
          citations: list(citationSchema),
        }),
      ).describe("of a review; empty elsewhere"),
      leftOut: list(
        z.object({
          part: text,
          reason: z.enum(leftOutReasons),
          text: text.describe("the statement; empty where it stays and only a citation or a surplus is left out"),
        }),
      ).describe("what its writer claimed and a check did not confirm"),
      writtenBy: z.object({ seat, modelId: text.optional() }),
    })
    .meta({
      id: "DecisionRecord",
      description: "What a discussion came to, in a model's words. Every citation and quotation has been checked.",
    })
})

/** What a record is asked for, in the order in which it is asked and shown. */
export const recordParts = [
  "answer",
  "why",
  "dissent",
  "unanswered",
  "wouldChange",
  "nextSteps",
  "agreedOn",
  "contradictions",
  "singlePoints",
  "blindSpots",
  "findings",
] as const
export type RecordPart = (typeof recordParts)[number]

/** What a schema lets through, read-only, and without `undefined` as the value of what is optional. */
export type Exact<T> = T extends readonly (infer Item)[]
  ? readonly Exact<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Exact<Exclude<T[Key], undefined>> }
    : T

export type DecisionRecord = Exact<z.output<ReturnType<typeof recordSchema>>>
export type Citation = DecisionRecord["why"][number]["citations"][number]
export type CitedPoint = DecisionRecord["why"][number]
export type LeftOut = DecisionRecord["leftOut"][number]

/** Calls after the last round that are not turns: nobody answers them, and no prompt shows what came of them. */
export const closingPurposes = ["record", "result", "baseline"] as const
export type ClosingPurpose = (typeof closingPurposes)[number]

export function isClosingPurpose(purpose: string): purpose is ClosingPurpose {
  return closingPurposes.some((one) => one === purpose)
}

export type JsonSchema = Readonly<Record<string, unknown>>
