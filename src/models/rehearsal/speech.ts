import { ConclaveError } from "../../core/errors.ts"
import { charactersPerToken, estimateUsage } from "../../core/prompting/estimate-usage.ts"
import type { ModelCall, ModelPart } from "../../ports/model.ts"
import { choiceOf } from "./dice.ts"

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** A few words at a time. Joined again they are the text. */
function chunksOf(text: string): readonly string[] {
  return text.match(/[\s\S]{1,4}[^\s\p{Script=Han}]{0,14}\s*/gu) ?? []
}

/** Where the call's own limits end the text. */
function limited(text: string, call: ModelCall): { text: string; reason: "stop" | "stop_sequence" | "length" } {
  const stops = call.stop.map((stop) => (stop === "" ? -1 : text.indexOf(stop))).filter((at) => at >= 0)
  const stopped = stops.length > 0 ? text.slice(0, Math.min(...stops)) : text
  const most = Math.max(1, Math.floor(call.maxTokens)) * charactersPerToken
  if (stopped.length > most)
    return {
      text: stopped
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/, ""),
      reason: "length",
    }
  return { text: stopped, reason: stops.length > 0 ? "stop_sequence" : "stop" }
}

export async function* spoken(options: {
  compose: () => Promise<string>
  call: ModelCall
  signal: AbortSignal
  pause: Pause | undefined
}): AsyncGenerator<ModelPart> {
  const { call, signal, pause } = options
  const { text, reason } = limited(await options.compose(), call)
  const check = () => {
    if (signal.aborted) throw new ConclaveError("ABORTED", "The rehearsal model was interrupted.")
  }
  check()
  for (const [index, chunk] of chunksOf(text).entries()) {
    if (pause !== undefined) {
      try {
        await pause(15 + choiceOf(31, index, text.length), signal)
      } catch (cause) {
        check()
        throw cause
      }
    }
    check()
    yield { type: "text", text: chunk }
  }
  yield { type: "finish", reason, usage: estimateUsage(call.prompt, text) }
}
