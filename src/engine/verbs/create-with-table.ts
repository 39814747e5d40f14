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
  /** When it begins (default: now). */
  readonly at?: number
}

export function firstEvents(table: Table, at: number, hold = false): readonly DiscussionEvent[] {
  const facts: NewEvent[] = [{ type: "discussion_created", data: { table } }]
  if (!hold) facts.push(discussionStarted(table))
  return facts.map((fact, index): DiscussionEvent => ({ ...fact, seq: index + 1, at }))
}

/** Puts a discussion on the record and, unless it is held, starts it. */
export const createWithTable: Verb<CreateWithTableInput> = async ({ context, input }) => {
  const { discussionId, hold = false } = input
  const isSecretKnown = input.table.secret !== undefined || input.table.parent?.kind === "sub-discussion"
  const table = isSecretKnown ? input.table : withSecret(input.table, crypto.randomUUID())
  const events = firstEvents(table, input.at ?? context.clock.now(), hold)
  const state = fold(discussionId, events)
  await context.store.append(discussionId, events, { run: !hold })
  return state
}

/** Starts a discussion that was set up and held; harmless for one that has started. */
export const startHeldDiscussion: Verb = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) =>
    state.status === "queued" ? [discussionStarted(state.table)] : [],
  )
