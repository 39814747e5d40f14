import { execFile } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { addConformanceFixtures } from "../support/mcp-conformance.ts"
import { eras, httpClient, mcpServer } from "./mcp-rig.ts"

const suite = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js")
const notApplicable = join(import.meta.dirname, "mcp-not-applicable.yaml")

/** The suite allows half a second for some answers; a busy machine needs up to five. */
const longerTimeouts = `const real = setTimeout
globalThis.setTimeout = (call, ms, ...rest) => ms === 500 ? real(call, 5000, ...rest).unref() : real(call, ms, ...rest)`
const nodeArgs = ["--import", `data:text/javascript,${encodeURIComponent(longerTimeouts)}`]

test.each(eras)("meets every requirement of the suite for %s, except those listed with a reason", async (era) => {
  const { url } = await mcpServer({}, [], { extend: addConformanceFixtures })
  await (await httpClient(url, era)).listTools() // the first call loads what the others need
  const cwd = mkdtempSync(join(tmpdir(), "conclave-mcp-conformance-"))
  const args = ["server", "--url", `${url}/mcp`, "--requirements", era, "--expected-failures", notApplicable]
  const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [...nodeArgs, suite, ...args], { cwd, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    )
  })
  expect(code, out.slice(-3_000)).toBe(0)
  const passed = out.match(/^✓ /gm)?.length ?? 0
  expect(passed).toBe(era === "2025-11-25" ? 30 : 49)
})
