import type { PublicEventData } from "./types.ts"
import type { OpenCall, TurnItem } from "./view.ts"
import type { Draft } from "./view-draft.ts"

/** A turn that begins here; or one that comes back whole from a sub-discussion. */
type Begun = Omit<PublicEventData["turn_started"], "purpose"> & { readonly purpose: TurnItem["purpose"] }

export function turnStarted(draft: Draft, data: Begun, at: string): void {
  const { turnId, role, roundNumber, purpose, attempt, modelId } = data
  draft.add({
    kind: "turn",
    key: turnId,
    seat: role,
    roundNumber,
    purpose,
    state: "speaking",
    startedAt: at,
    attempt,
    modelId: modelId ?? undefined,
    retries: [],
    isInterrupted: false,
  })
  draft.hear(turnId, { attempt, text: "" })
  draft.openCall({ id: turnId, purpose: purpose as OpenCall["purpose"], seat: role, isAwaited: false })
}

/** Adds what is new of it. Words of an attempt that was given up, or that have been heard, change nothing. */
export function turnChunk(draft: Draft, { turnId, attempt, offset, chunk }: PublicEventData["turn_chunk"]): void {
  const heard = draft.view.live[turnId]
  if (!heard || attempt < heard.attempt) return
  const text = attempt === heard.attempt ? heard.text : ""
  const known = text.length - offset
  if (known < 0 || known >= chunk.length) return
  draft.hear(turnId, { attempt, text: text + (known === 0 ? chunk : chunk.slice(known)) })
}

export function turnEnded(draft: Draft, { turn }: PublicEventData["turn_completed"], at: string): void {
  const state = turn.passed ? "passed" : "said"
  // What some of the seats come back with was never begun here.
  if (!draft.has("turn", turn.id)) {
    turnStarted(draft, begun(turn), at)
  }
  draft.change("turn", turn.id, (item) => ({
    ...item,
    state,
    turn,
    attempt: turn.attempt,
    modelId: turn.modelId ?? item.modelId,
  }))
  close(draft, turn.id)
  draft.spend(turn.role, turn.tokenUsage)
}

function begun({ id, role, roundNumber, purpose, attempt, modelId }: PublicEventData["turn_completed"]["turn"]) {
  return { turnId: id, role, name: role, modelId: modelId ?? null, roundNumber, attempt, purpose }
}

export function turnRetried(draft: Draft, data: PublicEventData["turn_retried"]): void {
  const { turnId, role, attempt, reason, modelId, lasting, error, tokenUsage } = data
  const retry = {
    seat: role,
    attempt,
    reason,
    ...(modelId !== undefined && { modelId }),
    ...(error && { message: error.message }),
  }
  draft.change("turn", turnId, (item) => ({
    ...item,
    attempt,
    modelId: modelId ?? item.modelId,
    retries: [...item.retries, retry],
  }))
  draft.hear(turnId, { attempt, text: "" })
  draft.changeCall(turnId, (call) => ({ ...call, isAwaited: false }))
  if (lasting && modelId !== undefined) standIn(draft, role, modelId)
  draft.spend(role, tokenUsage)
}

export function standIn(draft: Draft, seat: string, modelId: string): void {
  draft.view.seats = draft.view.seats.map((other) => (other.id === seat ? { ...other, standIn: modelId } : other))
}

export function turnSkipped(draft: Draft, data: PublicEventData["turn_skipped"]): void {
  const { turnId, role, because, abortsRound, error, tokenUsage } = data
  const skip = { abortsRound, message: error.message, ...(because && { because }) }
  draft.change("turn", turnId, (item) => ({ ...item, state: "skipped", skip }))
  close(draft, turnId)
  draft.spend(role, tokenUsage)
}

export function turnInterrupted(draft: Draft, { turnId }: PublicEventData["turn_interrupted"]): void {
  draft.change("turn", turnId, (item) => ({ ...item, isInterrupted: true }))
}

function close(draft: Draft, turnId: string): void {
  draft.hear(turnId, undefined)
  draft.closeCall(turnId)
}
