import type { DiscussionState } from "../discussion/state.ts"
import type { Vote } from "../discussion/vote.ts"
import { excerpt } from "../text.ts"
import { enoughBehind } from "./movement.ts"
import { countable } from "./recount.ts"
import { decisions } from "./standing.ts"

/** What a vote has left open. */
export interface Contested {
  /** The most held first. */
  readonly positions: readonly { readonly position: string; readonly seats: number }[]
  /** Options that nobody stands for any more. */
  readonly dropped: readonly string[]
}

const longestPosition = 300

/** Where the last vote differs, for those who vote first and discuss what is left. Without names: it may be secret. */
export function contestedIn(state: DiscussionState): Contested | undefined {
  const ballot = state.table.format.settings.decide === "vote-first" ? decisions(state).at(-1) : undefined
  if (!ballot) return undefined
  const agreed = ballot.result?.protocol === undefined ? ballot.result?.passed : enoughBehind(state, ballot)
  if (agreed) return undefined
  const { options, votes } = countable(state, ballot)
  const held = [...Map.groupBy(votes.flatMap(positionsOf), (position) => position)]
    .map(([position, { length: seats }]) => ({ position: excerpt(position, longestPosition), seats }))
    .toSorted((a, b) => b.seats - a.seats)
  if (held.length < 2) return undefined
  const dropped = options.filter((option) => votes.every((vote) => !optionsOf(vote).includes(option)))
  return { positions: held, dropped: dropped.map((option) => excerpt(option, longestPosition)) }
}

function optionsOf({ approved, choice }: Vote): readonly string[] {
  return approved ?? (choice === undefined ? [] : [choice])
}

/** The same option with another amount is another position. */
function positionsOf(vote: Vote): readonly string[] {
  return optionsOf(vote).map((option) => (vote.amount === undefined ? option : `${option} (${vote.amount})`))
}
