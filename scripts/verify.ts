import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"

/**
 * Slowest first. Each prints its output when it ends, so that outputs do not mix. The compiler's default of four
 * checkers, each of which infers shared types again, doubles the CPU time of a small program.
 */
const checks = [
  "tsc --checkers 2 --incremental --tsBuildInfoFile node_modules/.cache/tsc/main.json",
  "tsc -p web --checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/tsc/web.json",
  "biome check --error-on-warnings --colors=off .",
  "knip",
  "node scripts/check-boundaries.ts",
  "node scripts/check-files.ts",
  "node scripts/check-docs.ts",
]

async function run(check: string): Promise<boolean> {
  const child = spawn(`${check} 2>&1`, { shell: true, stdio: ["ignore", "pipe", "inherit"] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")])
  const isOk = code === 0
  console.log(`${isOk ? "✓" : "✗"} ${check}\n${output.trimEnd()}`.trimEnd())
  return isOk
}

const results = await Promise.all(checks.map(run))
process.exitCode = results.includes(false) ? 1 : 0
