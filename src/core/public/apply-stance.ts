import type { PublicBallot, PublicEventData, PublicTurn } from "./types.ts"
import type { Move, SeatStance } from "./view.ts"
import type { Draft } from "./view-draft.ts"

type SharedPosition = PublicEventData["positions_compared"]["positions"][number]

/** Records the stance that a turn states. */
export function stanceStated(draft: Draft, { id: turnId, role, roundNumber, stance }: PublicTurn): void {
  if (!stance || !draft.hasTranscript) return
  const { position, confidence, answers } = stance
  const after = answers.map((seat) => lastTurn(draft, turnId, (one) => one === seat)).find((turn) => turn !== undefined)
  const stated = confidence !== undefined && { confidence }
  const heard = after ?? lastTurn(draft, turnId, (seat) => seat !== role)
  setStance(draft, role, { position, ...stated, source: { turnId }, roundNumber }, heard)
}

/** The turn's position turned out to be an earlier one in other words, so a recorded change of mind may be void. */
export function positionShared(draft: Draft, { turnId, role, position }: SharedPosition): void {
  draft.change("turn", turnId, (item) => {
    const { turn } = item
    if (!turn?.stance) return item
    return { ...item, turn: { ...turn, stance: { ...turn.stance, position, wording: turn.stance.position } } }
  })
  const matches = (source: Move["source"]) => "turnId" in source && source.turnId === turnId
  const { view } = draft
  const stance = view.stances[role]
  if (stance && matches(stance.source)) view.stances = { ...view.stances, [role]: { ...stance, position } }
  const moves = view.moves.map((move) => (matches(move.source) ? { ...move, to: position } : move))
  view.moves = moves.filter(({ from, to }) => from !== to)
}

/** Records the votes of an open choice as stances. Rankings of other seats' answers are not positions. */
export function votesCounted(
  draft: Draft,
  { id: ballotId, asks, secret, answers, votes, roundNumber }: PublicBallot,
): void {
  if (asks !== "choice" || secret || answers || !draft.hasTranscript) return
  for (const { role, choice, confidence } of votes) {
    if (role === undefined || choice === undefined) continue
    const heard = lastTurn(draft, undefined, (seat) => seat !== role)
    setStance(draft, role, { position: choice, confidence, source: { ballotId }, roundNumber }, heard)
  }
}

function setStance({ view }: Draft, seat: string, stance: SeatStance, after: Move["after"]): void {
  const before = view.stances[seat]
  view.stances = { ...view.stances, [seat]: stance }
  if (!before || before.position === stance.position) return
  const { source, roundNumber } = stance
  const move = { seat, from: before.position, to: stance.position, roundNumber, source, ...(after && { after }) }
  view.moves = [...view.moves, move]
}

/** The last matching turn that was heard before turn `before`. Turns of the same parallel stage are not heard. */
function lastTurn({ view }: Draft, before: string | undefined, matches: (seat: string) => boolean): Move["after"] {
  const { items, round } = view
  const hidden = round?.isParallel ? round.number : undefined
  const from =
    before === undefined ? items.length : items.findLastIndex(({ kind, key }) => kind === "turn" && key === before)
  for (let index = from - 1; index >= 0; index--) {
    const item = items[index]!
    if (item.kind !== "turn" || item.state !== "said" || !matches(item.seat)) continue
    if (before !== undefined && item.roundNumber === hidden && round?.order.includes(item.seat)) continue
    return { turnId: item.key, seat: item.seat }
  }
  return undefined
}
