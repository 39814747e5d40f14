import type { Format } from "../discussion/format.ts"
import { baseSettings } from "../discussion/settings.ts"

/** What ends an answer in a project's panel, at `/api/discussions/{projectId}`: one paragraph, and nobody else's words. */
export const projectPanelStops: readonly string[] = ["[", "\n\n", "Speaker:"]

/** A project's standing panel: roles speak one at a time in their order, people among them. */
export const panel: Format = {
  name: "panel",
  voice: "panel",
  minSeats: 1,
  maxSeats: 50,
  defaultSeats: [
    { name: "Manager", role: "manager" },
    { name: "Leader", role: "leader" },
    { name: "Specialist", role: "specialist" },
  ],
  defaultRole: "specialist",
  silentRoles: [],
  limitReason: "max_rounds",
  stages: [{ kind: "speak", sees: "all" }],
  record: { kind: "record" },
  settings: { ...baseSettings, rounds: 3, turnsPerRun: 20, stop: ["\n<<", "\nSpeaker:"] },
}
