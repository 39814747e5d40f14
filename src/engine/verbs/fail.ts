import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { Verb } from "./verb.ts"
import { write } from "./write.ts"

/** Puts it on the record that a discussion cannot go on because of a fault of ours. */
export const fail: Verb<{ readonly discussionId: string; readonly error: unknown }, DiscussionState> = ({
  context,
  input,
}) =>
  write(context, input.discussionId, (state) => {
    if (isOver(state.status)) return []
    const { error } = input
    const known =
      error instanceof ConclaveError ? error : new ConclaveError("UNKNOWN", "the discussion could not be run on")
    return [{ type: "discussion_error", data: { error: known.toJSON(), stoppingReason: "error" } }]
  })
