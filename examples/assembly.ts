/** A group deliberates in shuffled order, with private briefings, and decides by secret ballot. */
import assert from "node:assert/strict"
import { conclave, writeMarkdown } from "conclave"

async function assembly() {
  const run = conclave().discuss({
    format: "assembly",
    topic: "Which rule should divide the prize money?",
    seats: [
      { name: "Ash", briefing: 'Before the discussion you ranked "A floor for everyone, then by merit" first.' },
      { name: "Birch", briefing: 'Before the discussion you ranked "Equal shares" first.' },
      { name: "Cedar" },
      { name: "Elm" },
    ],
    decision: { options: ["Equal shares", "A floor for everyone, then by merit", "By merit alone"] },
    seed: 11,
  })
  await run.outcome
  return run.state
}

const state = await assembly()
console.log(writeMarkdown(state))

const finishers = state.rounds.map(({ number }) => state.turns.findLast((turn) => turn.roundNumber === number)!.seat)
for (let round = 1; round < finishers.length; round++) assert.notEqual(finishers[round], finishers[round - 1])
assert.ok(state.ballots.every((ballot) => ballot.secret))
const again = await assembly()
assert.equal(
  writeMarkdown(again).replace(again.id, state.id),
  writeMarkdown(state),
  "the same seed gives the same discussion",
)
console.log("The same seed gave the same discussion twice.")
