/** A custom format is a value: here a retrospective in which all first write in parallel, then discuss. */
import assert from "node:assert/strict"
import { conclave, type Format, presets } from "conclave"

const retrospective: Format = {
  ...presets.panel,
  name: "retrospective",
  stages: [
    {
      kind: "speak",
      order: "parallel",
      sees: "own-round-hidden",
      instructions: { "*": "Name one thing that went well and one that did not, in two sentences." },
      rounds: { to: 1 },
    },
    {
      kind: "speak",
      order: "fixed",
      sees: "all",
      instructions: { "*": "Answer what the others said: what would you change first, and who does it?" },
      rounds: { from: 2 },
    },
  ],
  closing: {
    kind: "synthesis",
    by: "facilitator",
    instructions: { facilitator: "List the agreed actions with owners." },
  },
  silentRoles: ["facilitator"],
  settings: { ...presets.panel.settings, rounds: 2, stop: [] },
}

const seats = [{ name: "Ann" }, { name: "Bo" }, { name: "Cy" }, { name: "Fay", role: "facilitator" }]
const run = conclave().discuss({ format: retrospective, topic: "The last release", seats, seed: 2 })
const { solution, solutionFrom } = await run.outcome

const { turns } = run.state
assert.equal(turns.filter(({ roundNumber }) => roundNumber === 1).length, 3)
assert.equal(turns.at(-1)?.seat, "fay")
assert.equal(solutionFrom, "synthesis")
console.log(solution)
