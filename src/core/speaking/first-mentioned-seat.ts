import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"

/** The candidate named first, as a whole name: "Also" does not name Al. */
export function firstMentionedSeat(
  state: DiscussionState,
  candidates: readonly string[],
  text: string,
): string | undefined {
  const said = text.toLowerCase()
  const mentions = candidates
    .map((id) => ({ id, at: indexOfName(getSeat(state, id).name.toLowerCase(), said) }))
    .filter(({ at }) => at >= 0)
  return mentions.toSorted((a, b) => a.at - b.at)[0]?.id
}

const letter = /[\p{Script=Latin}\p{N}]/u

function indexOfName(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!letter.test(text[at - 1] ?? "") && !letter.test(text[at + name.length] ?? "")) return at
  }
  return -1
}
