import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import type { Model } from "../../src/ports/model.ts"
import { expectAccessible } from "./axe.ts"
import { measureMainThread } from "./measure-main-thread.ts"
import { pageRig, screenshot } from "./page-rig.ts"
import { writeLongDiscussion } from "./write-long-discussion.ts"

const chunks = 1_000
const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }

/** Two hundred Markdown chunks per second for five seconds. */
const fast: Model = {
  id: "own/fast",
  structured: false,
  async *stream() {
    for (let index = 0; index < chunks; index++) {
      yield { type: "text", text: index % 40 === 39 ? "end.\n\n" : index % 13 === 0 ? "**bold** " : `word${index} ` }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    yield { type: "finish", reason: "stop", usage }
  },
}

const rig = pageRig({ own: [fast] })

const articles = (page: Page) => page.evaluate<number>("document.querySelectorAll('article').length")
/** Gaps in the visible part of the transcript, with the element found there; empty if there are none. */
const findBlanks = `(() => {
  const list = document.querySelector("[data-testid=transcript]").getBoundingClientRect()
  const rows = [...document.querySelectorAll("[data-index]")].map((row) => row.getBoundingClientRect())
  const [from, to] = [Math.max(0, list.top), Math.min(innerHeight, list.bottom)]
  const found = []
  for (let y = Math.ceil(from); y < to - 1; y++) {
    if (rows.some(({ top, bottom }) => top <= y + 0.5 && y + 0.5 < bottom)) continue
    const { tagName, className } = document.elementFromPoint(innerWidth / 3, y) ?? {}
    found.push({ y, tagName, className, scrollY, rows: rows.length, first: rows[0]?.top, last: rows.at(-1)?.bottom })
  }
  return found
})()`

describe("a very long or very fast discussion", () => {
  test("10,000 turns scroll between any two positions with only a window of them rendered [web.live]", async () => {
    const turns = 10_000
    const id = await writeLongDiscussion(rig, turns)
    const page = await rig.openPage(`/discussions/${id}`)
    await page.locator(`article#t${turns}`).waitFor({ timeout: 120_000 })
    expect(await articles(page)).toBeLessThan(40)
    await page.getByTestId("status").first().filter({ hasText: "Paused" }).waitFor()

    await page.mouse.move(400, 400)
    const tasks = await measureMainThread(page, async () => {
      for (const delta of [...Array(40).fill(-400), -3_000, -20_000, 500, -50_000]) {
        await page.mouse.wheel(0, delta)
        await expect.poll(() => page.evaluate(findBlanks)).toEqual([])
        expect(await articles(page)).toBeLessThan(40)
      }
    })
    console.log(`main thread while 10,000 turns are scrolled: ${JSON.stringify(tasks)}`)
    await page.getByRole("button", { name: "Jump to the newest" }).click()
    await page.locator(`article#t${turns}`).waitFor()
    await page.getByRole("button", { name: "Jump to the newest" }).waitFor({ state: "hidden" })

    await page.goto(`${rig.url}/discussions/${id}#t5000`)
    const middle = page.locator("article#t5000")
    await middle.getByText("Turn number 5000.").waitFor()
    await expect.poll(async () => (await middle.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
    await page.getByRole("searchbox", { name: "Search the transcript" }).fill("turn number 7777.")
    await page.keyboard.press("Enter")
    await page.locator("article#t7777").getByText("Turn number 7777.").waitFor()
    await page.evaluate("scrollTo(0, 0)")
    await page.locator("article#t1").waitFor()
    expect(await articles(page)).toBeLessThan(40)
    await expectAccessible(page)
    await screenshot(page, "discussion-long")
  })

  test("at 200 chunks per second, finished blocks are not re-rendered; prints the main thread's load [web.live]", async () => {
    const seats = [{ name: "Fast", model: "own/fast" }]
    const options = { rounds: 1, stop: [] }
    const body = { format: "panel", topic: "As fast as you can", seats, options, record: false, start: false }
    const { discussion } = await rig.call("POST", "/api/v1/discussions", body)
    const page = await rig.openPage(`/discussions/${discussion.id}`)
    await page.getByRole("button", { name: "Start" }).click()
    const paragraphs = page.locator("article#t1 .markdown p")
    await paragraphs.nth(2).waitFor()
    await page.evaluate(`
      window.first = document.querySelector("article#t1 .markdown p")
      window.changes = 0
      new MutationObserver((changed) => (changes += changed.length))
        .observe(first, { childList: true, characterData: true, subtree: true })
    `)
    const tasks = await measureMainThread(page, async () => {
      await paragraphs.nth(chunks / 40 - 4).waitFor()
      expect(await page.evaluate("[first.isConnected, changes]")).toEqual([true, 0])
    })
    console.log(`main thread over some ${(chunks * 0.8).toFixed()} chunks: ${JSON.stringify(tasks)}`)
    expect(tasks.count).toBeGreaterThan(50)
    await page.getByTestId("status").first().filter({ hasText: "Ended" }).waitFor()
  })
})
