import type { CountedBallot } from "../discussion/outcome.ts"
import type { Ballot, BallotResult, ProtocolName, Score } from "../discussion/vote.ts"

/** Protocols whose tally is a number of voters. */
const countsVoters: ReadonlySet<ProtocolName> = new Set(["consensus", "plurality"])

/** A ballot in figures, as its voters answered: a yes that is not sure enough to count is no no. */
export function countedBallot(ballot: Ballot, result: Omit<BallotResult, "sentence">): CountedBallot {
  const { id: ballotId, roundNumber, asks, votes, voters, answers } = ballot
  const { passed, choice, amount, tie, protocol = "consensus", unreadable } = result
  const shared = { ballotId, roundNumber, asks, protocol, passed, voters: voters.length, unreadable }
  if (asks !== "choice") {
    const yes = votes.filter((vote) => vote.hasConsensus === true).length
    return { ...shared, yes, ...(yes > result.yes && { unsure: yes - result.yes }) }
  }
  const held = [...Map.groupBy(votes, (vote) => vote.choice)]
    .flatMap(([option, backers]) => (option === undefined ? [] : [{ option, score: backers.length }]))
    .toSorted(byScore)
  const inPoints = !countsVoters.has(protocol) || result.pooledBallots !== undefined
  // A ranking that nobody gave has no points to show.
  const tally = answers && choice === undefined ? [] : inPoints ? (result.tally ?? []).toSorted(byScore) : held
  const leader = choice ?? held[0]?.option
  const backers = votes.filter((vote) => leader !== undefined && vote.choice === leader)
  const amounts = [...new Set(backers.flatMap((vote) => vote.amount ?? []))].toSorted((a, b) => a - b)
  const differ = amounts.length > 1 || (amounts.length === 1 && backers.some((vote) => vote.amount === undefined))
  // Where all chose the same and it did not pass although the amounts are one, they were not sure enough.
  const unsure = !passed && !differ && backers.length === voters.length ? backers.length : 0
  return {
    ...shared,
    ...(choice !== undefined && { choice }),
    ...(amount !== undefined && { amount }),
    yes: choice === undefined ? 0 : backers.length,
    ...(unsure > 0 && { unsure }),
    ...(answers && { answers: true }),
    ...(tally.length > 0 && { tally }),
    ...(inPoints && tally.length > 0 && { inPoints: true }),
    ...(tie && voters.length > 1 && { tie }),
    ...(differ && protocol === "consensus" && { amounts }),
  }
}

function byScore(a: Score, b: Score): number {
  return b.score - a.score
}
