import type { BallotPositions, Likelihood, Outcome } from "../discussion/outcome.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { Language } from "../languages/language.ts"
import { excerpt } from "../text.ts"

type Title = "onlyVote" | "firstVote" | "finalVote"

const maxPositionLength = 80

/** The first and the last vote, and the protocols that would have given another result. */
export function voteLines(
  outcome: Pick<Outcome, "votes" | "recounts" | "solutionFrom" | "likelihood">,
  name: (id: SeatId) => string,
  report: Language["report"],
) {
  const { votes, recounts = [], solutionFrom, likelihood } = outcome
  if (!votes) return []
  const { first, final } = votes
  const only = final.ballotId === first.ballotId
  const titled = (title: Title, standing: BallotPositions) => ({
    title: report[title]({ round: standing.roundNumber }),
    text: positionsText(standing, name),
  })
  const lines = only ? [titled("onlyVote", first)] : [titled("firstVote", first), titled("finalVote", final)]
  if (solutionFrom === "first_vote") lines.push({ title: report.solution, text: report.firstStands })
  if (likelihood) lines.push({ title: report.likelihood, text: likelihoodText(likelihood, report) })
  const others = recounts.filter(({ differs }) => differs)
  if (others.length === 0) return lines
  const endOf = ({ winner, tied }: (typeof others)[number]) =>
    winner === null ? report.nothingDecided : `${excerpt(winner, maxPositionLength)}${tied ? `, ${report.tied}` : ""}`
  const ends = [...Map.groupBy(others, endOf)].map(
    ([end, counts]) => `${end} (${counts.map(({ protocol }) => report.protocols[protocol] ?? protocol).join(", ")})`,
  )
  return [...lines, { title: report.countedOtherwise, text: ends.join("; ") }]
}

export function likelihoodText({ probability, learnedFrom }: Likelihood, report: Language["report"]): string {
  return report.likelyRight({ percent: Math.round(probability * 100), answers: learnedFrom })
}

function positionsText({ positions }: BallotPositions, name: (id: SeatId) => string): string {
  return positions
    .map(({ position, count, seats, confidence }) => {
      const sign = position === null ? "?" : position === "yes" ? "✓" : position === "no" ? "✗" : position
      return `${excerpt(sign, maxPositionLength)}: ${seats ? seats.map(name).join(", ") : count} (${confidence}%)`
    })
    .join("; ")
}
