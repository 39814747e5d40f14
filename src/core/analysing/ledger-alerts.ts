import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { novelty } from "../speaking/novelty.ts"
import type { Ledger, Position } from "./ledger.ts"

export type LedgerAlert =
  | {
      /** A seat went over to what most of the others held, and not for reasons that the record shows. */
      readonly kind: "caving"
      readonly role: SeatId
      readonly roundNumber: number
      readonly from: string
      readonly to: string
      /** `no_new_argument`: the others said nothing new in between. `less_sure`: it is less sure than it was before. */
      readonly why: readonly ("no_new_argument" | "less_sure")[]
    }
  | {
      /** All agree, but perhaps too soon. */
      readonly kind: "premature_agreement"
      readonly roundNumber: number
      readonly stance: string
      /**
       * `first_round`: at once, though each spoke after hearing the others. `caved`: most of those who came round caved.
       * `unsure`: on average they are not even 60% sure.
       */
      readonly why: readonly ("first_round" | "caved" | "unsure")[]
    }

type Caving = Extract<LedgerAlert, { kind: "caving" }>

const minAverageConfidence = 60

/** What a reader of the ledger should look at twice. `independent` says whether a round's speakers heard each other. */
export function ledgerAlerts(
  state: DiscussionState,
  seats: Ledger["seats"],
  independent: (round: number) => boolean,
): readonly LedgerAlert[] {
  const cavings = seats.flatMap(({ role, positions }) =>
    positions.flatMap((position, index) => findCaving(state, seats, role, positions[index - 1], position) ?? []),
  )
  const rounds = [...new Set(seats.flatMap(({ positions }) => positions.map((one) => one.roundNumber)))]
  const premature = rounds.flatMap((round) => findPrematureAgreement(seats, round, cavings, independent(round)) ?? [])
  return [...cavings, ...premature].toSorted((a, b) => a.roundNumber - b.roundNumber)
}

function findCaving(
  state: DiscussionState,
  seats: Ledger["seats"],
  role: SeatId,
  before: Position | undefined,
  now: Position,
): Caving | undefined {
  if (!before || !now.changed || before.stance === null || now.stance === null || before.stance === now.stance) {
    return undefined
  }
  const others = seats.flatMap((seat) =>
    seat.role === role ? [] : (heldPosition(seat.positions, before.roundNumber) ?? []),
  )
  if (others.filter((stance) => stance === now.stance).length * 2 <= others.length) return undefined
  const why = reasonsToDoubt(state, role, before, now)
  if (why.length === 0) return undefined
  return { kind: "caving", role, roundNumber: now.roundNumber, from: before.stance, to: now.stance, why }
}

/** What speaks against a seat's change of position being one for a reason; nothing where it seems well founded. */
export function reasonsToDoubt(state: DiscussionState, role: SeatId, before: Position, now: Position): Caving["why"] {
  const why: Caving["why"][number][] = []
  if (!heardNewArgument(state, role, before.roundNumber, now.roundNumber)) why.push("no_new_argument")
  if (now.source === "vote" && before.source === "vote" && now.confidence < before.confidence) why.push("less_sure")
  return why
}

/** What a seat held at the end of a round, or last before. */
function heldPosition(positions: readonly Position[], round: number): string | undefined {
  return positions.findLast((position) => position.roundNumber <= round)?.stance ?? undefined
}

function heardNewArgument(state: DiscussionState, role: SeatId, after: number, until: number): boolean {
  const said = state.turns.filter((turn) => !turn.passed && turn.purpose === "turn")
  const fresh = said.filter((turn) => turn.seat !== role && turn.roundNumber > after && turn.roundNumber <= until)
  const known = said.filter((turn) => turn.roundNumber <= after)
  const words = (turns: typeof said) => turns.map((turn) => turn.content)
  return novelty(words(fresh), words(known)) >= state.table.format.settings.noveltyThreshold
}

function findPrematureAgreement(
  seats: Ledger["seats"],
  round: number,
  cavings: readonly Caving[],
  independent: boolean,
): LedgerAlert | undefined {
  const held = seats.map(({ positions }) => positions.find((one) => one.roundNumber === round))
  const [first] = held
  const stance = first?.stance ?? null
  if (stance === null || stance === "no" || held.length < 2) return undefined
  if (!held.every((one) => one?.source === "vote" && one.stance === stance && one.amount === first?.amount)) {
    return undefined
  }
  const changedCount = held.filter((one) => one?.changed).length
  const cavedCount = cavings.filter((caving) => caving.roundNumber === round && caving.to === stance).length
  const confidence = held.reduce((sum, one) => sum + (one?.confidence ?? 0), 0) / held.length
  const why: Extract<LedgerAlert, { kind: "premature_agreement" }>["why"][number][] = []
  if (round === 1 && !independent) why.push("first_round")
  if (changedCount > 0 && cavedCount * 2 > changedCount) why.push("caved")
  if (confidence < minAverageConfidence) why.push("unsure")
  return why.length === 0 ? undefined : { kind: "premature_agreement", roundNumber: round, stance, why }
}
