import type { DiscussionState } from "../../core/discussion/state.ts"
import { createFork, type ForkSource } from "../../core/steering/create-fork.ts"
import type { Verb } from "../context.ts"
import { checkMaterials } from "./check-materials.ts"
import { checkEmbeddings, checkModels } from "./create-discussion.ts"

export interface ForkDiscussionInput extends Pick<ForkSource, "atTurn" | "changes" | "defaults" | "projectId"> {
  /** The discussion to fork. */
  readonly discussionId: string
  /** The new one's id. */
  readonly forkId: string
}

/** Begins a new discussion from any turn of an old one, which goes on as it was. */
export const forkDiscussion: Verb<ForkDiscussionInput, DiscussionState> = async ({ context, input }) => {
  const { discussionId: parentId, forkId, ...options } = input
  const events = await context.store.read(parentId)
  const begun = createFork(forkId, { ...options, parentId, events, secret: crypto.randomUUID() }, context.clock.now())
  const { everyone, leftSeats: left } = begun.state
  const present = everyone.filter(({ id }) => !left.includes(id))
  checkModels(
    present.map((seat) => ({ seat, field: `seat ${seat.id}` })),
    context.models,
  )
  await checkMaterials(begun.state.table, context.models)
  checkEmbeddings(begun.state.table, context.models, "changes.options")
  await context.store.append(forkId, begun.events, { run: true })
  return begun.state
}
