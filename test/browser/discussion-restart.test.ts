import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { PublicDiscussion as Discussion } from "../../src/core/public/types.ts"
import { firstLine, startConclave } from "../support/conclave-process.ts"
import { launchBrowser } from "./launch-browser.ts"
import { screenshot } from "./page-rig.ts"

let browser: Browser
let server: ChildProcess
const data = mkdtempSync(join(tmpdir(), "conclave-restart-"))

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  if (server?.exitCode === null) {
    server.kill("SIGKILL")
    await once(server, "close")
  }
  rmSync(data, { recursive: true, force: true })
})

/** Starts the real program on the data folder and returns its URL. */
async function start(port: number): Promise<string> {
  server = startConclave(["serve", "--data", data, "--port", String(port)], { cwd: data })
  server.stderr!.resume()
  const line = await firstLine(server)
  return /http:\S+/.exec(line)![0]
}

test("when the server is killed and restarted in mid-turn, the page says so and reconnects [web.live]", async () => {
  const url = await start(0)
  const response = await fetch(`${url}/api/v1/discussions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ format: "hive", topic: "How should we name our releases?", seed: 11 }),
  })
  const { discussion } = (await response.json()) as { discussion: { id: string } }
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${url}/discussions/${discussion.id}`)
  const status = page.getByTestId("status").first()
  await page.locator("article[aria-busy] .markdown").first().waitFor()
  server.kill("SIGKILL")
  await once(server, "close")
  await status.filter({ hasText: "Reconnecting" }).waitFor()
  await screenshot(page, "discussion-reconnecting")
  const shown = await page.locator("article").count()
  expect(await start(Number(new URL(url).port))).toBe(url)
  // A slow machine may reconnect only after the last word.
  await status.filter({ hasText: /Live|Ended/ }).waitFor()
  await status.filter({ hasText: "Ended" }).waitFor()
  expect(await page.locator("article").count()).toBeGreaterThanOrEqual(shown)

  const answer = await fetch(`${url}/api/v1/discussions/${discussion.id}`)
  const kept = ((await answer.json()) as { discussion: Discussion }).discussion
  await page.evaluate("scrollTo(0, 0)")
  for (const { id, content, passed } of kept.turns.slice(0, 3)) {
    const turn = page.locator(`article#${id}`)
    await turn.waitFor()
    const first = content.split(/[\n*]/)[0] ?? ""
    const shownTimes = ((await turn.textContent()) ?? "").split(first).length - 1
    if (!passed) expect(shownTimes).toBe(1)
  }
})
