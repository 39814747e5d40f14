import type { DiscussionState } from "../../core/discussion/state.ts"
import { type ForkInput as Forking, fork as part } from "../../core/steering/fork.ts"
import { checkEmbeddings, checkModels } from "./create.ts"
import type { Verb } from "./verb.ts"

export interface ForkInput extends Pick<Forking, "atTurn" | "changes" | "defaults"> {
  /** The discussion to fork. */
  readonly discussionId: string
  /** The new one's id. */
  readonly forkId: string
}

/** Begins a new discussion from any turn of an old one, which goes on as it was. */
export const fork: Verb<ForkInput, DiscussionState> = async ({ context, input }) => {
  const { discussionId: parentId, forkId, ...asked } = input
  const events = await context.store.read(parentId)
  const begun = part(forkId, { ...asked, parentId, events }, context.clock.now())
  const { everyone, left } = begun.state
  const present = everyone.filter(({ id }) => !left.includes(id))
  checkModels(
    present.map((seat) => ({ seat, field: `seat ${seat.id}` })),
    context.models,
  )
  checkEmbeddings(begun.state.table, context.models, "changes.options")
  await context.store.append(forkId, begun.events, { run: true })
  return begun.state
}
