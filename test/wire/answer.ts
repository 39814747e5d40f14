/** How a model's answer ends, encoded differently on each wire; `none` omits the end. */
export type WireFinish = "stop" | "stop_sequence" | "length" | "refusal" | "content_filter" | "none"

/** Token counts: `cached` and `cacheWrite` are included in `prompt`, `reasoning` in `completion`. */
export interface WireUsage {
  readonly prompt: number
  readonly cached?: number
  readonly cacheWrite?: number
  readonly completion: number
  readonly reasoning?: number
}

/** The scripted answer of the model. */
export interface ScriptedAnswer {
  /** Split into chunks by the server, or given as the pieces to send. */
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

/** Splits a text into token-sized pieces without splitting characters. */
export function piecesOf(text: string | readonly string[]): readonly string[] {
  return typeof text === "string" ? (text.match(/[\s\S]{1,5}[\uDC00-\uDFFF]?/g) ?? []) : text
}

export function wholeText(text: string | readonly string[]): string {
  return typeof text === "string" ? text : text.join("")
}
