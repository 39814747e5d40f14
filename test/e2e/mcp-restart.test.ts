import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { firstLine, startConclave } from "../support/conclave-process.ts"
import { callTool, eras, httpClient } from "./mcp-rig.ts"

async function serve(cwd: string) {
  const child = startConclave(["serve", "--json", "--port", "0"], { cwd })
  onTestFinished(() => void child.kill("SIGKILL"))
  const { url } = JSON.parse(await firstLine(child)) as { url: string }
  return { child, url }
}

test.each(eras)("after kill -9 during a %s call, the same handle still answers", async (era) => {
  const cwd = mkdtempSync(join(tmpdir(), "conclave-mcp-kill-"))
  const first = await serve(cwd)
  const client = await httpClient(first.url, era)
  // A server's rehearsal models speak at reading speed, so this takes a while.
  const request = { topic: "How should the village heat its school?", format: "duet", options: { rounds: 2 }, wait: 0 }
  const { id, over } = await callTool(client, "discuss", request)
  expect(over).toBe(false)
  const call = callTool(client, "get_discussion", { id, wait: 45 }).catch((error: unknown) => error)
  first.child.kill("SIGKILL")
  await once(first.child, "exit")
  expect(await call).toBeInstanceOf(Error)
  const second = await serve(cwd)
  const again = await httpClient(second.url, era)
  let result = await callTool(again, "get_discussion", { id, wait: 45 })
  while (!result.over) result = await callTool(again, "get_discussion", { id, wait: 45 })
  expect(result).toMatchObject({ id, status: "completed" })
  expect(result.outcome.sentence).not.toBe("")
})
