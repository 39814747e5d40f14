import { expect, test } from "vitest"
import type { DecidedBy } from "../discussion/outcome.ts"
import { languageFor } from "../languages/index.ts"
import { outcomeSentence } from "./outcome-sentence.ts"

const ballot = {
  ballotId: "b1",
  roundNumber: 1,
  asks: "choice",
  protocol: "consensus",
  passed: true,
  choice: "Sea",
  yes: 3,
  voters: 4,
  unreadable: 0,
} as const

function sentence(code: string, changes: Partial<NonNullable<DecidedBy["ballot"]>> = {}): string {
  const decidedBy: DecidedBy = { kind: "agreement", ballot: { ...ballot, ...changes } }
  return outcomeSentence({ decidedBy, stoppingReason: "consensus_reached", rounds: 1 }, String, languageFor(code))
}

test("an agreement of enough seats names what they agree on", () => {
  expect(sentence("en")).toBe("3 of 4 agree on “Sea”, which is enough.")
  expect(sentence("es")).toBe("3 de 4 están de acuerdo, lo que basta: «Sea».")
  expect(sentence("zh")).toBe("4 席中 3 席同意，已足够：“Sea”。")
})

test("an agreement of all says so, with the amount", () => {
  expect(sentence("en", { yes: 4, amount: 20_000 })).toBe("All 4 agree on “Sea” (20,000).")
  expect(sentence("en", { yes: 2, voters: 2 })).toBe("Both agree on “Sea”.")
})
