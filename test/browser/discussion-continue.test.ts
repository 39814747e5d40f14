import { describe, expect, test } from "vitest"
import { expectAccessible } from "./axe.ts"
import { ControlledModel } from "./controlled-model.ts"
import { pageRig } from "./page-rig.ts"

const model = new ControlledModel("test/ann")
let turns = 0

/** Says the next turn as soon as the model is asked for it. */
async function speak(words: string): Promise<void> {
  await model.asked(++turns)
  model.say(words)
  model.finish()
}

const seats = [
  { name: "Ann", model: "test/ann" },
  { name: "Ben", model: "test/ann" },
]

describe("continuing a discussion [web.steer]", () => {
  const rig = pageRig({ own: [model], workers: 1 })
  const panel = async (topic: string, options: object = {}) => {
    const request = { format: "panel", topic, seats, options: { rounds: 1, retries: 0, ...options }, record: false }
    return (await rig.call("POST", "/api/v1/discussions", request)).discussion.id as string
  }

  test("turns can be regenerated, failed turns retried, and forks compared", async () => {
    const id = await panel("What first?")
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    await speak("Ship the login page first.")
    await model.asked(++turns)
    // A seat that was asked but has no text yet is not shown as speaking; nor is one that failed.
    await page.locator("article#t2").getByText("No words yet").waitFor()
    expect(await page.locator("article#t2").getByText("is speaking").count()).toBe(0)
    model.fail("the provider is gone")
    await page.getByText("Ben failed to answer and was skipped").waitFor()
    await page.getByTestId("status").first().filter({ hasText: "Ended" }).waitFor()
    expect(await page.getByText("is speaking").count()).toBe(0)
    await expectAccessible(page)

    await page.getByRole("button", { name: "Try this turn again" }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(id))
    await speak("Measure what people ask for first.")
    await page.locator("article#t2").getByText("Measure what people ask for").waitFor()
    await page.getByTestId("status").first().filter({ hasText: "Ended" }).waitFor()
    const retried = page.url()

    await page.getByRole("button", { name: "More about Ben's turn" }).click()
    await page.getByRole("menuitem", { name: "Show its reasoning" }).click()
    await page.getByText("The model gave no reasoning with this turn.").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "More about Ben's turn" }).click()
    await page.getByRole("menuitem", { name: "Regenerate this turn" }).click()
    await page.waitForURL((url) => url.href !== retried)
    await speak("Fix the sign-up form first.")
    await page.locator("article#t2").getByText("Fix the sign-up form").waitFor()
    await page.getByTestId("status").first().filter({ hasText: "Ended" }).waitFor()

    await page.getByRole("link", { name: "Compare with the original" }).click()
    await page.getByRole("heading", { name: "Compare discussions" }).waitFor()
    await page.getByText("The first turn is the same.").waitFor()
    await page.locator("section article").getByText("Measure what people ask for first.").waitFor()
    await page.locator("section article").getByText("Fix the sign-up form first.").waitFor()
    expect(await page.locator("section article").getByText("Ship the login page").count()).toBe(0)
    await expectAccessible(page)
    const { pathname, search } = new URL(page.url())
    const phone = await rig.openPage(pathname + search, { width: 360, theme: "dark", language: "zh" })
    await phone.getByText("前 1 次发言相同。").waitFor()
    await expectAccessible(phone)
  })

  test("a discussion that failed before its first turn can be retried from the start", async () => {
    const request = { format: "duet", topic: "Anybody there?", seats, options: { retries: 0 } }
    const { discussion } = await rig.call("POST", "/api/v1/discussions", request)
    await model.asked(++turns)
    model.fail("the provider is gone")
    const page = await rig.openPage(`/discussions/${discussion.id}`)
    await page.getByTestId("status").first().filter({ hasText: "Failed" }).waitFor()
    await page.getByRole("button", { name: "Try again from where it ended" }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(discussion.id))
    await model.asked(++turns)
    await rig.call("POST", `/api/v1${new URL(page.url()).pathname}/abort`)
  })

  test("a fork shows the turns it keeps, and can add a seat or change the format", async () => {
    const id = await panel("What next?")
    await speak("Ship the login page first.")
    await speak("Measure what people ask for first.")
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440, mayComplain: [/status of 400/] })
    await page.getByTestId("status").first().filter({ hasText: "Ended" }).waitFor()
    await page.getByRole("button", { name: "Fork", exact: true }).first().click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("The last turn that is kept, by Ben:").waitFor()
    await dialog.locator("blockquote").getByText("Measure what people ask for first.").waitFor()
    await dialog.getByRole("button", { name: "Add a seat" }).click()
    await dialog.getByRole("textbox", { name: "Name" }).fill("Cai")
    await dialog.getByRole("combobox", { name: "Who speaks" }).selectOption("human")
    await expectAccessible(page)
    await dialog.getByText("Settings").click()
    await dialog.getByRole("spinbutton", { name: /rounds/i }).fill("2")
    await dialog.getByRole("button", { name: "Create fork" }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(id))
    await speak("Ann again.")
    await speak("Ben again.")
    await page.getByRole("textbox", { name: "What Cai says" }).fill("I would wait.")
    await page.getByRole("button", { name: /^(Speak|Send)$/ }).click()
    await page.getByTestId("status").first().filter({ hasText: "Ended" }).waitFor()

    // In another format: a duet accepts two of the three seats and refuses three.
    await page.getByRole("button", { name: "Fork", exact: true }).first().click()
    await dialog.getByLabel("Format").selectOption("duet")
    await dialog.getByText(/with everything said up to turn t5 as material/).waitFor()
    await dialog.getByRole("button", { name: "Create fork" }).click()
    await dialog
      .getByRole("alert")
      .getByText(/exactly 2|2 speaking seats/)
      .waitFor()
    await dialog.getByLabel("Leave Cai out").check()
    const before = page.url()
    await dialog.getByRole("button", { name: "Create fork" }).click()
    await page.waitForURL((url) => url.href !== before)
    await page.getByRole("main").getByText("Duet", { exact: true }).first().waitFor()
    await model.asked(++turns)
    const made = page.url().split("/").at(-1)
    const { materials } = await rig.call("GET", `/api/v1/discussions/${made}/materials`)
    expect(materials[0].text).toContain("Cai (round 2): I would wait.")
    await rig.call("POST", `/api/v1/discussions/${made}/abort`)
  })

  test("seats join, leave and hold side discussions; queued discussions show their place", async () => {
    const id = await panel("Who is here?", { rounds: 3 })
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    await model.asked(++turns)
    // The only worker is busy with Ann, so a second and a third discussion wait.
    const [second, third] = [await panel("Later?"), await panel("Last?")]
    const waiting = await rig.openPage(`/discussions/${third}`, { width: 1440 })
    await waiting
      .getByTestId("status")
      .first()
      .filter({ hasText: /Queued: place [12] on this server/ })
      .waitFor()
    const row = waiting.getByRole("listitem").filter({ has: waiting.getByRole("link", { name: /Last\?/ }) })
    await row.getByText("Queued behind another discussion", { exact: true }).waitFor()
    for (const other of [second, third]) await rig.call("POST", `/api/v1/discussions/${other}/abort`)

    await page.getByRole("button", { name: "Add a seat" }).click()
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Cai")
    await page.getByRole("dialog").getByRole("combobox", { name: "Who speaks" }).selectOption("human")
    await expectAccessible(page)
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click()
    await page.locator("#content").getByText("Cai joins from round 2").waitFor()
    await page.getByRole("button", { name: "Side discussion" }).click()
    const side = page.getByRole("dialog", { name: "Side discussion" })
    await side.getByRole("textbox", { name: "Their question" }).fill("What would it cost?")
    await side.getByRole("checkbox", { name: "Ann" }).check()
    await side.getByRole("checkbox", { name: "Ben" }).check()
    await expectAccessible(page)
    await side.getByRole("button", { name: "Start it" }).click()
    await page.getByRole("link", { name: "Open it" }).waitFor()
    await page.getByRole("button", { name: "Remove Cai" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.locator("#content").getByText("Cai left the table").waitFor()
    await page.getByRole("tab", { name: "Insights" }).click()
    await page.waitForURL(/view=insights/)
    await page.reload()
    await expect.poll(() => page.getByRole("tab", { name: "Insights" }).getAttribute("aria-selected")).toBe("true")
    await rig.call("POST", `/api/v1/discussions/${id}/abort`)
  })
})
