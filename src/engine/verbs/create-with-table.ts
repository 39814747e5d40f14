import type { DiscussionEvent, NewEvent } from "../../core/discussion/event.ts"
import { fold } from "../../core/discussion/fold.ts"
import type { Table } from "../../core/discussion/table.ts"
import { withSecret } from "../../core/prompting/pseudonyms.ts"
import { discussionStarted } from "../../core/steps/lifecycle.ts"
import type { Verb } from "../context.ts"
import { updateDiscussion } from "./update-discussion.ts"

interface CreateWithTableInput {
  readonly table: Table
  readonly hold?: boolean
  /** Start time (default: now). */
  readonly at?: number
}

export function firstEvents(table: Table, at: number, hold = false): readonly DiscussionEvent[] {
  const events: NewEvent[] = [{ type: "discussion_created", data: { table } }]
  if (!hold) events.push(discussionStarted(table))
  return events.map((event, index): DiscussionEvent => ({ ...event, seq: index + 1, at }))
}

/** Creates a discussion with a resolved table and, unless `hold` is set, starts it. */
export const createWithTable: Verb<CreateWithTableInput> = async ({ context, input }) => {
  const { discussionId, hold = false } = input
  const isSecretKnown = input.table.secret !== undefined || input.table.parent?.kind === "sub-discussion"
  const table = isSecretKnown ? input.table : withSecret(input.table, crypto.randomUUID())
  const events = firstEvents(table, input.at ?? context.clock.now(), hold)
  const state = fold(discussionId, events)
  await context.store.append(discussionId, events, { run: !hold, idempotent: await context.answerFor?.(state) })
  return state
}

/** Starts a discussion that was created with `hold`. Idempotent. */
export const startHeldDiscussion: Verb = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) =>
    state.status === "queued" ? [discussionStarted(state.table)] : [],
  )
