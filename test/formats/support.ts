import {
  type ConclaveOptions,
  conclave,
  type DiscussionInput,
  type DiscussionState,
  type PublicEvent,
  type PublicEventData,
  type PublicEventType,
  type Run,
  writeMarkdown,
} from "conclave"
import { type ScriptedCall, type ScriptedModel, type ScriptedReply, scriptedModel } from "conclave/testing"

/** A vote in the block form. */
export function block(answer: "YES" | "NO", confidence = 80, solution = "the plan"): string {
  return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answer}\n[CONFIDENCE]\n${confidence}\n[REASONING]\nbecause\n[PROPOSED_SOLUTION]\n${solution}`
}

export const longWords =
  "I would begin with the smallest step that teaches us something, and say beforehand what would change my mind."

/** Answers turns with `words` and ballots with `vote`. */
export function talker(
  id: string,
  words: ScriptedReply | ((call: ScriptedCall) => ScriptedReply),
  vote: ScriptedReply = block("NO"),
): ScriptedModel {
  return scriptedModel({
    id,
    replies: (call) => (call.view.ask.kind === "vote" ? vote : typeof words === "function" ? words(call) : words),
  })
}

/** Has no decision record by default: `record.test.ts` covers its calls. */
export function start(models: readonly ScriptedModel[], input: DiscussionInput, options: ConclaveOptions = {}): Run {
  return conclave({ models, ...options }).discuss({ record: false, ...input })
}

export async function collectEvents(run: Run): Promise<PublicEvent[]> {
  const events: PublicEvent[] = []
  for await (const event of run) events.push(event)
  await run.outcome
  return events
}

export function ofType<T extends PublicEventType>(events: readonly PublicEvent[], type: T): PublicEventData[T][] {
  return events.flatMap((event) => (event.type === type ? [event.data as PublicEventData[T]] : []))
}

/** Speakers in order, as `round:seat`. */
export function speakers(events: readonly PublicEvent[]): string[] {
  return ofType(events, "turn_started").map(({ roundNumber, role }) => `${roundNumber}:${role}`)
}

/** A discussion's Markdown without the parts that differ between runs. */
export function stableMarkdown(state: DiscussionState): string {
  return writeMarkdown(state)
    .replaceAll(state.id, "ID")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC(?: – .*)?/g, "DATE")
}
