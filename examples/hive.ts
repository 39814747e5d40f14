/** Three specialists, a domain expert and a queen. */
import assert from "node:assert/strict"
import { conclave, writeMarkdown } from "conclave"

async function hive() {
  const run = conclave().discuss({
    format: "hive",
    topic: "How can a library of 300 members stay open in the evenings?",
    seats: [
      { role: "divergent", name: "Divergent" },
      { role: "convergent", name: "Convergent" },
      { role: "critical", name: "Critical" },
      { name: "Librarian" },
    ],
    options: { rounds: 4 },
    seed: 7,
  })
  await run.outcome
  return run.state
}

const state = await hive()
console.log(writeMarkdown(state))

assert.equal(state.turns.at(-1)!.seat, "queen")
assert.equal(state.outcome!.solution, state.turns.at(-1)!.content)
assert.ok(
  state.turns.some((turn) => turn.passed),
  "somebody passed",
)
const again = await hive()
assert.equal(
  writeMarkdown(again).replace(again.id, state.id),
  writeMarkdown(state),
  "the same seed gives the same discussion",
)
console.log("The same seed gave the same discussion twice.")
