import { z } from "zod"
import { lazy } from "../lazy.ts"

/** Why a statement was removed from a record by the check. */
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
      quote: text.optional().describe("a verbatim quotation from that turn"),
    })
    .meta({
      id: "Citation",
      description: "The turn that supports a statement. Checked: the turn exists and contains the quotation.",
    })

  const cited = { text, citations: list(citationSchema) }
  const point = z.object(cited)
  const seatPoint = z.object({ seat, ...cited })

  return z
    .object({
      answer: text.describe("the answer to the topic"),
      why: list(point).describe("the main arguments for it, at most five"),
      dissent: list(seatPoint).describe("who disagrees, and why"),
      unanswered: list(text).describe("open questions"),
      wouldChange: list(text).describe("what would change the decision"),
      nextSteps: list(z.object({ text, owner: text.optional().describe("the responsible person, if named") })),
      agreedOn: list(point),
      contradictions: list(point),
      singlePoints: list(seatPoint).describe("points that only one seat made"),
      blindSpots: list(text).describe("aspects that no seat considered"),
      findings: list(
        z.object({
          severity: z.enum(findingSeverities),
          where: text,
          what: text,
          evidence: text,
          agreedBy: list(seat),
          citations: list(citationSchema),
        }),
      ).describe("findings of a review; otherwise empty"),
      leftOut: list(
        z.object({
          part: text,
          reason: z.enum(leftOutReasons),
          text: text.describe("the removed statement; empty if only a citation or an excess item was removed"),
        }),
      ).describe("claims of the writer that the check did not confirm"),
      writtenBy: z.object({ seat, modelId: text.optional() }),
    })
    .meta({
      id: "DecisionRecord",
      description: "The result of a discussion, written by a model. Every citation and quotation has been checked.",
    })
})

/** The parts of a record, in the order in which they are asked for and shown. */
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

/** A schema's output as a deeply read-only type whose optional fields exclude `undefined`. */
export type Exact<T> = T extends readonly (infer Item)[]
  ? readonly Exact<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Exact<Exclude<T[Key], undefined>> }
    : T

export type DecisionRecord = Exact<z.output<ReturnType<typeof recordSchema>>>
export type Citation = DecisionRecord["why"][number]["citations"][number]
export type CitedPoint = DecisionRecord["why"][number]
export type LeftOut = DecisionRecord["leftOut"][number]

/** Calls after the last round that are not turns; their results appear in no prompt. */
export const closingPurposes = ["record", "result", "baseline"] as const
export type ClosingPurpose = (typeof closingPurposes)[number]

export function isClosingPurpose(purpose: string): purpose is ClosingPurpose {
  return closingPurposes.some((one) => one === purpose)
}

export type JsonSchema = Readonly<Record<string, unknown>>
