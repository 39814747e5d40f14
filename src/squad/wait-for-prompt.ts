import { invalidInput } from "../core/errors.ts"
import type { SquadVerb } from "./context.ts"
import { type PromptDetail, toPromptDetail } from "./prompt-detail.ts"

export const maxWaitSeconds = 60
/** Changes are told of at once; looking again now and then covers a line to the database that was down meanwhile. */
const pollIntervalMs = 10_000

export interface WaitForPromptInput {
  readonly promptId: string
  readonly seconds: number
  /** Ends the wait early; the prompt is then given back as it stands. */
  readonly signal?: AbortSignal
}

/** A prompt as soon as it is ready, or as it stands when the wait is over. Holds no connection while it waits. */
export const waitForPrompt: SquadVerb<WaitForPromptInput, PromptDetail, "squad" | "clock"> = async (request) => {
  const { squad, clock } = request.context
  const { promptId, seconds, signal } = request.input
  if (!(seconds >= 0 && seconds <= maxWaitSeconds)) {
    throw invalidInput([{ field: "wait", message: `must be 0 to ${maxWaitSeconds} seconds; ask again for longer` }])
  }
  const until = clock.now() + seconds * 1_000
  let changed = false
  let wake = () => {}
  const onChange = () => {
    changed = true
    wake()
  }
  const unwatch = squad.watch(promptId, onChange)
  signal?.addEventListener("abort", onChange)
  try {
    for (;;) {
      changed = false
      const found = await squad.get(promptId)
      const detail = toPromptDetail(found)
      const leftMs = until - clock.now()
      if (detail.ready || leftMs <= 0 || signal?.aborted) return detail
      if (changed) continue
      // One millisecond more than the database says is left, since it rounds.
      const cancel = clock.after(Math.min(leftMs, found.closesInMs + 1, pollIntervalMs), () => wake())
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      cancel()
    }
  } finally {
    unwatch()
    signal?.removeEventListener("abort", onChange)
  }
}
