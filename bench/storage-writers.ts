import { randomUUID } from "node:crypto"
import type { DiscussionEvent } from "conclave"
import { localOrganisationId } from "../src/ports/key-store.ts"
import type { Storage } from "../src/ports/storage.ts"

export const words = "twenty letters long ".repeat(40)

/** The events that the engine commits when a turn ends: the turn with its 800 characters, and the start of the next. */
export function turnEvents(number: number): readonly DiscussionEvent[] {
  const at = 1_800_000_000_000 + number
  const [seat, next] = [`seat-${number % 3}`, `seat-${(number + 1) % 3}`]
  const turn = {
    id: `t${number}`,
    seat,
    roundNumber: 1 + Math.floor(number / 3),
    purpose: "turn",
    content: words,
  } as const
  const took = { passed: false, timestamp: at, durationMs: 2_000, attempt: 1, finishReason: "stop" } as const
  const tokenUsage = { promptTokens: 1_000, cachedTokens: 900, completionTokens: 200 }
  const modelId = "openai/gpt-5-mini"
  const started = {
    seat: next,
    name: next,
    modelId,
    roundNumber: turn.roundNumber,
    attempt: 1,
    purpose: "turn",
  } as const
  const seq = 2 * number
  return [
    { type: "turn_completed", data: { turn: { ...turn, ...took, tokenUsage, modelId } }, seq: seq - 1, at },
    { type: "turn_started", data: { ...started, turnId: `t${number + 1}` }, seq, at },
  ]
}

/** Writes turns to a new discussion, one commit per turn. */
export function turnWriter(storage: Storage): () => Promise<void> {
  const { discussions } = storage.organisation(localOrganisationId)
  const id = randomUUID()
  let number = 0
  return () => discussions.append(id, turnEvents(++number))
}
