import type { NewEvent } from "../../core/discussion/event.ts"
import { isOver } from "../../core/discussion/fold.ts"
import { roundNumber } from "../../core/discussion/seat-queries.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { sameName } from "../../core/formats/resolve-seats.ts"
import { isAnonymous, pseudonyms } from "../../core/prompting/pseudonyms.ts"
import { cleanText, excerpt } from "../../core/text.ts"
import type { Verb } from "../context.ts"
import { updateDiscussion } from "./update-discussion.ts"

interface InterjectInput {
  readonly author: string
  readonly content: string
}

/** Adds a comment out of turn; seats see it from the next turn on. */
export const interject: Verb<InterjectInput> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state, now) => [interjectionEvent(state, input, now)])

export function interjectionEvent(state: DiscussionState, input: InterjectInput, now: number): NewEvent {
  const content = cleanText(input.content).trim()
  if (content === "") throw invalidField("content", "must not be empty")
  if (isOver(state.status)) throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}`)
  const author = excerpt(cleanText(input.author).replace(/[<>]/g, ""), 60) || "Someone"
  if (state.seats.some(({ kind, name }) => kind === "model" && sameName(name, author))) {
    throw invalidField("author", `"${author}" is the name of a model's seat; use another name`)
  }
  const shown = pseudonyms(state)
  const isPseudonym = state.seats.some(({ id, name }) => shown(id) !== name && sameName(shown(id), author))
  if (isPseudonym && isAnonymous(state.table.format)) {
    throw invalidField("author", `"${author}" stands for a seat here; use another name`)
  }
  const interjection = { id: `i${state.seq + 1}`, author, content, roundNumber: roundNumber(state), timestamp: now }
  return { type: "interjection", data: { interjection } }
}
