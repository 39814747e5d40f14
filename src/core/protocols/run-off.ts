import { breakTie, prefers } from "./pick-winner.ts"
import { plurality } from "./plurality.ts"
import type { NormalizedVote, Protocol, Tally, Tie } from "./protocol.ts"

/**
 * Instant run-off: until an option has more than half of the remaining votes, the one with the fewest first choices is
 * eliminated and its votes go to their next choice. `breakTie` also settles ties for last place.
 */
export const runOff: Protocol = {
  description: "the last option left when the weakest is eliminated, count by count",
  form: "ranking",
  decides: "votes",
  count: (votes, options, rule) => {
    const counts: { tally: Tally; out: string }[] = []
    let standing = options
    let lastPlaceTie: Tie | undefined
    for (;;) {
      const left = votes.map((vote): NormalizedVote => ({ ...vote, ranking: keepOnly(vote.ranking, standing) }))
      const count = plurality.count(left, standing, rule)
      const counted = left.filter((vote) => vote.ranking.length > 0).length
      const most = count.tally.find(({ option }) => option === count.winner)?.score ?? 0
      if (most * 2 > counted || standing.length <= 1 || counted === 0) {
        const tie = count.tie ?? lastPlaceTie
        return { ...count, ...(tie && { tie }), ...(counts.length > 0 && { counts }) }
      }
      const { out, tie } = findLastPlace(count.tally, left)
      if (tie) lastPlaceTie ??= tie
      counts.push({ tally: count.tally, out })
      standing = standing.filter((option) => option !== out)
    }
  },
}

/** Eliminates the option that `breakTie` ranks last among those with the fewest votes. */
function findLastPlace(tally: Tally, votes: readonly NormalizedVote[]): { out: string; tie?: Tie } {
  const fewest = Math.min(...tally.map(({ score }) => score))
  const last = tally.filter(({ score }) => score === fewest).map(({ option }) => option)
  let rest = last
  let tie: Tie | undefined
  while (rest.length > 1) {
    const { option, tie: settled } = breakTie(rest, votes, prefers)
    // Eliminating options without first choices, in any order, changes nothing.
    if (fewest > 0) tie = { between: last, by: settled?.by ?? "order" }
    rest = rest.filter((one) => one !== option)
  }
  return { out: rest[0]!, ...(tie && { tie }) }
}

function keepOnly(ranking: readonly string[], standing: readonly string[]): readonly string[] {
  return ranking.filter((option) => standing.includes(option))
}
