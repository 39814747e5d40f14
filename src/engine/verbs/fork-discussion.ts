import { createFork, type ForkSource } from "../../core/steering/create-fork.ts"
import type { Verb } from "../context.ts"
import { checkMaterials } from "./check-materials.ts"
import { checkEmbeddings, checkModels } from "./create-discussion.ts"

interface ForkDiscussionInput extends Pick<ForkSource, "atTurn" | "changes" | "defaults" | "projectId"> {
  readonly forkId: string
}

/** Starts a new discussion from any turn of another, which is not changed. */
export const forkDiscussion: Verb<ForkDiscussionInput> = async ({ context, input }) => {
  const { discussionId: parentId, forkId, ...options } = input
  const events = await context.store.read(parentId)
  const begun = createFork(forkId, { ...options, parentId, events, secret: crypto.randomUUID() }, context.clock.now())
  const { everyone, leftSeats: left } = begun.state
  checkModels(
    everyone.filter(({ id }) => !left.includes(id)),
    context.models,
  )
  await checkMaterials(begun.state.table, context.models)
  checkEmbeddings(begun.state.table, context.models, "changes.options")
  const idempotent = await context.answerFor?.(begun.state)
  await context.store.append(forkId, begun.events, { run: true, idempotent })
  return begun.state
}
