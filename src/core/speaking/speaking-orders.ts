import type { SeatId } from "../discussion/seat.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { OrderName } from "../discussion/settings.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { seededRandom, shuffled } from "../random.ts"

export interface OrderInput {
  readonly seats: readonly SeatId[]
  readonly round: number
  readonly stage: number
  readonly seed: number
  readonly lastFinisher: SeatId | null
  readonly finisherRestriction: boolean
}

/**
 * The speaking order of a stage; empty if a chair chooses each speaker. If the last speaker of the previous round is
 * last again in a shuffled order, it is swapped with a random earlier seat.
 */
export function speakingOrder(name: OrderName, { seats, round, stage, seed, ...input }: OrderInput): readonly SeatId[] {
  if (name === "chosen") return []
  if (name !== "shuffled") return seats
  const { lastFinisher, finisherRestriction } = input
  const random = seededRandom(seed, "order", round, stage)
  const order = shuffled(seats, random)
  const last = order.length - 1
  if (finisherRestriction && last > 0 && order[last] === lastFinisher) {
    const other = Math.floor(random() * last)
    order[last] = order[other]!
    order[other] = lastFinisher
  }
  return order
}

/** The candidate whose whole name occurs first: "Also" does not name Al. */
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
