import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { ControlledModel, consensusBlock } from "./controlled-model.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const puppet = new ControlledModel("own/puppet", () => consensusBlock("YES", 80, "It holds.", "Ship the login page."))
const rig = pageRig({ own: [puppet] })
let turns = 0

const status = (page: Page) => page.getByTestId("status").first()
const shows = (page: Page, text: string) => status(page).filter({ hasText: text }).waitFor()

async function start(body: object): Promise<string> {
  return (await rig.call("POST", "/api/v1/discussions", body)).discussion.id
}

const modelSeats = [
  { name: "Ann", role: "manager", model: "own/puppet" },
  { name: "Ben", role: "leader", model: "own/puppet" },
]

function panel(more: object = {}): Promise<string> {
  return start({ format: "panel", topic: "What do we ship first?", seats: modelSeats, options: { rounds: 1 }, ...more })
}

/** Waits until the model is asked for one more turn. */
function asked(): Promise<void> {
  return puppet.asked(++turns)
}

async function speak(text: string): Promise<void> {
  await asked()
  puppet.say(text)
  puppet.finish()
}

describe("steering a discussion from its page", () => {
  test("a comment in mid-turn appears in both tabs [web.steer]", async () => {
    const id = await panel()
    const page = await rig.openPage(`/discussions/${id}`)
    const other = await rig.openTab(page, `/discussions/${id}`)
    await asked()
    puppet.say("First I would")
    await page.getByText("First I would").waitFor()
    await other.getByText("First I would").waitFor()
    await page.getByRole("textbox", { name: "Comment" }).fill("Mind the budget.")
    await page.getByRole("textbox", { name: "Your name" }).fill("Kim")
    await page.getByRole("button", { name: "Add comment" }).click()
    for (const tab of [page, other])
      await tab.getByRole("article", { name: "Kim, comment" }).getByText("Mind the budget.").waitFor()
    puppet.say(" fix the login.")
    puppet.finish()
    await speak("Yes.")
    for (const tab of [page, other]) await shows(tab, "Ended")
  })

  test("interrupting cuts off the speaker, and the text so far stays, marked as cut [web.steer]", async () => {
    const id = await panel()
    const page = await rig.openPage(`/discussions/${id}`)
    await asked()
    puppet.say("As I was going to say at great length")
    await page.getByText("As I was going to say").waitFor()
    await page.getByRole("button", { name: "Interrupt" }).click()
    const turn = page.locator("article#t1")
    await turn.getByText("Interrupted here").waitFor()
    await turn.getByText("As I was going to say at great length").waitFor()
    await speak("Next.")
    await shows(page, "Ended")
  })

  test("pause lets the turn end and starts no other; resume continues; the buttons match the state [web.steer]", async () => {
    const id = await panel()
    const page = await rig.openPage(`/discussions/${id}`)
    await asked()
    await page.getByRole("button", { name: "Pause" }).click()
    await shows(page, "Pausing after this turn")
    expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0)
    puppet.say("Done.")
    puppet.finish()
    await page.locator("article#t1").getByText("Done.").waitFor()
    await shows(page, "Paused")
    expect(await page.locator("article#t2").count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole("button", { name: "Resume" }).click()
    await speak("Also done.")
    await shows(page, "Ended")
    for (const name of ["Pause", "Resume", "Abort", "Interrupt"]) {
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0)
    }
    expect(await page.getByRole("textbox", { name: "Comment" }).count()).toBe(0)
  })

  test("abort asks for confirmation, then ends the discussion and keeps its text [web.steer]", async () => {
    const id = await panel()
    const page = await rig.openPage(`/discussions/${id}`)
    await asked()
    puppet.say("I was still")
    await page.getByText("I was still").waitFor()
    await page.getByRole("button", { name: "Abort", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Abort this discussion?" })
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Keep it running" }).click()
    await shows(page, "Live")
    await page.getByRole("button", { name: "Abort", exact: true }).click()
    await dialog.getByRole("button", { name: "Abort it" }).click()
    await shows(page, "Aborted")
    await page.locator("article#t1").getByText("I was still").waitFor()
    await page.locator("article#t1").getByText("Interrupted here").waitFor()
    await page.getByRole("region", { name: "Outcome" }).getByText("Aborted by the user").waitFor()
  })

  test("a person takes their turn, is named while awaited, and can be skipped [web.steer]", async () => {
    const seats = [{ name: "Kim", kind: "human", role: "user" }, modelSeats[0]]
    const id = await start({
      format: "panel",
      topic: "What do we ship first?",
      seats,
      options: { rounds: 2, waitMs: 3_600_000 },
    })
    const page = await rig.openPage(`/discussions/${id}`, { width: 360, height: 740 })
    await shows(page, "Waiting for Kim")
    await page.getByRole("heading", { name: "It is Kim's turn" }).waitFor()
    await page.getByText(/^until /).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, "discussion-person-360")
    // Between the acceptance of a turn and its event, nothing can be typed that would be lost.
    let spoken: unknown
    await page.route("**/turns", (route) => {
      spoken = route.request().postDataJSON()
      return route.fulfill({ json: { discussion: {} } })
    })
    const words = page.getByRole("textbox", { name: "What Kim says" })
    await words.fill("We have six weeks.")
    await page.keyboard.press("Control+Enter")
    await expect.poll(() => spoken).toMatchObject({ content: "We have six weeks." })
    const hasDraft = () => page.evaluate<boolean>("Object.keys(localStorage).some((key) => key.includes('turn.'))")
    await expect.poll(hasDraft).toBe(false)
    expect(await words.isEditable()).toBe(false)
    await rig.call("POST", `/api/v1/discussions/${id}/turns`, spoken)
    await page.locator("article#t1").getByText("We have six weeks.").waitFor()
    await speak("Then the login page.")
    await shows(page, "Waiting for Kim")
    await page.getByRole("button", { name: "Continue without Kim" }).click()
    await page.getByText("Kim was interrupted before the first word").waitFor()
    await speak("Done.")
    await shows(page, "Ended")
  })

  test("a person votes by form: yes or no, confidence and reason [web.steer]", async () => {
    const seats = [
      { name: "Kim", kind: "human" },
      { name: "Ann", model: "own/puppet" },
    ]
    const id = await start({ format: "duet", topic: "Ship the login page?", seats })
    const page = await rig.openPage(`/discussions/${id}`)
    await page.getByRole("textbox", { name: "What Kim says" }).fill("I would ship it.")
    await page.getByRole("button", { name: "Send" }).click()
    await speak("So would I.")
    await page.getByRole("radio", { name: "Yes" }).check()
    await page.getByRole("slider").fill("95")
    await page.getByRole("textbox", { name: "Why" }).fill('Nothing {is} "left" out.')
    await expectAccessible(page)
    // Unsent input survives a reload.
    await page.reload()
    expect(await page.getByRole("radio", { name: "Yes" }).isChecked()).toBe(true)
    await page.getByRole("button", { name: "Vote", exact: true }).click()
    await shows(page, "Ended")
    const ballot = page.locator("article#b1")
    await ballot.getByText("95% sure").waitFor()
    await ballot.getByText('Nothing {is} "left" out.').waitFor()
  })

  test.each([
    ["plurality", async (page: Page) => page.getByRole("radio", { name: "SQLite" }).check(), { choice: "SQLite" }],
    ["approval", async (page: Page) => page.getByRole("checkbox", { name: "Files" }).check(), { approved: ["Files"] }],
    [
      "borda",
      async (page: Page) => page.getByRole("button", { name: "Move SQLite up" }).click(),
      { ranking: ["SQLite", "PostgreSQL", "Files"] },
    ],
  ] as const)("a person votes among options, counted by %s [web.steer]", async (protocol, choose, expected) => {
    const seats = [
      { name: "Kim", kind: "human" },
      { name: "Lee", kind: "human" },
    ]
    const decision = { options: ["PostgreSQL", "SQLite", "Files"], protocol }
    const id = await start({ format: "assembly", topic: "Which database?", seats, decision, options: { rounds: 1 } })
    const page = await rig.openPage(`/discussions/${id}`)
    for (const _ of [1, 2]) {
      const field = page.getByRole("textbox", { name: /What (Kim|Lee) says/ })
      const name = await field.getAttribute("aria-label")
      await field.fill("I have thought about it for a while and will say so when asked.")
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByRole("textbox", { name: name! }).waitFor({ state: "detached" })
    }
    const button = page.getByRole("button", { name: "Vote", exact: true })
    const end = page.getByRole("region", { name: "Outcome" })
    for (;;) {
      await button.or(end).first().waitFor()
      if ((await end.count()) > 0) break
      const form = await page.locator("form:has(legend)").elementHandle()
      const isYesNo = (await page.getByRole("radio", { name: "Yes" }).count()) > 0
      await (isYesNo ? page.getByRole("radio", { name: "Yes" }).check() : choose(page))
      await button.click()
      await form!.waitForElementState("hidden")
    }
    await shows(page, "Ended")
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${id}`)
    expect(discussion.ballots.at(-1).votes).toMatchObject([expected, expected])
  })

  test("a fork from a turn with another model opens the new discussion, which links back [web.steer]", async () => {
    const id = await panel()
    // A reader who opened a link to a turn is not scrolled to the end, away from that turn's menu.
    const page = await rig.openPage(`/discussions/${id}#t1`)
    await speak("One.")
    await speak("Two.")
    await shows(page, "Ended")
    // It is inserted above the turns and moves them down.
    await page.getByRole("region", { name: "Outcome" }).waitFor()
    await page.locator("article#t1").getByRole("button", { name: "More about Ann's turn" }).click()
    await page.getByRole("menuitem", { name: "Fork from here" }).click()
    const dialog = page.getByRole("dialog", { name: "Fork" })
    expect(await dialog.getByLabel("From").inputValue()).toBe("t1")
    await dialog.getByLabel("Model of Ben").selectOption("rehearsal/bold")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Create fork" }).click()
    await page.waitForURL((url) => url.pathname.startsWith("/discussions/") && !url.pathname.includes(id))
    await page.getByRole("link", { name: "Fork, from turn t1" }).waitFor()
    await shows(page, "Ended")
    expect(await page.locator("article#t1").textContent()).toContain("One.")
    expect(await page.locator("article#t2").textContent()).toContain("rehearsal/bold")
    await page.getByRole("link", { name: "Fork, from turn t1" }).click()
    await page.waitForURL((url) => url.pathname.includes(id) && url.hash === "#t1")
  })

  test("an impossible fork is explained, and no input is lost [web.steer]", async () => {
    const id = await panel({ options: { rounds: 2 } })
    const page = await rig.openPage(`/discussions/${id}`, { mayComplain: [/400|422/] })
    for (const word of ["One.", "Two.", "Three.", "Four."]) await speak(word)
    await shows(page, "Ended")
    await page.getByRole("region", { name: "Outcome" }).getByRole("button", { name: "Fork" }).click()
    const dialog = page.getByRole("dialog", { name: "Fork" })
    await dialog.getByText("Settings").click()
    await dialog.getByLabel("Maximum rounds").fill("1")
    await dialog.getByRole("button", { name: "Create fork" }).click()
    await dialog.getByText("round 2 has started; set at least that many").waitFor()
    expect(await dialog.getByLabel("Maximum rounds").inputValue()).toBe("1")
  })

  test("export saves the server's file, and the link can be copied [web.steer]", async () => {
    const id = await panel()
    const page = await rig.openPage(`/discussions/${id}`)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await speak("One.")
    await speak("Two.")
    await shows(page, "Ended")
    for (const [name, ending, has] of [
      ["Markdown", "md", "# What do we ship first?"],
      ["Web page", "html", "<h1>What do we ship first?</h1>"],
      ["JSON", "json", '"topic":"What do we ship first?"'],
    ] as const) {
      await page.getByRole("region", { name: "Outcome" }).getByRole("button", { name: "Export" }).click()
      const download = page.waitForEvent("download")
      await page.getByRole("menuitem", { name }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(new RegExp(`^.+-\\d{4}-\\d\\d-\\d\\d.*\\.${ending}$`))
      const text = readFileSync(await file.path(), "utf8")
      expect(text.replace(/": /g, '":')).toContain(has)
    }
    await page.getByRole("button", { name: "Share" }).click()
    await page.getByRole("button", { name: "Copy a link for people who can already open this server" }).click()
    await page.getByText("The link is copied.").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${rig.url}/discussions/${id}`)
    await page.keyboard.press("Escape")
    await page.locator("article#t2").getByRole("button", { name: "More about Ben's turn" }).click()
    await page.getByRole("menuitem", { name: "Copy link to this turn" }).click()
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(`${rig.url}/discussions/${id}#t2`)
  })

  test("a refusal is shown with its reason", async () => {
    const id = await panel()
    const page = await rig.openPage(`/discussions/${id}`, { mayComplain: [/409/] })
    await asked()
    await page.route("**/pause", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: JSON.stringify({
          error: { code: "STATE_INVALID", message: "the discussion is completed; it cannot be paused" },
        }),
      }),
    )
    await page.getByRole("button", { name: "Pause" }).click()
    await page.getByText("the discussion is completed; it cannot be paused").waitFor()
    await rig.call("POST", `/api/v1/discussions/${id}/abort`)
    await shows(page, "Aborted")
  })
})
