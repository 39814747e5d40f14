import { decidingBallots } from "../counting/ballot-positions.ts"
import { countableBallot } from "../counting/recount.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { ContestedPositions, Vote } from "../discussion/vote.ts"
import { excerpt } from "../text.ts"
import { hasEnoughSupport } from "./position-changes.ts"

const maxPositionLength = 300

/** Where the last vote differs, for those who vote first and discuss what is left. Without names: it may be secret. */
export function findContestedPositions(state: DiscussionState): ContestedPositions | undefined {
  const ballot = state.table.format.settings.decide === "vote-first" ? decidingBallots(state).at(-1) : undefined
  if (!ballot) return undefined
  const agreed = ballot.result?.protocol === undefined ? ballot.result?.passed : hasEnoughSupport(state, ballot)
  if (agreed) return undefined
  const { options, votes } = countableBallot(state, ballot)
  const held = [...Map.groupBy(votes.flatMap(positionsOf), (position) => position)]
    .map(([position, { length: seats }]) => ({ position: excerpt(position, maxPositionLength), seats }))
    .toSorted((a, b) => b.seats - a.seats)
  if (held.length < 2) return undefined
  const dropped = options.filter((option) => votes.every((vote) => !supportedOptions(vote).includes(option)))
  return { positions: held, dropped: dropped.map((option) => excerpt(option, maxPositionLength)) }
}

function supportedOptions({ approved, choice }: Vote): readonly string[] {
  return approved ?? (choice === undefined ? [] : [choice])
}

/** The same option with another amount is another position. */
function positionsOf(vote: Vote): readonly string[] {
  return supportedOptions(vote).map((option) => (vote.amount === undefined ? option : `${option} (${vote.amount})`))
}
