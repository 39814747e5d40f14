import { useMemo } from "react"
import type { DiscussionView, Item, PublicOpenCall, SeatAtTable } from "../../../../../src/core/public/view.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useView } from "../view/view-store.ts"

/** A seat's state at the table. */
export type SeatState =
  | "speaking"
  | "thinking"
  | "voting"
  | "voted"
  | "awaited"
  | "passed"
  | "skipped"
  | "left"
  | "spoke"
  | "quiet"

/** States with a label; quiet seats and those that have spoken have none. */
export type ShownSeatState = Exclude<SeatState, "quiet" | "spoke">

/** Each seat's state in the current round; `heard` are the turns with at least one word. */
function seatStates(
  seats: readonly SeatAtTable[],
  open: readonly PublicOpenCall[],
  items: readonly Item[],
  heard: ReadonlySet<string>,
): ReadonlyMap<string, SeatState> {
  const states = new Map<string, SeatState>(seats.map(({ id, hasLeft }) => [id, hasLeft ? "left" : "quiet"]))
  if (items.at(-1)?.kind === "end") return states
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!
    if (item.kind === "round") break
    if (item.kind === "turn" && states.get(item.seat) === "quiet") states.set(item.seat, turnStates[item.state])
  }
  const last = items.at(-1)
  if (last?.kind === "ballot" && !last.ballot.result) {
    for (const role of last.ballot.voted) states.set(role, "voted")
  }
  for (const { id, seat, purpose, isAwaited } of open) {
    if (isAwaited) states.set(seat, "awaited")
    else if (purpose === "vote") states.set(seat, "voting")
    else states.set(seat, heard.has(id) ? "speaking" : "thinking")
  }
  return states
}

const turnStates = {
  said: "spoke",
  passed: "passed",
  skipped: "skipped",
  dropped: "quiet",
  speaking: "thinking",
} as const

/** Progress of the discussion from 0 to 1. */
export function discussionProgress({
  round,
  options,
  items,
  status,
}: Pick<DiscussionView, "round" | "options" | "items" | "status">): number {
  if (status === "completed") return 1
  if (!round || !options) return 0
  let done = 0
  for (let index = items.length - 1; index >= 0 && items[index]!.kind !== "round"; index--) {
    const item = items[index]!
    if (item.kind === "turn" && item.state !== "speaking") done++
  }
  const inRound = round.order.length === 0 ? 0 : Math.min(1, done / round.order.length)
  return Math.min(1, (round.number - 1 + inRound) / options.rounds)
}

/** Label of a seat's state; empty if it has none. */
export function useSeatStateText(): (seat: SeatAtTable, state: SeatState) => string {
  const { table } = useTexts(discussionTexts)
  const round = useView((view) => view.round?.number ?? 0)
  return ({ fromRound }, state) => {
    if (fromRound !== undefined && fromRound > round && state === "quiet") return table.from(fromRound)
    return state === "quiet" || state === "spoke" ? "" : table[state]
  }
}

/** Each seat's current state; changes when a turn starts or ends, not with each word. */
export function useSeatStates(): ReadonlyMap<string, SeatState> {
  const seats = useView((view) => view.seats)
  const open = useView((view) => view.open)
  const items = useView((view) => view.items)
  const heard = useView((view) =>
    Object.keys(view.live)
      .filter((id) => view.live[id]!.text !== "")
      .join(),
  )
  return useMemo(() => seatStates(seats, open, items, new Set(heard.split(","))), [seats, open, items, heard])
}
