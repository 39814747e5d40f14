import type { Item } from "../../../../../src/core/public/view.ts"

/** The rows, by their number, that have these words; none where none are asked for. */
export function findMatches(items: readonly Item[], words: string): readonly number[] {
  const wanted = words.toLowerCase()
  if (wanted === "") return []
  return items.flatMap((item, index) =>
    searchableTexts(item).some((text) => text.toLowerCase().includes(wanted)) ? [index] : [],
  )
}

function searchableTexts(item: Item): readonly string[] {
  switch (item.kind) {
    case "turn":
      return item.turn ? [item.turn.content] : []
    case "interjection":
      return [item.interjection.author, item.interjection.content]
    case "ballot":
      return item.ballot.votes.flatMap(({ reasoning, choice = "", proposedSolution = "" }) => [
        reasoning,
        choice,
        proposedSolution,
      ])
    case "sub-discussion":
      return [item.topic]
    default:
      return []
  }
}
