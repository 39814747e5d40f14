/** Two models discuss until both agree. Offline and reproducible. */
import assert from "node:assert/strict"
import { conclave, writeMarkdown } from "conclave"

async function duet() {
  const run = conclave().discuss({
    format: "duet",
    topic: "Should a small team begin with one service or with several?",
    seats: [
      { name: "Ada", model: "rehearsal/bold" },
      { name: "Lin", model: "rehearsal/curious" },
    ],
    seed: 42,
  })
  await run.outcome
  return run.state
}

const state = await duet()
console.log(writeMarkdown(state))

assert.equal(state.status, "completed")
assert.deepEqual(
  state.turns.slice(0, 2).map((turn) => turn.seat),
  ["model-a", "model-b"],
)
assert.ok(["consensus_reached", "max_iterations"].includes(state.outcome!.stoppingReason))
const again = await duet()
const words = ({ turns }: typeof state) => turns.map((turn) => `${turn.seat}: ${turn.content}`)
assert.deepEqual(words(again), words(state), "the same seed gives the same discussion")
console.log("The same seed gave the same discussion twice.")
