import { beforeAll, describe, expect, test } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const reasons = "what it costs is known, and what waiting costs grows with every week that we do not decide about it"
const rounds = 20

const draft = {
  answer: "Move **in stages**, the archive first.",
  why: [
    { text: "The cost is `known`", citations: [{ turn: "t1", quote: "what it costs is known" }] },
    { text: "Waiting costs too", citations: [{ turn: "t2", quote: "" }] },
    { text: "Nobody said this", citations: [{ turn: "t1", quote: "the moon is made of cheese" }] },
  ],
  dissent: [{ seat: "Birch", text: "Would move at once", citations: [{ turn: "t2", quote: "" }] }],
  unanswered: ["Who pays for the second rack?"],
  wouldChange: ["A lease that ends in March"],
  nextSteps: [{ text: "Count the disks", owner: "Ash" }],
  agreedOn: [],
  contradictions: [],
  singlePoints: [],
  blindSpots: ["The power bill"],
}

/** Speaks in turn and writes the given record. */
function speaker(id: string, record: string) {
  return scriptedModel({
    id,
    replies: ({ view }) =>
      view.ask.kind === "record"
        ? record
        : view.ask.kind === "result"
          ? '{"pick":"stages"}'
          : `Round ${view.round}, ${view.seat.name}: we can begin, because ${reasons}.`,
  })
}

const rig = pageRig({ own: [speaker("test/writer", JSON.stringify(draft)), speaker("test/mute", "no record")] })

async function ended(model: string, asked: number, more = {}): Promise<string> {
  const seats = ["Ash", "Birch"].map((name) => ({ name, model }))
  const body = {
    format: "panel",
    topic: "Do we move at once or in stages?",
    seats,
    options: { rounds: asked, retries: 0 },
    record: true,
    ...more,
  }
  const { discussion } = await rig.call("POST", "/api/v1/discussions", body)
  await (await fetch(`${rig.url}/api/v1/discussions/${discussion.id}/events`)).text()
  return discussion.id
}

let id: string

beforeAll(async () => {
  id = await ended("test/writer", rounds)
})

describe("the decision record on the page [web.record]", () => {
  test("shows a result requested by schema", async () => {
    const result = { type: "object", properties: { pick: { enum: ["stages", "at once"] } }, required: ["pick"] }
    const page = await rig.openPage(`/discussions/${await ended("test/writer", 1, { result })}`)
    const outcome = page.getByRole("region", { name: "Outcome" })
    await outcome.getByRole("heading", { name: "Result as JSON" }).waitFor()
    await outcome.getByText('"pick": "stages"').waitFor()
  })

  test("the form accepts a schema and reports invalid JSON", async () => {
    const page = await rig.openPage("/", { width: 1440, mayComplain: [/status of 400/] })
    await page.getByLabel("What should they discuss?").fill("Which?")
    await page.getByText("Settings", { exact: true }).last().click()
    const field = page.getByLabel("Answer as JSON")
    await field.fill('{ "type": ')
    await page.getByText("This is not JSON yet").waitFor()
    await field.fill('{ "type": "object" }')
    await page.getByText("This is not JSON yet").waitFor({ state: "hidden" })
    const sent = page.waitForRequest((request) => request.method() === "POST" && /discussions$/.test(request.url()))
    await page.getByRole("button", { name: "Start the discussion" }).click()
    expect((await sent).postDataJSON().result).toEqual({ type: "object" })
    await page.waitForURL(/discussions/)
    await rig.call("POST", `/api/v1${new URL(page.url()).pathname}/abort`)
  })

  test("comes first: answer, reasons, dissent, open questions, omissions and author", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440, height: 1300 })
    const outcome = page.getByRole("region", { name: "Outcome" })
    const part = (title: string) =>
      outcome
        .locator("section, div")
        .filter({
          has: page.getByRole("heading", { level: 3, name: title, exact: true }),
        })
        .last()
    await part("Answer").getByText("Move in stages, the archive first.").waitFor()
    expect(await part("Answer").locator("strong").textContent()).toBe("in stages")
    expect(await part("Why").getByRole("listitem").count()).toBe(2)
    expect(await part("Why").locator("code").textContent()).toBe("known")
    expect(await part("Why").locator("q").textContent()).toBe("what it costs is known")
    expect(await part("Who disagrees").textContent()).toMatch(/Birch.*Would move at once/)
    expect(await part("Not answered").textContent()).toContain("Who pays for the second rack?")
    expect(await part("What would change the decision").textContent()).toContain("A lease that ends in March")
    expect(await part("Next steps").textContent()).toMatch(/Count the disks.*Ash/)
    expect(await part("Blind spots").textContent()).toContain("The power bill")
    const leftOut = outcome.locator("details").filter({ hasText: "Left out" })
    await leftOut.locator("summary").click()
    expect(await leftOut.textContent()).toMatch(/Why: the words in quotation marks were not said.*Nobody said this/)
    expect(await outcome.textContent()).toMatch(/Written by Ash \(test\/writer\)/)
    expect(await outcome.getByText("in stages").count()).toBe(1)
    expect(
      await outcome
        .getByText("Cost", { exact: true })
        .or(outcome.getByText("Tokens", { exact: true }))
        .count(),
    ).toBe(1)
    await expectAccessible(page)
  })

  test("a citation scrolls to its turn every time, whatever view is active", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440, height: 700 })
    const outcome = page.getByRole("region", { name: "Outcome" })
    const cited = outcome.getByRole("link", { name: "Birch, t2" }).first()
    const turn = page.locator("article#t2")
    const isSeen = () =>
      turn.evaluate((element) => {
        const { top } = (element as unknown as { getBoundingClientRect(): { top: number } }).getBoundingClientRect()
        return top >= 0 && top < 300
      })
    await page.getByLabel("Show turns").selectOption({ label: "Only Ash" })
    await cited.click()
    await page.waitForURL(/#t2$/)
    await expect.poll(isSeen).toBe(true)
    await page.getByRole("tab", { name: "Insights" }).click()
    await cited.click()
    await expect.poll(isSeen).toBe(true)
    await cited.scrollIntoViewIfNeeded()
    await cited.click()
    await expect.poll(isSeen).toBe(true)
  })

  test("can be copied as Markdown", async () => {
    const page = await rig.openPage(`/discussions/${id}`)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByRole("button", { name: "Copy the record" }).click()
    await page.getByText("The record is copied.").waitFor()
    const copied = await page.evaluate<string>("navigator.clipboard.readText()")
    expect(copied).toContain(
      "# Do we move at once or in stages?\n\n## Answer\n\nMove **in stages**, the archive first.",
    )
    expect(copied).toContain("- The cost is `known` (Ash, t1: “what it costs is known”)")
    expect(copied).toContain("- Birch: Would move at once (Birch, t2)")
    expect(copied).toContain("## Left out, because a check did not confirm it")
  })

  test("prints every turn of a long transcript and no controls", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { theme: "dark" })
    await page.getByRole("region", { name: "Outcome" }).waitFor()
    await page.getByLabel("Show turns").selectOption({ label: "Only Ash" })
    expect(await page.getByRole("article").count()).toBeLessThan(rounds)
    await page.getByRole("tab", { name: "Insights" }).click()
    await page.evaluate("window.print = () => { window.printed = true; dispatchEvent(new Event('beforeprint')) }")
    await page.emulateMedia({ media: "print" })
    await page.evaluate("document.querySelector('[data-testid=print]').click()")
    await page.waitForFunction("window.printed")
    expect(await page.locator("article:visible").count()).toBe(rounds * 2)
    expect(await page.locator("button:visible, nav:visible, input:visible, textarea:visible").count()).toBe(0)
    const ink = await page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    expect(ink).toBe("light")
    const paper = await page.pdf()
    const pages = paper.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []
    expect(pages.length).toBeGreaterThan(3)
    await page.emulateMedia({ media: "screen" })
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    await expect.poll(() => page.getByRole("article").count()).toBeLessThan(rounds)
  })

  test("can be saved as Markdown, web page, ADR and JSON", async () => {
    const page = await rig.openPage(`/discussions/${id}`)
    const outcome = page.getByRole("region", { name: "Outcome" })
    for (const [item, ending] of [
      ["Markdown", ".md"],
      ["Web page", ".html"],
      ["Decision record (ADR)", "-adr.md"],
      ["JSON", ".json"],
    ] as const) {
      await outcome.getByRole("button", { name: "Export" }).click()
      const download = page.waitForEvent("download")
      await page.getByRole("menuitem", { name: item }).click()
      expect((await download).suggestedFilename()).toMatch(new RegExp(`${ending.replace(".", "\\.")}$`))
    }
  })

  test("shows why it could not be written", async () => {
    const page = await rig.openPage(`/discussions/${await ended("test/mute", 1)}`)
    await page
      .getByRole("region", { name: "Outcome" })
      .getByText(/^There is no decision record: .+/)
      .waitFor()
    await expectAccessible(page)
  })

  test.each([
    ["es", "Quién discrepa"],
    ["zh", "不同意见"],
  ] as const)("is accessible in %s, on a phone in dark mode [web.accessible]", async (language, title) => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 360, height: 1200, theme: "dark", language })
    await page.getByRole("heading", { level: 3, name: title, exact: true }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole("heading", { level: 3 }).first().scrollIntoViewIfNeeded()
  })
})
