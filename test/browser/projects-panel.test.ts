import type { Page } from "playwright-core"
import { afterEach, describe, expect, test } from "vitest"
import type { Model } from "../../src/ports/model.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

/** Says its first words, and the rest when it is let. */
const held: (() => void)[] = []
const hesitant: Model = {
  id: "test/hesitant",
  structured: false,
  async *stream() {
    yield { type: "text", text: "Let me think " }
    await new Promise<void>((resolve) => held.push(resolve))
    yield { type: "text", text: "this through." }
    yield { type: "finish", reason: "stop", usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 5 } }
  },
}
const letSpeak = () => {
  for (const release of held.splice(0)) release()
}

const rig = pageRig({ own: [hesitant] })
const patient = { timeout: 30_000 }
const refused = [/status of 4\d\d/]
const looks = [
  { theme: "light", width: 1440, language: "en", over: "The panel is completed" },
  { theme: "dark", width: 1440, language: "en", over: "The panel is completed" },
  { theme: "light", width: 360, language: "es", over: "El panel ha terminado" },
  { theme: "dark", width: 360, language: "zh", over: "座谈已完成" },
] as const

afterEach(letSpeak)

interface Seating {
  readonly models: readonly string[]
  readonly userAt?: number
}

/** A project past the page: agents named after their place, and perhaps a person among them. */
async function seat(name: string, { models, userAt }: Seating): Promise<string> {
  const agents = []
  for (const [index, model] of models.entries()) {
    const modelConfig = { model }
    const body = { name: `${name} ${index + 1}`, systemPrompt: "You speak.", modelConfig }
    agents.push((await rig.call("POST", "/api/v1/agents", body)).agent)
  }
  const roles = ["manager", "leader", "specialist"]
  const seats = agents.map(({ id }, index) => ({ role: roles[index] ?? "specialist", agentId: id }))
  if (userAt !== undefined) seats.splice(userAt, 0, { role: "user", agentId: null })
  const participants = seats.map((one, index) => ({ ...one, sequenceOrder: index + 1 }))
  const { project } = await rig.call("POST", "/api/v1/projects", { name, description: "What next?", participants })
  return project.id
}

const main = (page: Page) => page.getByRole("main")
/** What was said, as far as it is in sight or near. */
const turns = (page: Page) => page.locator("article[data-key^=t]:not([aria-busy])")
const shown = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor()

async function speak(page: Page, words: string, button = "Send"): Promise<void> {
  await page.getByLabel("Your message").fill(words)
  await page.getByRole("button", { name: button }).click()
}

/** Keeps a page from hearing that others begin its panel, until it may look again. */
async function deafen(page: Page, id: string): Promise<() => Promise<void>> {
  const address = `**/api/discussions/${id}`
  await page.route("**/events", (route) => route.abort())
  await page.route(address, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()))
  return () => page.unroute(address)
}

const leo = { id: "leo", name: "Leo", kind: "model", role: "leader", model: "test/a" }
const turn = { turnId: "t1", role: "leo", roundNumber: 1 }
const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }

/** A stream in which the words of a first attempt go on after the second has begun. */
const givenUp = [
  [
    "discussion-created",
    { topic: "What?", format: "panel", seats: [leo], language: "en", decision: { options: [] }, budget: {} },
  ],
  ["discussion-started", { prompt: "What?", format: "panel", seats: [leo], options: { rounds: 3 } }],
  ["round-started", { roundNumber: 1, order: ["leo"], parallel: false }],
  ["turn-started", { ...turn, name: "Leo", modelId: "test/a", attempt: 1, purpose: "turn" }],
  ["turn-chunk", { ...turn, attempt: 1, offset: 0, chunk: "Words that are " }],
  ["turn-retried", { ...turn, attempt: 2, reason: "failed", delayMs: 0, tokenUsage: usage }],
  ["turn-chunk", { ...turn, attempt: 1, offset: 15, chunk: "given up" }],
  ["turn-chunk", { ...turn, attempt: 2, offset: 0, chunk: "Second try" }],
]
  .map(([type, data], index) => `event: ${type}\ndata: ${JSON.stringify(data)}\nid: ${index + 1}\n\n`)
  .join("")

describe("a panel", () => {
  test("from an empty house to three rounds with a person among them [panel.user-turn] [panel.rounds]", async () => {
    const page = await rig.openPage("/projects", { width: 1440 })
    await page.getByRole("button", { name: "Start with a sample project" }).click()
    await shown(page, "Ready when you are")
    await expectAccessible(page)
    await page.getByRole("button", { name: "Start the panel" }).click()
    await shown(page, "Round 2 of 3")
    await shown(page, "It is your turn")
    expect(await page.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true")
    await expectAccessible(page)

    await page.getByLabel("Your name").fill("Kim")
    await speak(page, "The lift is out of order until April.")
    await shown(page, "Round 3 of 3")
    await shown(page, "The lift is out of order until April.")
    await page.getByLabel("Your message").fill("Who owns the list?")
    await page.locator("button[type=submit]:not([aria-disabled])").waitFor()
    await page.getByLabel("Your message").press("Control+Enter")
    await shown(page, "The panel is completed")
    await shown(page, "3 rounds, 12 turns. Nothing can be added to it.")
    expect(await page.getByRole("progressbar", { name: "Rounds" }).getAttribute("aria-valuenow")).toBe("3")

    const panel = await rig.call("GET", `/api/discussions/${new URL(page.url()).pathname.split("/").at(-1)}`)
    expect(panel.entries).toHaveLength(12)
    expect(panel.counts).toEqual({ User: 3, Mara: 3, Leo: 3, Sol: 3 })
    expect(panel.entries[4].metadata.userId).toBe("Kim")
    await page.getByRole("heading", { name: "Round 3 of 3" }).waitFor()
    const said = await turns(page)
      .filter({ hasText: /rehearsal\// })
      .count()
    expect(said).toBeGreaterThan(0)
    expect(await turns(page).getByText("rehearsal", { exact: true }).count()).toBe(said)
  })

  test("words are seen while they are spoken, in a second tab too, and each once", async () => {
    const id = await seat("Live", { models: ["test/hesitant", "rehearsal/bold"], userAt: 0 })
    const page = await rig.openPage(`/projects/${id}`)
    const watching = await rig.openTab(page, `/projects/${id}`)
    await speak(page, "Well?", "Start the panel")
    await shown(page, "Let me think")
    await shown(watching, "Let me think")
    await shown(watching, "Live 1 speaks…")
    expect(await page.locator("[aria-current=step]").textContent()).toContain("Live 1")
    expect(await page.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true")
    await page.getByLabel("Your message").fill("written while others speak")
    await expectAccessible(page)
    letSpeak()
    for (const tab of [page, watching]) {
      await shown(tab, "It is your turn")
      await shown(tab, "Let me think this through.")
      await turns(tab).nth(2).waitFor()
      expect(await turns(tab).count()).toBe(3)
    }
    expect(await page.getByLabel("Your message").inputValue()).toBe("written while others speak")
    await page.reload()
    await shown(page, "Let me think this through.")
    expect(await page.getByLabel("Your message").inputValue()).toBe("written while others speak")
  })

  test("new turns and whose turn it is are said to those who listen [web.accessible]", async () => {
    const id = await seat("Heard", { models: ["test/hesitant"], userAt: 0 })
    const page = await rig.openPage(`/projects/${id}`)
    await speak(page, "Well?", "Start the panel")
    await shown(page, "Let me think")
    letSpeak()
    await page
      .locator("[aria-live=polite]", { hasText: "Heard 1: Let me think this through. It is User's turn" })
      .waitFor({ state: "attached" })
  })

  test("words of an attempt that was given up are not shown, also where they come late [web.live]", async () => {
    const id = await seat("Again", { models: ["test/hesitant"], userAt: 0 })
    const page = await rig.openPage(`/projects/${id}`)
    await page.route("**/events*", async (route) => {
      const isStream = route.request().headers().accept === "text/event-stream"
      if (isStream) await route.fulfill({ contentType: "text/event-stream", body: givenUp })
      else await route.fulfill({ json: { events: [], next: null, last: 0, over: false } })
    })
    await speak(page, "Well?", "Start the panel")
    await shown(page, "The call failed")
    await shown(page, "Second try")
    expect(
      await main(page)
        .getByText(/given up/)
        .count(),
    ).toBe(0)
    letSpeak()
  })

  test("a message that comes while others speak is refused in words and kept [http.panel]", async () => {
    const id = await seat("Busy", { models: ["test/hesitant"], userAt: 0 })
    const page = await rig.openPage(`/projects/${id}`, { mayComplain: [...refused, /ERR_FAILED/] })
    const hear = await deafen(page, id)
    const others = rig.call("POST", `/api/discussions/${id}`, { message: "First!", userId: "lee" })
    await expect.poll(() => held.length, patient).toBe(1)
    await hear()
    await speak(page, "Me too", "Start the panel")
    await shown(page, "Your message was not accepted")
    await shown(page, "Somebody else is speaking")
    expect(await page.getByLabel("Your message").inputValue()).toBe("Me too")
    letSpeak()
    await others
  })

  test("a message that comes after the end is refused in words [http.panel]", async () => {
    const id = await seat("Late", { models: ["rehearsal/bold"] })
    const page = await rig.openPage(`/projects/${id}`, { mayComplain: [...refused, /ERR_FAILED/] })
    const hear = await deafen(page, id)
    await rig.call("POST", `/api/discussions/${id}`, { message: "Without you", userId: "lee" })
    await hear()
    await page.getByRole("button", { name: "Start the panel" }).click()
    await shown(page, "The panel is over: nothing can be added.")
    await shown(page, "The panel is completed")
    await expectAccessible(page)
  })

  test("a message whose answer is lost was heard all the same, and is not offered again", async () => {
    const id = await seat("Lost", { models: ["rehearsal/bold"], userAt: 0 })
    const page = await rig.openPage(`/projects/${id}`, { mayComplain: [/ERR_FAILED/] })
    await page.route(`**/api/discussions/${id}`, async (route) => {
      if (route.request().method() === "GET") return route.continue()
      await route.fetch()
      return route.abort()
    })
    await speak(page, "Can you hear me?", "Start the panel")
    await turns(page).nth(1).waitFor()
    await shown(page, "It is your turn")
    await page.waitForFunction("document.querySelector('main textarea').value === ''")
    expect(await page.getByRole("alert").count()).toBe(0)
    expect(await turns(page).count()).toBe(2)
  })

  test("without people it runs all rounds by itself and completes [panel.without-user]", async () => {
    const id = await seat("Alone", { models: ["rehearsal/bold", "rehearsal/curious"] })
    const page = await rig.openPage(`/projects/${id}`)
    await shown(page, "No person sits here")
    expect(await page.getByLabel("What should they know?").inputValue()).toBe("Please begin.")
    await page.getByRole("button", { name: "Start the panel" }).click()
    await shown(page, "The panel is completed")
    await shown(page, "3 rounds, 6 turns.")
    await turns(page).nth(5).waitFor()
  })

  test("who sits before the person speaks first; the person's words wait for their turn [panel.order]", async () => {
    const id = await seat("Later", { models: ["test/hesitant"], userAt: 1 })
    const page = await rig.openPage(`/projects/${id}`)
    await shown(page, "Later 1 speaks first.")
    await speak(page, "My two pence", "Start the panel")
    await shown(page, "Let me think")
    await shown(page, "waits for its turn")
    letSpeak()
    await expect.poll(() => turns(page).allTextContents(), patient).toHaveLength(2)
    expect((await turns(page).allTextContents())[1]).toContain("My two pence")
    letSpeak()
  })

  test("one that is paused says so and is resumed here", async () => {
    const id = await seat("Paused", { models: ["rehearsal/bold"], userAt: 0 })
    await rig.call("POST", `/api/discussions/${id}`, { message: "Go", userId: "kim" })
    await rig.call("POST", `/api/v1/discussions/${id}/pause`)
    const page = await rig.openPage(`/projects/${id}`)
    await shown(page, "The panel is paused.")
    await expectAccessible(page)
    await page.getByRole("button", { name: "Resume" }).click()
    await shown(page, "It is your turn")
  })

  test("at the limit of turns it rests, and a word lets it go on [panel.turn-limit]", async () => {
    const id = await seat("Long", { models: Array(21).fill("rehearsal/terse"), userAt: 0 })
    const page = await rig.openPage(`/projects/${id}`)
    await speak(page, "Go", "Start the panel")
    await shown(page, "After twenty turns in a row the panel waits for you.")
    await speak(page, "Go on, please")
    await shown(page, "comment")
    await shown(page, "It is your turn")
  })

  test("one that was stopped says why, and can be set up again with the same seats", async () => {
    const id = await seat("Stopped", { models: ["rehearsal/bold"], userAt: 0 })
    await rig.call("POST", `/api/discussions/${id}`, { message: "Go", userId: "kim" })
    await rig.call("POST", `/api/v1/discussions/${id}/abort`)
    const page = await rig.openPage(`/projects/${id}`)
    await shown(page, "The panel was stopped")
    await shown(page, "stopped by a person")
    await expectAccessible(page)
    await page.getByRole("button", { name: "Create a copy" }).click()
    await shown(page, "Ready when you are")
    expect(page.url()).not.toContain(id)
    expect(await main(page).getByRole("complementary").getByRole("listitem").count()).toBe(2)
  })

  test("once it has begun its seats stay; name and topic can be changed", async () => {
    const id = await seat("Begun", { models: ["rehearsal/bold"], userAt: 0 })
    await rig.call("POST", `/api/discussions/${id}`, { message: "Go", userId: "kim" })
    const page = await rig.openPage(`/projects/${id}`)
    await page.getByRole("button", { name: "Edit" }).click()
    const form = page.getByRole("dialog")
    await form.getByText("The panel has started, so its seats stay as they are").waitFor()
    await form.getByLabel("Name", { exact: true }).fill("Begun well")
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { level: 1, name: "Begun well" }).waitFor()
  })

  test.each(looks)("completed: $theme, $width px, $language [web.accessible]", async (look) => {
    const id = await seat(`Done ${look.theme} ${look.width}`, { models: ["rehearsal/bold", "rehearsal/warm"] })
    await rig.call("POST", `/api/discussions/${id}`, { message: "Go", userId: "kim" })
    const page = await rig.openPage(`/projects/${id}`, { ...look, height: look.width === 360 ? 740 : 900 })
    await shown(page, look.over)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test("a whole panel on a phone, by keyboard, in Spanish [web.accessible]", async () => {
    const id = await seat("Móvil", { models: ["rehearsal/bold"], userAt: 0 })
    const page = await rig.openPage(`/projects/${id}`, { width: 360, height: 740, language: "es", theme: "dark" })
    for (const round of [1, 2, 3]) {
      await page.getByLabel("Tu mensaje").focus()
      await page.keyboard.type(`Ronda ${round}, adelante.`)
      // While the last message is still on its way, nothing is sent.
      await page.locator("button[type=submit]:not([aria-disabled])").waitFor()
      await page.keyboard.press("Control+Enter")
      await shown(page, round === 3 ? "El panel ha terminado" : `Ronda ${round + 1} de 3`)
      if (round < 3) await shown(page, "Es tu turno")
    }
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
