import type { DiscussionView, Item, TurnItem } from "../../../../../src/core/public/view.ts"

/** Transcript filter: everything, some kinds of turns, or one seat. */
export type TranscriptFilter = "all" | "disagreements" | "moves" | `seat:${string}`

/** The filtered rows with their round headings. */
export function filterItems(
  items: readonly Item[],
  moves: DiscussionView["moves"],
  filter: TranscriptFilter,
): readonly Item[] {
  if (filter === "all") return items
  const wanted = filter === "disagreements" ? disagreements(items) : filter === "moves" ? movedIn(moves) : undefined
  const isWanted = (item: Item) =>
    item.kind === "turn" && (wanted ? wanted.has(item.key) : filter === `seat:${item.seat}`)
  const rounds = new Set(items.flatMap((item) => (isWanted(item) ? [(item as TurnItem).roundNumber] : [])))
  return items.filter((item) => isWanted(item) || (item.kind === "round" && rounds.has(item.number)))
}

/** Turns that reply to a seat with a different position at that time. */
function disagreements(items: readonly Item[]): ReadonlySet<string> {
  const positions = new Map<string, string>()
  const found = new Set<string>()
  for (const { turn, key, seat } of turnsOf(items)) {
    const { stance } = turn ?? {}
    if (!stance) continue
    const isAgainst = (other: string) => (positions.get(other) ?? stance.position) !== stance.position
    if (stance.answers.some(isAgainst)) found.add(key)
    positions.set(seat, stance.position)
  }
  return found
}

function movedIn(moves: DiscussionView["moves"]): ReadonlySet<string> {
  return new Set(moves.flatMap(({ source }) => ("turnId" in source ? [source.turnId] : [])))
}

export function turnsOf(items: readonly Item[]): readonly TurnItem[] {
  return items.filter((item): item is TurnItem => item.kind === "turn")
}

/** A seat's last turn before another turn, which replies to it. */
export function turnAnswered(items: readonly Item[], key: string, seat: string): string | undefined {
  const turns = turnsOf(items)
  const before = turns.slice(
    0,
    turns.findIndex((turn) => turn.key === key),
  )
  return before.findLast((turn) => turn.seat === seat && turn.state === "said")?.key
}

/** Change of confidence with the last stance: 1, -1, or 0 if unchanged or unknown. */
export function confidenceChange(items: readonly Item[], seat: string): -1 | 0 | 1 {
  const said = turnsOf(items).flatMap((item) =>
    item.seat === seat && item.turn?.stance?.confidence !== undefined ? [item.turn.stance.confidence] : [],
  )
  const [before, now] = said.slice(-2)
  return before === undefined || now === undefined ? 0 : (Math.sign(now - before) as -1 | 0 | 1)
}
