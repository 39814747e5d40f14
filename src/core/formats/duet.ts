import type { Format } from "../discussion/format.ts"
import { baseSettings } from "../discussion/settings.ts"

/** Two models speak in turn until both say that they agree. */
export const duet: Format = {
  name: "duet",
  voice: "duet",
  minSeats: 2,
  maxSeats: 2,
  defaultSeats: [
    { name: "Model A", role: "partner" },
    { name: "Model B", role: "partner" },
  ],
  seatIds: ["model-a", "model-b"],
  defaultRole: "partner",
  silentRoles: [],
  limitReason: "max_iterations",
  stages: [
    { kind: "speak", sees: "all" },
    { kind: "ballot", asks: "consensus", secret: false, onlyAfterPassed: false, decides: true },
  ],
  record: { kind: "record" },
  settings: { ...baseSettings, rounds: 10, totalTimeoutMs: 30 * 60_000, onFailure: "fail" },
}
