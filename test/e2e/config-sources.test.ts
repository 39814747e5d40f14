import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-config-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function sources(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { out } = await runConclave(["config", "--json", ...args], { cwd: folder, env })
  return JSON.parse(out).settings
}

test("config shows where every value comes from, and no secrets", async () => {
  const untouched = await sources()
  expect(untouched).toContainEqual({ name: "data", value: ".conclave", from: "default" })
  expect(untouched).toContainEqual({ name: "model", value: "rehearsal/auto", from: "default" })

  writeFileSync(
    join(folder, "conclave.yaml"),
    "model: rehearsal/bold\ndata: .conclave\nport: 4700\nconsensus:\n  discussion_rounds: 2\nacp:\n  mine:\n    command: [agent, --token, very-secret]\n",
  )
  writeFileSync(join(folder, ".env"), "HOST=127.0.0.2\nOPENAI_API_KEY=sk-very-secret\n")
  const PORT = "4800"
  const found = await sources([], { PORT })
  // Also if the file sets a value to its default.
  expect(found).toContainEqual({ name: "data", value: ".conclave", from: "conclave.yaml" })
  expect(found).toContainEqual({ name: "port", value: "4800", from: "PORT in the environment" })
  expect(found).toContainEqual({ name: "host", value: "127.0.0.2", from: "HOST in .env" })
  expect(found).toContainEqual({ name: "model", value: "rehearsal/bold", from: "conclave.yaml" })
  expect(found).toContainEqual({ name: "consensus.discussion_rounds", value: "2", from: "conclave.yaml" })
  expect(found).toContainEqual({ name: "acp.mine.command", value: "agent …", from: "conclave.yaml" })
  expect(found).toContainEqual({ name: "openai key", value: "set", from: "OPENAI_API_KEY in .env" })

  const DATABASE_URL = "postgres://ann:hunter2@db.example:5432/talks"
  const shown = await runConclave(["config"], { cwd: folder, env: { DATABASE_URL } })
  expect(shown.out).toMatch(
    /database +postgres:\/\/ann:hidden@db\.example:5432\/talks +DATABASE_URL in the environment/,
  )
  expect(shown.out).not.toMatch(/hunter2|very-secret/)
  expect(await sources(["--data", "mine"], { DATABASE_URL })).toContainEqual({
    name: "data",
    value: "mine",
    from: "--data",
  })
})
