import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, test } from "vitest"
import { closeServers, openAiServer } from "./openai-server.ts"

afterAll(closeServers)

interface Report {
  readonly results: {
    readonly stats: { readonly successes: number; readonly failures: number; readonly errors: number }
  }
}

/** Larger than this whole project, so only tested if it is on the path: `npm install -g promptfoo`. */
test("promptfoo's openai:chat provider calls a table, with a schema too [openai.chat]", {
  timeout: 120_000,
}, async (context) => {
  const { url } = await openAiServer()
  const folder = mkdtempSync(join(tmpdir(), "conclave-promptfoo-"))
  const report = join(folder, "report.json")
  const config = join(import.meta.dirname, "../../examples/promptfoo/openai-chat.yaml")
  const quiet = { PROMPTFOO_DISABLE_TELEMETRY: "1", PROMPTFOO_DISABLE_UPDATE: "1", PROMPTFOO_CONFIG_DIR: folder }
  const env = { ...process.env, ...quiet, CONCLAVE_URL: url }
  if (spawnSync("promptfoo", ["--version"], { env }).status !== 0) return context.skip("promptfoo is not installed")
  await promisify(execFile)("promptfoo", ["eval", "-c", config, "-o", report, "--no-cache"], { cwd: folder, env })
  const { results } = JSON.parse(readFileSync(report, "utf8")) as Report
  rmSync(folder, { recursive: true, force: true })
  expect(results.stats).toMatchObject({ successes: 2, failures: 0, errors: 0 })
})
