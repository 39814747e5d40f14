import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { protocolNames } from "../../src/core/protocols/index.ts"
import { expectAccessible, expectAccessibleInEveryLook, inEveryLanguage } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig()
const start = { en: "Start the discussion", es: "Empezar la discusión", zh: "开始讨论" }

/** The id of the discussion that a page navigated to. */
async function startedBy(page: Page) {
  await page.waitForURL(/\/discussions\/[^/]+$/)
  const { discussion } = await rig.call("GET", `/api/v1${new URL(page.url()).pathname}`)
  return discussion
}

const rows = (page: Page) => page.getByRole("list").getByRole("link")

// The order matters: the first group needs a server without discussions.
describe("before the first discussion", () => {
  test("the home page explains itself in every language and look [web.home] [web.accessible]", async () => {
    const page = await rig.openPage("/")
    await page.getByRole("radio").first().waitFor({ state: "attached" })
    await inEveryLanguage(page, async (language, looks) => {
      await page.getByRole("button", { name: start[language] }).waitFor()
      expect(await page.evaluate("document.documentElement.lang")).toMatch(language)
      await expectAccessibleInEveryLook(page, language === "en" ? { "light-1440": "home-empty" } : {}, looks)
    })
  })

  test("one click starts a rehearsal, marked as one [web.home]", async () => {
    const page = await rig.openPage("/")
    await page.getByRole("heading", { name: "See how it works" }).waitFor()
    await page.getByRole("button", { name: "Start a rehearsal of your own" }).click()
    const { format, seats } = await startedBy(page)
    expect(format).toBe("duet")
    for (const seat of seats) expect(seat.model).toMatch(/^rehearsal\//)
  })
})

describe("starting a discussion", () => {
  test("takes a topic and two clicks; seats are filled with the available models [web.home]", async () => {
    const page = await rig.openPage("/")
    await page.getByLabel("What should they discuss?").fill("Tabs or spaces?")
    await page.locator("label").filter({ hasText: "Hive" }).click()
    await page.getByLabel("Model of Queen").waitFor()
    await page.getByRole("button", { name: "Start the discussion" }).click()
    const { topic, format, seats } = await startedBy(page)
    expect({ topic, format }).toEqual({ topic: "Tabs or spaces?", format: "hive" })
    expect(seats.map(({ name }: { name: string }) => name)).toEqual(["Divergent", "Convergent", "Critical", "Queen"])
    expect(new Set(seats.map(({ model }: { model: string }) => model)).size).toBe(4)
  })

  test("a table built on a format uses its own seats and, without another, its own topic [web.home]", async () => {
    const page = await rig.openPage("/")
    await page.locator("label").filter({ hasText: "Veil of ignorance" }).click()
    await page.getByText("before they know their own place").waitFor()
    await page.getByRole("button", { name: "Start the discussion" }).click()
    const { format, topic, seats } = await startedBy(page)
    expect(format).toBe("justice")
    expect(topic).not.toBe("")
    expect(seats).toHaveLength(5)
  })

  test("works by keyboard alone [web.accessible]", async () => {
    const page = await rig.openPage("/")
    await page.getByLabel("Model of Model B").waitFor()
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab")
        const focused = await page.evaluate<string>(`(() => {
          const { activeElement: at } = document
          if (at === document.body) return ""
          return [at.getAttribute("aria-label"), at.labels?.[0]?.textContent, at.textContent].join(" ")
        })()`)
        if (name.test(focused)) return
      }
      throw new Error(`the Tab key reaches no element named ${name}`)
    }
    await tabTo(/What should they discuss/)
    await page.keyboard.type("Who feeds the cat?")
    await tabTo(/Duet/)
    await page.keyboard.press("ArrowRight")
    await tabTo(/Edit Manager/)
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Seat: Manager" }).waitFor()
    await page.keyboard.press("Escape")
    await tabTo(/Settings/)
    await page.keyboard.press("Enter")
    await page.getByLabel("Maximum rounds").waitFor()
    await tabTo(/Maximum rounds/)
    await page.keyboard.type("1")
    await tabTo(/Start the discussion/)
    await page.keyboard.press("Enter")
    const { topic, format, options } = await startedBy(page)
    expect({ topic, format, rounds: options.rounds }).toEqual({
      topic: "Who feeds the cat?",
      format: "panel",
      rounds: 1,
    })
  })

  test("seats are renamed, given to a person, added and removed [web.home]", async () => {
    const page = await rig.openPage("/")
    await page.getByLabel("What should they discuss?").fill("Move in May?")
    await page.locator("label").filter({ hasText: "Panel" }).click()
    await page.getByRole("button", { name: "Edit Manager" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Kim")
    await dialog.getByLabel("Who sits here").selectOption("human")
    await expectAccessible(page)
    await dialog.getByLabel("Name").press("Enter")
    await dialog.waitFor({ state: "detached" })
    expect(new URL(page.url()).pathname).toBe("/")
    await page.getByRole("button", { name: "Remove Leader" }).click()
    await page.getByRole("button", { name: "Add a seat" }).click()
    await page.getByLabel("Model of Seat 3").selectOption("rehearsal/bold")
    await page.getByLabel("What should they discuss?").press("Control+Enter")
    const { seats, status } = await startedBy(page)
    expect(seats).toMatchObject([
      { name: "Kim", kind: "human", role: "manager" },
      { name: "Specialist", kind: "model", role: "specialist" },
      { name: "Seat 3", kind: "model", model: "rehearsal/bold" },
    ])
    expect(["queued", "running", "waiting"]).toContain(status)
  })

  test("folded settings are sent [web.home]", async () => {
    const page = await rig.openPage("/", { language: "es" })
    await page.getByLabel("¿Qué deben discutir?").fill("¿Té o café?")
    await page.locator("label").filter({ hasText: "Asamblea" }).click()
    await page.getByText("Ajustes", { exact: true }).last().click()
    await page.getByLabel("Máximo de rondas").fill("2")
    await page.getByLabel("Semilla").fill("7")
    await page.getByLabel("Minutos", { exact: true }).fill("5")
    const protocols = page.getByLabel("Cómo se cuentan los votos")
    const offered = await protocols
      .locator("option")
      .evaluateAll((all) => (all as unknown as { value: string }[]).map(({ value }) => value))
    expect(offered.toSorted()).toEqual(["", ...protocolNames].toSorted())
    await protocols.selectOption("borda")
    await page.getByLabel(/^Opciones entre las que elegir/).fill("té\ncafé")
    await page.getByRole("button", { name: "Añadir un ajuste" }).click()
    await page.getByLabel("Ajuste", { exact: true }).selectOption("temperature")
    await page.getByLabel("Valor").fill("0.1")
    await page.getByLabel("Prepararla").check()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Empezar la discusión" }).click()
    const { options, seed, language, decision, budget, status } = await startedBy(page)
    expect({ seed, language, decision, budget, status }).toEqual({
      seed: 7,
      language: "es",
      decision: { options: ["té", "café"] },
      budget: { seconds: 300 },
      status: "queued",
    })
    expect(options).toMatchObject({ rounds: 2, protocol: "borda", temperature: 0.1 })
  })
})

describe("errors are shown at their field", () => {
  test("a missing topic is reported and focused [web.home]", async () => {
    const page = await rig.openPage("/")
    await page.getByRole("button", { name: "Start the discussion" }).click()
    await page.getByText("Write a question or a topic first.").waitFor()
    const topic = page.getByLabel("What should they discuss?")
    expect(await topic.getAttribute("aria-invalid")).toBe("true")
    expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA")
    await expectAccessible(page)
    await topic.fill("Now there is one")
    expect(await topic.getAttribute("aria-invalid")).toBeNull()
  })

  test("the server's refusals are shown at their fields, in seats and folded settings too [web.home]", async () => {
    const page = await rig.openPage("/", { mayComplain: [/status of 4\d\d/] })
    await page.getByLabel("What should they discuss?").fill("Who pays?")
    await page.getByRole("button", { name: "Edit Model B" }).click()
    await page.getByLabel("Model", { exact: true }).fill("openai/gpt-5.5")
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Start the discussion" }).click()
    await page.getByText("openai/gpt-5.5 needs OPENAI_API_KEY to be set").waitFor()
    expect(await page.getByLabel("Model of Model B").getAttribute("aria-invalid")).toBe("true")

    await page.getByLabel("Model of Model B").selectOption("rehearsal/warm")
    const fold = page.getByText("Settings", { exact: true }).last()
    await fold.click()
    await page.getByLabel("Maximum rounds").fill("0")
    await page.getByLabel("Tokens").fill("-5")
    await fold.click()
    await page.getByLabel("Maximum rounds").waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Start the discussion" }).click()
    await page.getByLabel("Maximum rounds").waitFor({ state: "visible" })
    expect(await page.getByLabel("Maximum rounds").getAttribute("aria-invalid")).toBe("true")
    expect(await page.getByLabel("Tokens").getAttribute("aria-invalid")).toBe("true")
    await expectAccessible(page)
  })
})

describe("the list", () => {
  test("filters by text, status and format, keeps the filters in the URL, and pages [web.home]", async () => {
    for (let number = 1; number <= 23; number++) {
      const topic = `Numbered ${number}${number === 7 ? " about whales" : ""}`
      await rig.call("POST", "/api/v1/discussions", { format: number % 2 ? "hive" : "duet", topic, start: false })
    }
    const page = await rig.openPage("/")
    await page.getByLabel("Search everything said").fill("numbered")
    await page.waitForURL(/q=numbered/)
    await page.getByRole("button", { name: "Show more" }).click()
    await page.getByRole("link", { name: /Numbered 1 / }).waitFor()
    expect(await page.getByRole("link", { name: /Numbered/ }).count()).toBe(23)

    await page.getByLabel("Format", { exact: true }).selectOption("duet")
    await page.waitForURL(/format=duet/)
    await page.getByRole("link", { name: /Numbered 23/ }).waitFor({ state: "detached" })
    expect(await page.getByRole("link", { name: /Numbered/ }).count()).toBe(11)

    await page.getByLabel("Format", { exact: true }).selectOption("")
    await page.getByLabel("Search everything said").fill("WHALES")
    await page.getByRole("link", { name: /Numbered 7 about whales/ }).waitFor()
    await page.getByRole("link", { name: /Numbered 23/ }).waitFor({ state: "detached" })
    expect(await rows(page).filter({ hasText: "Numbered" }).count()).toBe(1)
    await page.reload()
    await page.getByRole("link", { name: /whales/ }).waitFor()
    expect(await page.getByLabel("Search everything said").inputValue()).toBe("WHALES")

    await page.getByLabel("Status").selectOption("completed")
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Clear the filters" }).click()
    await page.getByRole("link", { name: /Numbered 23/ }).waitFor()
  })

  test("updates the status of each discussion by itself [web.home]", async () => {
    const { discussion } = await rig.call("POST", "/api/v1/discussions", {
      format: "duet",
      topic: "Does it change by itself?",
      seed: 1,
      start: false,
    })
    const page = await rig.openPage("/?q=change+by+itself")
    const row = page.getByRole("link", { name: /Does it change by itself/ })
    await row.getByText("Queued").waitFor()
    await rig.call("POST", `/api/v1/discussions/${discussion.id}/begin`)
    await row.getByText("Completed").waitFor()
    await row.click()
    await page.waitForURL(`**/discussions/${discussion.id}`)
  })

  test("renders a malicious topic as plain text [web.untrusted]", async () => {
    const topic = "<img src=x onerror=alert(1)>\u202eevil\u2066 [a](javascript:alert(1))"
    await rig.call("POST", "/api/v1/discussions", { format: "duet", topic, start: false })
    const page = await rig.openPage("/")
    await page.getByText("<img src=x onerror=alert(1)>evil [a](javascript:alert(1))").waitFor()
    expect(await page.locator("main img").count()).toBe(0)
  })

  test("is accessible in every language and look [web.accessible]", async () => {
    const page = await rig.openPage("/")
    await rows(page).first().waitFor()
    await inEveryLanguage(page, async (language, looks) => {
      await page.getByRole("button", { name: start[language] }).waitFor()
      await expectAccessibleInEveryLook(page, {}, looks)
    })
  })

  test("reports an unreachable server and recovers", async () => {
    const page = await rig.openPage("/", { mayComplain: [/./] })
    await rows(page).first().waitFor()
    await page.context().setOffline(true)
    await page.getByLabel("What should they discuss?").fill("Anyone there?")
    await page.getByRole("button", { name: "Start the discussion" }).click()
    await page.getByText("The server cannot be reached. Is it running?").waitFor()
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "Start the discussion" }).click()
    expect((await startedBy(page)).topic).toBe("Anyone there?")
  })
})
