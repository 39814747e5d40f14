import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { TableDefaults } from "../../core/tables/resolve-table.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import { type EngineContext, loadState } from "../context.ts"
import { isIdle, waitUntil } from "../live/wait-until.ts"
import { answerForSeat } from "./answer-for-seat.ts"
import { createWithTable } from "./create-with-table.ts"
import { interjectionEvent } from "./interject.ts"
import { type PanelMembers, requireParticipants, resolvePanelTable } from "./resolve-panel.ts"
import { updateDiscussion } from "./update-discussion.ts"

interface PanelTurnInput extends PanelMembers {
  readonly message: string
  /** The author, as authenticated. */
  readonly userId: string
  readonly defaults: Omit<TableDefaults, "seed">
  /** The response to store with the message, not with the start of the panel. */
  readonly answerFor: EngineContext["answerFor"]
  /** Whether this may be a repeated request: it then waits if another request has started the panel. */
  readonly mayRepeat: boolean
}

/** A project's panel; undefined before it starts. It has the project's id, so only one of two concurrent starts succeeds. */
export async function findPanel(store: DiscussionStore, projectId: string): Promise<DiscussionState | undefined> {
  try {
    return await loadState(store, projectId)
  } catch (error) {
    if (error instanceof ConclaveError && error.code === "NOT_FOUND") return undefined
    throw error
  }
}

/** Takes the user's turn in a project's panel; the first message starts the panel. */
export async function takePanelTurn(context: EngineContext, input: PanelTurnInput): Promise<DiscussionState> {
  const known = await findPanel(context.store, input.project.id)
  const begun = known ?? (await beginPanel(context, input))
  const people = begun.seats.filter((seat) => seat.kind === "human").map(({ id }) => id)
  if (!known && people.length === 0) return begun
  const isOpening = people.length > 0 && !begun.turns.some(({ seat }) => people.includes(seat))
  // Seats before the user speak first: nobody speaks out of order.
  const waits = isOpening && (!known || input.mayRepeat)
  const ready = waits ? await waitUntil(context, begun, { until: isIdle }) : begun
  return submitMessage({ ...context, answerFor: input.answerFor }, input, ready)
}

/** Without a user seat the message is part of the topic. */
async function beginPanel(context: EngineContext, input: PanelTurnInput): Promise<DiscussionState> {
  const { project, answerFor, mayRepeat } = input
  requireParticipants(project)
  const table = resolvePanelTable(input, context.models)
  const hasUser = table.seats.some((seat) => seat.kind === "human")
  const writing = hasUser ? context : { ...context, answerFor }
  try {
    return await createWithTable({ context: writing, input: { discussionId: project.id, table } })
  } catch (error) {
    const isBegun = error instanceof ConclaveError && error.code === "CONFLICT"
    if (isBegun && hasUser && mayRepeat) return loadState(context.store, project.id)
    throw error
  }
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

/** At the turn limit no turn is open: the message is added as a comment, and the panel continues. */
function resumePanel(context: EngineContext, id: string, comment: Parameters<typeof interjectionEvent>[1]) {
  return updateDiscussion(context, id, (state, now) => {
    if (state.status !== "paused" || !isAtLimit(state)) throw panelNotWaiting(state.status)
    return [interjectionEvent(state, comment, now), { type: "discussion_resumed", data: {} }]
  })
}

function isAtLimit({ table, turnsThisRun, openCalls: open }: DiscussionState): boolean {
  const { turnsPerRun } = table.format.settings
  return open.length === 0 && turnsPerRun > 0 && turnsThisRun >= turnsPerRun
}

function panelNotWaiting(status: DiscussionState["status"]): ConclaveError {
  if (isOver(status)) return new ConclaveError("STATE_INVALID", `the panel is over: ${status}`)
  if (status === "paused") return new ConclaveError("STATE_INVALID", "the panel is paused; resume it first")
  return new ConclaveError("STATE_INVALID", "the panel is still speaking; wait for the user's turn")
}
