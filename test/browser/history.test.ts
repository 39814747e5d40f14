import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig()

const topics = [
  "Which database should a new product begin with?",
  "Should a small team begin with one service or with several?",
  "How do we keep meetings from filling every calendar?",
]
const ids: string[] = []

async function begin(topic: string): Promise<string> {
  const body = { format: "panel", topic, seed: 3, options: { rounds: 1 } }
  const { discussion } = await rig.call("POST", "/api/v1/discussions", body)
  await (await fetch(`${rig.url}/api/v1/discussions/${discussion.id}/events`)).text()
  return discussion.id
}

beforeAll(async () => {
  for (const topic of topics) ids.push(await begin(topic))
})

const panel = (page: Page) => page.getByRole("complementary", { name: "Discussions" })
const summary = async (id: string) => (await rig.call("GET", `/api/v1/discussions/${id}/summary`)).discussion

async function choose(page: Page, topic: string, action: string): Promise<void> {
  await panel(page)
    .getByRole("button", { name: `Actions for ${topic}` })
    .click()
  await page.getByRole("menuitem", { name: action }).click()
}

describe("the list beside a discussion [web.history]", () => {
  test("searches turns, highlights the match, and opens the turn", async () => {
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${ids[1]}`)
    const { id: turnId, content } = discussion.turns[0]
    const word = content.match(/[a-z]{7,}/)[0]
    const page = await rig.openPage(`/discussions/${ids[0]}`, { width: 1440 })
    await panel(page).getByRole("heading", { name: "Today" }).waitFor()
    await panel(page).getByRole("link", { name: topics[2]! }).getByText("Completed").waitFor()
    await panel(page).getByLabel("Search everything said").fill(word)
    await panel(page).getByRole("status").getByText("found").waitFor()
    const marked = panel(page).locator("mark").first()
    await marked.waitFor()
    expect((await marked.textContent())?.toLowerCase()).toContain(word.toLowerCase())
    await panel(page).getByLabel("Search everything said").fill("zzzz")
    await panel(page).getByText("No discussion contains these words.").waitFor()
    expect(turnId).toBe("t1")
  })

  test("renames, tags, pins and archives; archiving can be undone", async () => {
    const [topic, id] = [topics[1]!, ids[1]!]
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    await choose(page, topic, "Rename and tag")
    await panel(page).getByLabel("Title").fill("Services")
    await panel(page).getByLabel("Tags").fill("ops, architecture")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Services" }).waitFor()
    expect(await summary(id)).toMatchObject({ title: "Services", tags: ["ops", "architecture"] })
    await choose(page, "Services", "Pin")
    await panel(page).getByRole("heading", { name: "Pinned" }).waitFor()
    await expectAccessible(page)
    await choose(page, "Services", "Archive")
    await panel(page)
      .getByRole("link", { name: /Services/ })
      .waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    await panel(page)
      .getByRole("link", { name: /Services/ })
      .waitFor()
    expect(await summary(id)).toMatchObject({ archived: false, pinned: true })
  })

  test("deletes permanently unless undone in time", async () => {
    const [kept, gone] = [await begin("Keep this one?"), await begin("Let this one go?")]
    const page = await rig.openPage(`/discussions/${gone}`, { width: 1440, mayComplain: [/404/] })
    await choose(page, "Keep this one?", "Delete")
    await panel(page)
      .getByRole("link", { name: /Keep this one/ })
      .waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    await panel(page)
      .getByRole("link", { name: /Keep this one/ })
      .waitFor()
    await choose(page, "Let this one go?", "Delete")
    await page.waitForURL((url) => url.pathname === "/")
    // Closing the page does not undo the deletion.
    await page.close()
    for (;;) {
      const { status } = await fetch(`${rig.url}/api/v1/discussions/${gone}`)
      if (status === 404) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await summary(kept)).toMatchObject({ id: kept })
  })

  test("is a drawer on a phone, opened by its button or by Ctrl K [web.accessible]", async () => {
    for (const theme of ["light", "dark"] as const) {
      const page = await rig.openPage(`/discussions/${ids[0]}`, { width: 360, height: 740, theme })
      await page.getByRole("button", { name: /Show discussions/ }).click()
      const drawer = page.getByRole("dialog", { name: "Discussions" })
      await drawer.getByRole("link", { name: topics[0]! }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press("Escape")
      await drawer.waitFor({ state: "hidden" })
      await page.keyboard.press("Control+k")
      // Typed text goes into the search field.
      await expect.poll(() => page.evaluate("document.activeElement.placeholder")).toBe("Search everything said")
      await page.keyboard.type("meetings")
      await drawer.getByRole("link", { name: topics[2]! }).click()
      await page.waitForURL(`**/discussions/${ids[2]}*`)
      await drawer.waitFor({ state: "hidden" })
    }
  })
})
