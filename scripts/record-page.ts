import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { launchBrowser } from "../test/browser/launch-browser.ts"
import { startPageServer } from "../test/browser/page-server.ts"
import { buildPage } from "../test/support/build-page.ts"

/**
 * Records the README's animation of the page: `node scripts/record-page.ts`, by hand, with Chromium and img2webp.
 * Rehearsal models discuss on the real server; it takes a screenshot after each turn, of the outcome and of the replay.
 * Only the duration of each frame is chosen here.
 */
const file = join(import.meta.dirname, "../docs/screenshots/positions.webp")
const maxBytes = 1_000_000
const screen = { width: 1280, height: 800 }
const [turnMs, outcomeMs, replayMs, replaySteps] = [900, 3_000, 500, 9]

/** With this seed two seats change their minds, and one keeps its own position. */
const discussion = {
  format: "assembly",
  topic: "Which database should a new product begin with?",
  seed: 22,
  seats: [
    { name: "Ash", model: "rehearsal/bold" },
    { name: "Birch", model: "rehearsal/sceptic" },
    { name: "Cedar", model: "rehearsal/warm" },
    { name: "Elm", model: "rehearsal/curious" },
  ],
  options: { rounds: 3 },
  decision: { protocol: "plurality", options: ["SQLite", "PostgreSQL", "a hosted service"] },
}
const turnCount = discussion.seats.length * discussion.options.rounds

buildPage()
const folder = mkdtempSync(join(tmpdir(), "conclave-record-"))
const server = await startPageServer({ paced: true }, console.error)
const browser = await launchBrowser()
try {
  const page = await browser.newPage({
    viewport: screen,
    colorScheme: "light",
    locale: "en-GB",
    reducedMotion: "reduce",
  })
  await page.addInitScript(`localStorage.setItem("conclave-history", "closed")`)
  const frames: string[] = []
  /** Waits until scrolling has stopped. */
  const scrolled = async () => {
    const place = async () => (await page.locator("h1").boundingBox())?.y
    for (let before: number | undefined = Number.NaN, now = await place(); before !== now; ) {
      await setTimeout(100)
      ;[before, now] = [now, await place()]
    }
  }
  const keep = async (ms: number) => {
    const path = join(folder, `${frames.length}.png`)
    await scrolled()
    await page.screenshot({ path, animations: "disabled" })
    frames.push("-d", String(ms), path)
  }

  const body = JSON.stringify(discussion)
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${server.url}/api/v1/discussions`, { method: "POST", headers, body })
  if (!answer.ok) throw new Error(await answer.text())
  const { discussion: made } = (await answer.json()) as { discussion: { id: string } }
  await page.goto(`${server.url}/discussions/${made.id}`)
  for (let turn = 1; turn <= turnCount; turn++) {
    await page.locator(`article#t${turn}`).getByText("% sure").waitFor({ timeout: 120_000 })
    await keep(turnMs)
  }
  const outcome = page.getByRole("region", { name: "Outcome" })
  await outcome.waitFor({ timeout: 120_000 })
  await page.getByRole("button", { name: "Read the outcome" }).click()
  const scrollTo = (top: number) => page.evaluate(`scrollTo({ top: ${top}, behavior: "instant" })`)
  await scrolled()
  await scrollTo(0)
  await keep(outcomeMs)

  await page.getByRole("button", { name: "Replay", exact: true }).click()
  await page.getByRole("button", { name: "Pause", exact: true }).click()
  const slider = page.getByRole("slider", { name: "Replay the discussion" })
  const last = Number(await slider.getAttribute("max"))
  for (let step = 1; step < replaySteps; step++) {
    await slider.fill(String(Math.round((last * step) / replaySteps)))
    // Scroll down so that the changes of mind are visible.
    await scrollTo(110)
    await keep(replayMs)
  }
  await page.getByRole("button", { name: "Back to now" }).click()
  await outcome.waitFor()
  await scrollTo(0)
  await keep(outcomeMs)

  execFileSync("img2webp", ["-loop", "0", "-min_size", "-lossless", ...frames, "-o", file])
  const { size } = statSync(file)
  console.log(`docs/screenshots/positions.webp: ${frames.length / 3} frames, ${Math.round(size / 1_000)} KB`)
  if (size > maxBytes) throw new Error("the picture is too large for a README: take fewer screenshots")
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}
