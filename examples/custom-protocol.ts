/**
 * A custom voting method: Condorcet. An option wins if a majority ranks it above each of the others; if the pairwise
 * results form a cycle, nothing is decided.
 */
import assert from "node:assert/strict"
import { conclave, type OwnProtocol } from "conclave"
import { scriptedModel } from "conclave/testing"

const condorcet: OwnProtocol = {
  description: "beats every other option in a pair",
  form: "ranking",
  count(votes, options) {
    const prefers = (ranking: readonly string[], one: string, other: string) =>
      ranking.includes(one) && (!ranking.includes(other) || ranking.indexOf(one) < ranking.indexOf(other))
    const beats = (one: string, other: string) =>
      votes.filter(({ ranking }) => prefers(ranking, one, other)).length * 2 > votes.length
    const wins = (one: string) => options.filter((other) => other !== one && beats(one, other)).length
    const winner = options.find((one) => wins(one) === options.length - 1)
    const tally = options.map((option) => ({ option, score: wins(option) }))
    return { tally, ...(winner !== undefined && { winner }) }
  },
}

async function decide(rankings: readonly string[]) {
  const models = rankings.map((ranking, index) =>
    scriptedModel({
      id: `test/voter-${index}`,
      replies: ({ view }) =>
        view.ask.kind === "vote"
          ? `[RANKING]\n${ranking}\n[CONFIDENCE]\n80\n[REASONING]\nIt suits me.`
          : "It suits me best.",
    }),
  )
  const run = conclave({ models, protocols: { condorcet } }).discuss({
    format: "panel",
    topic: "On which day do we release?",
    seats: models.map(({ id }, index) => ({ name: `Voter ${index + 1}`, model: id })),
    decision: { protocol: "own:condorcet", options: ["Monday", "Wednesday", "Friday"] },
    options: { rounds: 1 },
  })
  return { outcome: await run.outcome, ballot: run.state.ballots.at(-1) }
}

const all = ["Monday, Wednesday, Friday", "Friday, Wednesday, Monday", "Wednesday, Monday, Friday"]
const { outcome, ballot } = await decide(all)
assert.equal(outcome.stoppingReason, "decided")
assert.equal(outcome.solution, "Wednesday")
assert.deepEqual(ballot?.result?.tally?.[1], { option: "Wednesday", score: 2 })

const cycle = ["Monday, Wednesday, Friday", "Wednesday, Friday, Monday", "Friday, Monday, Wednesday"]
assert.equal((await decide(cycle)).outcome.solution, undefined)
console.log(`${outcome.sentence} With a cycle nothing is decided.`)
