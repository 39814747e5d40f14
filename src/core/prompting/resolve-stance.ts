import { findSameProposal } from "../counting/cluster-proposals.ts"
import type { SeatId } from "../discussion/seat.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Stance } from "../discussion/turn.ts"
import { matchOption, optionNames } from "../reading/match-option.ts"
import { wordsOf } from "../reading/words/index.ts"
import { asksForStance, readStance, type StanceLine } from "../speaking/stance-line.ts"
import { displayNames, isAnonymous } from "./pseudonyms.ts"

/** Splits a turn into its text and the stance stated in its last line. */
export function splitStance(
  state: DiscussionState,
  seat: SeatId,
  reply: { readonly text: string; readonly stated?: StanceLine },
): { readonly text: string; readonly stance?: Stance } {
  if (!asksForStance(state)) return { text: reply.text }
  const { content: text, stance: written } = readStance(reply.text)
  const stance = reply.stated ?? written
  return { text, ...(stance && { stance: resolveStance(state, seat, stance) }) }
}

/** Maps the stated position to an option, or to the wording of the first seat that took the same position. */
function resolveStance(state: DiscussionState, seat: SeatId, line: StanceLine): Stance {
  const { position: wording, confidence } = line
  const code = getSeat(state, seat).language ?? state.table.language
  const position = matchingOption(state, wording, code) ?? knownPosition(state, wording, code) ?? wording
  return {
    position,
    ...(confidence !== undefined && { confidence }),
    answers: answeredSeats(state, seat, line.answers),
    ...(wording !== position && { wording }),
  }
}

function matchingOption({ table }: DiscussionState, wording: string, code: string): string | undefined {
  if (table.choices.length === 0) return undefined
  const match = matchOption(wording, optionNames(table.choices, wordsOf({ code })))
  return match && table.choices[match.option]
}

/** Compares with current positions only, so that the cost does not grow with the discussion. */
function knownPosition(state: DiscussionState, wording: string, code: string): string | undefined {
  const positions = new Set(Object.values(state.stances).map(({ position }) => position))
  return findSameProposal(wording, positions, { code })
}

function answeredSeats(state: DiscussionState, self: SeatId, names: readonly string[]): readonly SeatId[] {
  const shown = displayNames(state, isAnonymous(state.table.format))
  const key = (name: string) => name.trim().toLowerCase()
  const found = names.flatMap(
    (name) => state.everyone.find(({ id, name: own }) => key(own) === key(name) || key(shown(id)) === key(name)) ?? [],
  )
  return [...new Set(found.map(({ id }) => id))].filter((id) => id !== self)
}
