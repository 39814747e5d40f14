import type { Format } from "../discussion/format.ts"
import { baseSettings } from "../discussion/settings.ts"

/** A group deliberates in shuffled order; any seat may call for a vote, all must confirm, then the ballot is secret. */
export const assembly: Format = {
  name: "assembly",
  voice: "assembly",
  minSeats: 2,
  maxSeats: 50,
  defaultSeats: [
    { name: "Ash", role: "member" },
    { name: "Birch", role: "member" },
    { name: "Cedar", role: "member" },
    { name: "Elm", role: "member" },
    { name: "Fir", role: "member" },
  ],
  defaultRole: "member",
  silentRoles: [],
  limitReason: "max_rounds",
  stages: [
    { kind: "speak", sees: "all" },
    { kind: "ballot", asks: "call", secret: true, agreement: "any", onlyAfterPassed: false, decides: false },
    { kind: "ballot", asks: "confirm", secret: true, agreement: "all", onlyAfterPassed: true, decides: false },
    { kind: "ballot", asks: "choice", secret: true, onlyAfterPassed: true, decides: true },
  ],
  record: { kind: "record" },
  settings: {
    ...baseSettings,
    rounds: 10,
    order: "shuffled",
    finisherRestriction: true,
    statementMinLength: "language",
    historyStatementMaxLength: 300,
    memoryStyle: "narrative",
    turnTimeoutMs: 30_000,
    timeoutGrowth: 1.5,
  },
}
