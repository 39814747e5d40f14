/** How a model's answer ends. Each wire says it in its own words; `none` leaves the end out. */
export type WireFinish = "stop" | "stop_sequence" | "length" | "refusal" | "content_filter" | "none"

/** Tokens as a person would count them: `cached` and `cacheWrite` are part of `prompt`, `reasoning` of `completion`. */
export interface WireUsage {
  readonly prompt: number
  readonly cached?: number
  readonly cacheWrite?: number
  readonly completion: number
  readonly reasoning?: number
}

/** What the model is made to say. */
export interface ScriptedAnswer {
  /** Split into chunks by the server, or given in the pieces in which it is to be sent. */
  readonly text: string | readonly string[]
  readonly reasoning?: string
  readonly finish?: WireFinish
  readonly usage?: WireUsage | "missing"
}

/** The name of a recording in `test/fixtures/providers`. */
interface RecordedAnswer {
  readonly recording: string
}

export type Answer = string | ScriptedAnswer | RecordedAnswer

export const scriptedUsage: WireUsage = { prompt: 100, completion: 20 }

/** Pieces of about a token's size that never split a character. */
export function piecesOf(text: string | readonly string[]): readonly string[] {
  return typeof text === "string" ? (text.match(/[\s\S]{1,5}[\uDC00-\uDFFF]?/g) ?? []) : text
}

export function wholeText(text: string | readonly string[]): string {
  return typeof text === "string" ? text : text.join("")
}
