/**
 * Records the logs of the scenarios in the current event version, and their folded states. Run `node
 * test/logs/record.ts` once per version. Recordings of older versions are not touched.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { eventVersion } from "../../src/core/logs/upcast.ts"
import { playAll } from "./scenarios.ts"
import { hashSteps, summarize, writeSummary } from "./summarize.ts"

const [logs, states] = ["", "states"].map((name) => join(import.meta.dirname, name, `v${eventVersion}`))
for (const folder of [logs!, states!]) mkdirSync(folder, { recursive: true })
const steps: Record<string, unknown> = {}
for (const [name, { events, state }] of playAll()) {
  const lines = events.map((event) => JSON.stringify(event))
  writeFileSync(join(logs!, `${name}.json`), `[\n${lines.join(",\n")}\n]\n`)
  writeFileSync(join(states!, `${name}.json`), writeSummary(summarize(state)))
  steps[name] = hashSteps(name, events)
}
writeFileSync(join(import.meta.dirname, "states", `steps-v${eventVersion}.json`), writeSummary(steps))
