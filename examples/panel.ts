/** A panel with a person: the discussion waits for each of their turns. */
import assert from "node:assert/strict"
import { conclave, writeMarkdown } from "conclave"

const messages = [
  "We move in six weeks, with twelve people.",
  "The new rooms have no phone lines yet.",
  "Then let us settle who orders what.",
]

async function panel() {
  const run = conclave().discuss({
    format: "panel",
    topic: "Plan the move to the new office",
    seats: [
      { name: "Kim", role: "user" },
      { role: "manager", name: "Manager" },
      { role: "leader", name: "Leader" },
      { role: "specialist", name: "Specialist" },
    ],
    seed: 3,
  })
  run.on("awaiting_input", ({ data }) => void run.say(messages[data.roundNumber - 1]!))
  await run.outcome
  return run.state
}

const state = await panel()
console.log(writeMarkdown(state))

const speakers = state.turns.map((turn) => turn.seat)
assert.deepEqual(
  speakers,
  [1, 2, 3].flatMap(() => ["kim", "manager", "leader", "specialist"]),
)
assert.ok(
  state.turns.every((turn) => !/\[|\n\n/.test(turn.content)),
  "no turn runs on",
)
const again = await panel()
assert.equal(
  writeMarkdown(again).replace(again.id, state.id),
  writeMarkdown(state),
  "the same seed gives the same discussion",
)
console.log("The same seed gave the same discussion twice.")
