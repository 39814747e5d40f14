import type { JsonSchema } from "../discussion/decision-record.ts"

/** An unchecked statement as the model wrote it. Seats are referred to by name. */
export interface DraftPoint {
  readonly text: string
  readonly seat: string
  readonly citations: readonly { readonly turn: string; readonly quote: string }[]
}

export interface DraftFinding extends DraftPoint {
  readonly severity: string
  readonly where: string
  readonly evidence: string
  readonly agreedBy: readonly string[]
}

export interface RecordDraft {
  readonly answer: string
  readonly why: readonly DraftPoint[]
  readonly dissent: readonly DraftPoint[]
  readonly unanswered: readonly string[]
  readonly wouldChange: readonly string[]
  readonly nextSteps: readonly { readonly text: string; readonly owner: string }[]
  readonly agreedOn: readonly DraftPoint[]
  readonly contradictions: readonly DraftPoint[]
  readonly singlePoints: readonly DraftPoint[]
  readonly blindSpots: readonly string[]
  readonly findings: readonly DraftFinding[]
}

const text: JsonSchema = { type: "string" }
const texts = list(text)
const citations = list(object({ turn: text, quote: text }))
const points = list(object({ text, citations }))
const seatPoints = list(object({ seat: text, text, citations }))
const findings = list(object({ severity: text, where: text, what: text, evidence: text, agreedBy: texts, citations }))

export function recordObjectSchema(withFindings: boolean): JsonSchema {
  return object({
    answer: text,
    why: points,
    dissent: seatPoints,
    unanswered: texts,
    wouldChange: texts,
    nextSteps: list(object({ text, owner: text })),
    agreedOn: points,
    contradictions: points,
    singlePoints: seatPoints,
    blindSpots: texts,
    ...(withFindings && { findings }),
  })
}

function list(items: JsonSchema): JsonSchema {
  return { type: "array", items }
}

/** Strict providers demand that every key is required and no others are allowed. */
function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}
