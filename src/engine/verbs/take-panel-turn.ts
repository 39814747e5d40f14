import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { TableDefaults } from "../../core/formats/lay-table.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import type { EngineContext } from "../context.ts"
import { untilIdle } from "../live/until-idle.ts"
import { loadState } from "../load-state.ts"
import { wordOutOfTurn } from "./interject.ts"
import { layPanel, type PanelOf } from "./lay-panel.ts"
import { say } from "./say.ts"
import { start } from "./start.ts"
import type { Verb } from "./verb.ts"
import { write } from "./write.ts"

export interface PanelTurnInput extends PanelOf {
  readonly message: string
  /** Who speaks, as whoever let them in knows them. */
  readonly userId: string
  readonly defaults: Omit<TableDefaults, "seed">
  /** Ends the waiting, never the run. */
  readonly signal?: AbortSignal
}

/** A project's panel, which bears the project's id: so of two who begin it at once one does. Undefined before that. */
export async function panelOf(store: DiscussionStore, projectId: string): Promise<DiscussionState | undefined> {
  try {
    return await loadState(store, projectId)
  } catch (error) {
    if (error instanceof ConclaveError && error.code === "NOT_FOUND") return undefined
    throw error
  }
}

/** Takes the person's turn in a project's panel, which begins with the first message, and waits until it waits again. */
export const takePanelTurn: Verb<PanelTurnInput, DiscussionState> = async ({ context, input }) => {
  const known = await panelOf(context.store, input.project.id)
  const begun = known ?? (await beginPanel(context, input))
  const hasUser = begun.seats.some((seat) => seat.kind === "human")
  const taken = known || hasUser ? await speak(context, input, begun) : begun
  return untilIdle(context, taken, input.signal)
}

/** Whoever sits before the user speaks first, since nobody speaks out of their order. */
async function beginPanel(context: EngineContext, input: PanelTurnInput): Promise<DiscussionState> {
  if (input.project.participants.length === 0) {
    throw new ConclaveError("STATE_INVALID", "nobody sits in this project; give it participants first")
  }
  const table = layPanel(input, context.models)
  const begun = await start({ context, input: { discussionId: input.project.id, table } })
  return table.seats.some((seat) => seat.kind === "human") ? untilIdle(context, begun) : begun
}

async function speak(
  context: EngineContext,
  { message, userId }: PanelTurnInput,
  { id, status }: DiscussionState,
): Promise<DiscussionState> {
  if (status === "paused") return goOn(context, id, { author: userId, content: message })
  if (status !== "waiting") throw notNow(status)
  return say({ context, input: { discussionId: id, content: message, author: userId } })
}

/** At the limit of turns nobody's turn is open: the message is heard by all, and the panel goes on. */
function goOn(context: EngineContext, id: string, word: { readonly author: string; readonly content: string }) {
  return write(context, id, (state, now) => {
    if (state.status !== "paused" || !isAtLimit(state)) throw notNow(state.status)
    return [wordOutOfTurn(state, word, now), { type: "discussion_resumed", data: {} }]
  })
}

function isAtLimit({ table, turnsThisRun, open }: DiscussionState): boolean {
  const { turnsPerRun } = table.format.settings
  return open.length === 0 && turnsPerRun > 0 && turnsThisRun >= turnsPerRun
}

function notNow(status: DiscussionState["status"]): ConclaveError {
  if (isOver(status)) return new ConclaveError("STATE_INVALID", `the panel is over: ${status}`)
  if (status === "paused") return new ConclaveError("STATE_INVALID", "the panel is paused; resume it first")
  return new ConclaveError("STATE_INVALID", "the panel is speaking; wait until it is the user's turn")
}
