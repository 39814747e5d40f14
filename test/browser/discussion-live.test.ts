import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { expectAccessible, expectAccessibleInEveryLook } from "./axe.ts"
import { ControlledModel, consensusBlock } from "./controlled-model.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const puppet = new ControlledModel("own/puppet")
const lines = [
  "I would begin with **one** service.\n\n```ts\nconst team = 3\n```",
  "Agreed, with a date to look at it again.",
]
const said = scriptedModel({
  id: "own/said",
  replies: ({ view }, index) =>
    view.ask.kind === "vote"
      ? view.round === 1
        ? consensusBlock("NO", 40, "What speaks for several has not been heard.", "Wait.")
        : consensusBlock("YES", 90, "All that matters is covered.", "Begin with **one** service.")
      : lines[index % 2]!,
})
const orders: Readonly<Record<string, string>> = {
  Ash: "PostgreSQL\nSQLite\nFiles",
  Birch: "SQLite\nPostgreSQL\nFiles",
  Cedar: "Files\nSQLite\nPostgreSQL",
}
const voter = scriptedModel({
  id: "own/voter",
  replies({ view: { ask, seat } }) {
    if (ask.kind !== "vote") return `${seat.name} would rather decide by how easily we can change our minds later on.`
    if (ask.asks !== "choice") return consensusBlock("YES", 75, "We have heard enough.")
    const why = seat.name === "Cedar" ? "I trust files." : "It does what we need."
    return `[RANKING]\n${orders[seat.name]}\n[CONFIDENCE]\n70\n[REASONING]\n${why}`
  },
})
const rig = pageRig({ own: [puppet, said, voter] })

const transcript = (page: Page) => page.getByRole("log", { name: "Transcript" })
const status = (page: Page) => page.getByTestId("status").first()
const shows = (page: Page, text: string) => status(page).filter({ hasText: text }).waitFor()

async function start(body: object): Promise<string> {
  return (await rig.call("POST", "/api/v1/discussions", body)).discussion.id
}

async function ended(id: string): Promise<void> {
  await rig.call("GET", `/api/v1/discussions/${id}`)
  const response = await fetch(`${rig.url}/api/v1/discussions/${id}/events`, {
    headers: { accept: "text/event-stream" },
  })
  await response.text()
}

const seats = [
  { name: "Ann", role: "manager", model: "own/puppet" },
  { name: "Ben", role: "leader", model: "own/puppet" },
]

describe("a running discussion", () => {
  test("text appears as it is spoken, with speaker, round and caret; new turns are announced [web.live]", async () => {
    const id = await start({ format: "panel", topic: "What do we ship first?", seats, options: { rounds: 1 } })
    const page = await rig.openPage(`/discussions/${id}`)
    await shows(page, "Live")
    await transcript(page).getByRole("heading", { name: "Round 1 of 1" }).waitFor()
    await puppet.asked(1)
    puppet.say("The login ")
    const turn = page.locator("article#t1")
    await turn.getByText("The login").waitFor()
    expect(await turn.getAttribute("aria-busy")).toBe("true")
    expect(await turn.locator(".caret").count()).toBe(1)
    await page.getByRole("img", { name: /Ann speaking/ }).waitFor()
    puppet.say("page, since nobody gets past it.")
    await turn.getByText("The login page, since nobody gets past it.").waitFor()
    await expectAccessible(page)
    puppet.finish()
    await page.locator('[aria-live="polite"]', { hasText: "Ann: The login page" }).waitFor({ state: "attached" })
    expect(await turn.locator(".caret").count()).toBe(0)
    await puppet.asked(2)
    puppet.say("Yes.")
    puppet.finish()
    await shows(page, "Ended")
    await page
      .getByRole("region", { name: "Outcome" })
      .getByText(/^Ended after 1 round/)
      .waitFor()
  })

  test("a retried turn starts over: two attempts are never joined [web.live]", async () => {
    const before = 3
    const options = { rounds: 1, retryDelayMs: 1 }
    const id = await start({ format: "panel", topic: "Again?", seats: seats.slice(0, 1), options })
    const page = await rig.openPage(`/discussions/${id}`)
    await puppet.asked(before)
    puppet.say("Half of a tho")
    const turn = page.locator("article#t1")
    await turn.getByText("Half of a tho").waitFor()
    puppet.fail("it broke")
    await turn.getByText("The call failed").waitFor()
    await puppet.asked(before + 1)
    puppet.say("A whole thought.")
    puppet.finish()
    await turn.getByText("A whole thought.").waitFor()
    expect(await turn.textContent()).not.toContain("Half of a tho")
    expect(await turn.textContent()).toContain("attempt 2")
    await shows(page, "Ended")
  })

  test("a duet shows votes with confidence and reason, and the outcome with changes of position [web.live]", async () => {
    const model = "own/said"
    const id = await start({ format: "duet", topic: "One service or several?", seats: [{ model }, { model }] })
    const page = await rig.openPage(`/discussions/${id}`)
    await shows(page, "Ended")
    const outcome = page.getByRole("region", { name: "Outcome" })
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${id}`)
    await outcome.getByRole("heading", { name: discussion.outcome.sentence }).waitFor()
    await outcome.getByText("Begin with one service.").waitFor()
    await outcome.getByText("First vote, round 1").waitFor()
    await outcome.getByText("Last vote, round 2").waitFor()
    await page.goto(`${rig.url}/discussions/${id}#b2`)
    const ballot = page.locator("article#b2")
    await ballot.waitFor()
    expect(await ballot.textContent()).toMatch(/Is there agreement\?[\s\S]*90% sure[\s\S]*All that matters is covered/)
    await page.getByRole("tab", { name: "Insights" }).click()
    // No seat stated a position, and the position charts say so.
    await page.getByRole("region", { name: "Map of the argument" }).getByText("There is nothing to draw.").waitFor()
  })

  test("a rehearsal hive shows its labels, rounds and synthesis [web.live]", async () => {
    const id = await start({ format: "hive", topic: "How should we name our releases?", seed: 7 })
    await ended(id)
    const page = await rig.openPage(`/discussions/${id}`)
    await shows(page, "Ended")
    await page.locator("main header").first().getByText("rehearsal", { exact: true }).waitFor()
    expect(await page.getByText("rehearsal", { exact: true }).count()).toBeGreaterThan(4)
    await transcript(page)
      .getByRole("heading", { name: /Round 1 of 3/ })
      .waitFor()
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${id}`)
    await page
      .getByRole("region", { name: "Outcome" })
      .getByText(discussion.outcome.solution.slice(0, 40))
      .first()
      .waitFor()
  })

  test("an assembly's ballot is shown with its count, votes and reasons, a recount and the dissent [web.live]", async () => {
    const decision = { options: ["PostgreSQL", "SQLite", "Files"], protocol: "borda" }
    const members = ["Ash", "Birch", "Cedar"].map((name) => ({ name, model: "own/voter" }))
    const body = { format: "assembly", topic: "Which database?", seats: members, decision, options: { rounds: 2 } }
    const id = await start(body)
    await ended(id)
    const page = await rig.openPage(`/discussions/${id}`)
    const outcome = page.getByRole("region", { name: "Outcome" })
    await outcome.getByText("Who disagreed").waitFor()
    await outcome.getByText("I trust files.").waitFor()
    await outcome.getByText("Other voting methods").click()
    await outcome.getByRole("row", { name: /Plurality/ }).waitFor()
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${id}`)
    const { id: key } = discussion.ballots.findLast(({ asks }: { asks: string }) => asks === "choice")
    await page.goto(`${rig.url}/discussions/${id}#${key}`)
    const card = page.locator(`article#${key}`)
    await card.scrollIntoViewIfNeeded()
    const words = await card.textContent()
    for (const part of [
      "secret",
      "Ranking (Borda)",
      "Final choice: “SQLite”",
      "70% sure",
      "Files › SQLite › PostgreSQL",
      "I trust files.",
    ]) {
      expect(words).toContain(part)
    }
    await expectAccessible(page)
    await screenshot(page, "discussion-ballot")
    const aside = page.locator("article", { hasText: "Hold the vote?" }).last()
    if ((await aside.count()) > 0) await aside.locator("summary").click()
  })

  test("a link scrolls to its turn; search and keys move between turns [web.live]", async () => {
    const id = await start({ format: "hive", topic: "How do we keep meetings short?", seed: 2 })
    await ended(id)
    const page = await rig.openPage(`/discussions/${id}#t5`)
    const fifth = page.locator("article#t5")
    await fifth.waitFor()
    await expect.poll(async () => (await fifth.boundingBox())?.y ?? 0).toBeLessThan(500)
    await fifth.getByRole("button", { name: /More about/, disabled: false }).focus()
    await page.keyboard.press("k")
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("t4")
    await page.keyboard.press("j")
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("t5")
    await page.keyboard.press("Home")
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("t1")
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keys" }).waitFor()
    await page.keyboard.press("Escape")
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${id}`)
    const words = discussion.turns[3].content.match(/[\w ]{12,24}/)[0].trim()
    await page.getByRole("searchbox", { name: "Search the transcript" }).fill(words.toUpperCase())
    await page.keyboard.press("Enter")
    await page
      .getByRole("status")
      .filter({ hasText: /1 of \d/ })
      .waitFor()
    await page.locator("article").filter({ hasText: words }).first().waitFor()
  })

  test("an unknown discussion is reported", async () => {
    const page = await rig.openPage("/discussions/nothing", { mayComplain: [/404/] })
    await page.getByRole("heading", { name: "Discussion not found" }).waitFor()
    await expectAccessible(page)
  })

  const everywhere = ["light-1440", "dark-1440", "light-768", "dark-768", "light-360", "dark-360"] as const

  test("the page is accessible and complete in every look, on a tablet too [web.accessible]", async () => {
    const model = "own/said"
    const id = await start({
      format: "duet",
      topic: "One service or several?",
      seats: [{ model }, { name: "Bea", model }],
    })
    await ended(id)
    const page = await rig.openPage(`/discussions/${id}`)
    await shows(page, "Ended")
    const outcome = page.getByRole("region", { name: "Outcome" })
    await outcome.waitFor()
    await expect.poll(async () => (await outcome.boundingBox())?.y ?? -1).toBeGreaterThan(0)
    await expectAccessibleInEveryLook(page, {}, everywhere)
    await page.getByRole("tab", { name: "Insights" }).click()
    await page.getByRole("heading", { name: "How sure they were" }).waitFor()
    await expectAccessibleInEveryLook(page, {}, everywhere)
  })

  test.each([
    ["es", "Terminada", "Resultado"],
    ["zh", "已结束", "结果"],
  ] as const)("the page is shown in %s", async (language, end, label) => {
    const model = "own/said"
    const id = await start({ format: "duet", topic: "One service or several?", seats: [{ model }, { model }] })
    await ended(id)
    const page = await rig.openPage(`/discussions/${id}`, { language })
    await shows(page, end)
    await page.getByRole("region", { name: label }).waitFor()
  })
})
