import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"

const script = join(import.meta.dirname, "../support/acp-agent.ts")

test("a local ACP agent from the configuration takes a seat as acp/<name>", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "conclave-acp-seat-"))
  writeFileSync(
    join(cwd, "conclave.yaml"),
    `acp:\n  scripted:\n    command: ["${process.execPath}", "${script}", speak]\n`,
  )
  const seats = ["--seat", "Ann=acp/scripted", "--seat", "Bo=rehearsal/bold"]
  const topic = "How should the village heat its school?"
  const { out, err } = await runConclave(["discuss", topic, "-f", "panel", ...seats, "-r", "1", "--quiet", "--json"], {
    cwd,
  })
  const { id } = JSON.parse(out)
  const record = await runConclave(["show", id, "--json"], { cwd })
  expect(record.out, err).toContain("I was asked about the school, and I answer at length.")
  const wish = ["--seat", '{"name":"Ann","model":"rehearsal/bold","options":{"permissions":["execute"]}}']
  const refused = await runConclave(["discuss", topic, "-f", "panel", ...wish, "--seat", "Bo=rehearsal/bold"], { cwd })
  expect(refused.code).toBe(2)
  expect(refused.err).toContain("only acp/ agents have permissions")
  const unknown = await runConclave(["discuss", topic, "-f", "panel", "--seat", "Ann=acp/sh"], { cwd })
  expect(unknown.code).not.toBe(0)
  expect(unknown.err).toContain("acp/sh")
})
