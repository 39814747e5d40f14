import type { Format } from "../discussion/format.ts"
import { baseSettings } from "../discussion/settings.ts"

/** Three specialists discuss, may pass, and the queen writes the synthesis. */
export const hive: Format = {
  name: "hive",
  voice: "hive",
  minSeats: 1,
  maxSeats: 50,
  defaultSeats: [
    { name: "Divergent", role: "divergent" },
    { name: "Convergent", role: "convergent" },
    { name: "Critical", role: "critical" },
    { name: "Queen", role: "queen" },
  ],
  defaultRole: "specialist",
  silentRoles: ["queen"],
  limitReason: "max_rounds",
  stages: [{ kind: "speak", sees: "all" }],
  closing: { kind: "synthesis", by: "queen" },
  settings: { ...baseSettings, rounds: 3, passing: true, smartTermination: true },
}
