import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { isSubDiscussion, runningSubDiscussion, type SubDiscussion } from "../../core/discussion/sub-discussion.ts"
import { ConclaveError } from "../../core/errors.ts"
import { closeSubDiscussion } from "../../core/steps/close-sub-discussion.ts"
import { type EngineContext, loadState } from "../context.ts"
import { createWithTable } from "../verbs/create-with-table.ts"
import { abortDiscussion } from "../verbs/steer-discussion.ts"
import { updateDiscussion } from "../verbs/update-discussion.ts"

/**
 * Called when a run loop ends: starts the sub-discussion, reports its outcome to the parent, or aborts it with the
 * parent. Idempotent, so the next run of either discussion repairs what a crash left undone.
 */
export async function reconcileSubDiscussion(context: EngineContext, state: DiscussionState): Promise<void> {
  if (isOver(state.status) && isSubDiscussion(state.table)) await reportToParent(context, state)
  const sub = runningSubDiscussion(state)
  if (!sub) return
  if (isOver(state.status)) return abortSubDiscussion(context, sub)
  const child = await ensureSubDiscussion(context, sub)
  if (isOver(child.status)) await reportToParent(context, child)
}

/** Creates it unless it exists. It is derived from its parent alone, so every process creates the same one. */
export async function ensureSubDiscussion(context: EngineContext, sub: SubDiscussion): Promise<DiscussionState> {
  const { discussionId, table, openedAt: at } = sub
  try {
    return await createWithTable({ context, input: { discussionId, table, at } })
  } catch (error) {
    if (hasErrorCode(error, "CONFLICT")) return loadState(context.store, discussionId)
    throw error
  }
}

async function reportToParent(context: EngineContext, child: DiscussionState): Promise<void> {
  const { discussionId } = child.table.parent!
  await ignoreNotFound(updateDiscussion(context, discussionId, (parent, now) => closeSubDiscussion(parent, child, now)))
}

async function abortSubDiscussion(context: EngineContext, { discussionId }: SubDiscussion): Promise<void> {
  await ignoreNotFound(abortDiscussion({ context, input: { discussionId, reason: "the parent discussion ended" } }))
}

/** The parent may have been deleted, and the child may never have started. */
async function ignoreNotFound(update: Promise<unknown>): Promise<void> {
  try {
    await update
  } catch (error) {
    if (!hasErrorCode(error, "NOT_FOUND")) throw error
  }
}

function hasErrorCode(error: unknown, code: "CONFLICT" | "NOT_FOUND"): boolean {
  return error instanceof ConclaveError && error.code === code
}
