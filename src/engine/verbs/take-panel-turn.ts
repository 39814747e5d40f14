import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { TableDefaults } from "../../core/tables/resolve-table.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import { type EngineContext, loadState, type Verb } from "../context.ts"
import { isIdle, waitUntil } from "../live/wait-until.ts"
import { answerForSeat } from "./answer-for-seat.ts"
import { createWithTable } from "./create-with-table.ts"
import { interjectionEvent } from "./interject.ts"
import { type PanelMembers, requireParticipants, resolvePanelTable } from "./resolve-panel.ts"
import { updateDiscussion } from "./update-discussion.ts"

interface PanelTurnInput extends PanelMembers {
  readonly message: string
  /** Who speaks, as whoever let them in knows them. */
  readonly userId: string
  readonly defaults: Omit<TableDefaults, "seed">
  /** Ends the waiting, never the run. */
  readonly signal?: AbortSignal
}

/** A project's panel, which bears the project's id: so of two who begin it at once one does. Undefined before that. */
export async function findPanel(store: DiscussionStore, projectId: string): Promise<DiscussionState | undefined> {
  try {
    return await loadState(store, projectId)
  } catch (error) {
    if (error instanceof ConclaveError && error.code === "NOT_FOUND") return undefined
    throw error
  }
}

/** Takes the person's turn in a project's panel, which begins with the first message, and waits until it waits again. */
export const takePanelTurn: Verb<PanelTurnInput, DiscussionState> = async ({ context, input }) => {
  const known = await findPanel(context.store, input.project.id)
  const begun = known ?? (await beginPanel(context, input))
  const hasUser = begun.seats.some((seat) => seat.kind === "human")
  const taken = known || hasUser ? await submitMessage(context, input, begun) : begun
  return waitUntil(context, taken, { until: isIdle, signal: input.signal })
}

/** Whoever sits before the user speaks first, since nobody speaks out of their order. */
async function beginPanel(context: EngineContext, input: PanelTurnInput): Promise<DiscussionState> {
  requireParticipants(input.project)
  const table = resolvePanelTable(input, context.models)
  const begun = await createWithTable({ context, input: { discussionId: input.project.id, table } })
  return table.seats.some((seat) => seat.kind === "human") ? waitUntil(context, begun, { until: isIdle }) : begun
}

async function submitMessage(
  context: EngineContext,
  { message, userId }: PanelTurnInput,
  { id, status }: DiscussionState,
): Promise<DiscussionState> {
  if (status === "paused") return resumePanel(context, id, { author: userId, content: message })
  if (status !== "waiting") throw panelNotWaiting(status)
  return answerForSeat({ context, input: { discussionId: id, content: message, author: userId } })
}

/** At the limit of turns nobody's turn is open: the message is heard by all, and the panel goes on. */
function resumePanel(
  context: EngineContext,
  id: string,
  interjection: { readonly author: string; readonly content: string },
) {
  return updateDiscussion(context, id, (state, now) => {
    if (state.status !== "paused" || !isAtLimit(state)) throw panelNotWaiting(state.status)
    return [interjectionEvent(state, interjection, now), { type: "discussion_resumed", data: {} }]
  })
}

function isAtLimit({ table, turnsThisRun, openCalls: open }: DiscussionState): boolean {
  const { turnsPerRun } = table.format.settings
  return open.length === 0 && turnsPerRun > 0 && turnsThisRun >= turnsPerRun
}

function panelNotWaiting(status: DiscussionState["status"]): ConclaveError {
  if (isOver(status)) return new ConclaveError("STATE_INVALID", `the panel is over: ${status}`)
  if (status === "paused") return new ConclaveError("STATE_INVALID", "the panel is paused; resume it first")
  return new ConclaveError("STATE_INVALID", "the panel is speaking; wait until it is the user's turn")
}
