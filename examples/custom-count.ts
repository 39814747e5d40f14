/**
 * A voting method of your own. What decides within a discussion must be known to every process that goes on with it, so
 * it is one of the built-in protocols; whoever wants another rule counts the recorded votes by it. Here: by pairs, as
 * Condorcet did. An option wins where more voters rank it above each other one.
 */
import assert from "node:assert/strict"
import { conclave, recount } from "conclave"
import { scriptedModel } from "conclave/testing"

const options = ["Monday", "Wednesday", "Friday"]
const rankings = ["Monday, Wednesday, Friday", "Friday, Wednesday, Monday", "Wednesday, Monday, Friday"]
const models = rankings.map((ranking, index) =>
  scriptedModel({
    id: `test/voter-${index}`,
    replies: ({ view }) =>
      view.ask.kind === "vote"
        ? `[RANKING]\n${ranking}\n[CONFIDENCE]\n80\n[REASONING]\nIt suits me.`
        : "It suits me best.",
  }),
)
const run = conclave({ models }).discuss({
  format: "panel",
  topic: "On which day do we release?",
  seats: models.map(({ id }, index) => ({ name: `Voter ${index + 1}`, model: id })),
  decision: { protocol: "borda", options },
  options: { rounds: 1 },
})
const { solution } = await run.outcome

/** The option that beats each other one in a majority of rankings; undefined where they go round in a circle. */
function condorcetWinner(votes: readonly (readonly string[])[], all: readonly string[]): string | undefined {
  const beats = (one: string, other: string) =>
    votes.filter((ranking) => ranking.indexOf(one) < ranking.indexOf(other)).length * 2 > votes.length
  return all.find((one) => all.every((other) => one === other || beats(one, other)))
}

const votes = run.state.ballots.at(-1)!.votes.flatMap(({ ranking }) => (ranking ? [ranking] : []))
assert.equal(votes.length, 3)
assert.equal(condorcetWinner(votes, options), "Wednesday")
assert.equal(
  condorcetWinner(
    [
      ["a", "b", "c"],
      ["b", "c", "a"],
      ["c", "a", "b"],
    ],
    ["a", "b", "c"],
  ),
  undefined,
)
console.log(
  `Borda: ${solution}; by pairs: Wednesday; by plurality: ${recount(run.state, "plurality").winner ?? "none"}`,
)
