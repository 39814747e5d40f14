import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, describe, expect, test } from "vitest"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const tables = mkdtempSync(join(tmpdir(), "conclave-composer-"))
afterAll(() => rmSync(tables, { recursive: true, force: true }))
const rig = pageRig({ tables })

async function startedBy(page: Page) {
  await page.waitForURL(/\/discussions\/[^/]+$/)
  return (await rig.call("GET", `/api/v1${new URL(page.url()).pathname}`)).discussion
}
const format = (page: Page, name: string) => page.locator("label").filter({ hasText: name }).click()
const topic = (page: Page) => page.getByLabel("What should they discuss?")
const names = (page: Page) =>
  page
    .getByRole("button", { name: /^Edit / })
    .evaluateAll((all) => all.map((button) => (button as unknown as { title: string }).title.slice(5)))

describe("setting up a discussion [web.composer]", () => {
  test("the topic is focused and grows, and Start is always visible", async () => {
    const page = await rig.openPage("/", { width: 1280, height: 500 })
    await page.getByLabel("Model of Model B").waitFor()
    await page.keyboard.type("Tea")
    expect(await topic(page).inputValue()).toBe("Tea")
    const before = (await topic(page).boundingBox())!.height
    await topic(page).fill("Tea?\n".repeat(8))
    expect((await topic(page).boundingBox())!.height).toBeGreaterThan(before * 2)
    const start = (await page.getByRole("button", { name: "Start the discussion" }).boundingBox())!
    expect(start.y + start.height).toBeLessThanOrEqual(500)
  })

  test("the form has options to vote on, also for a table without a ballot", async () => {
    const page = await rig.openPage("/")
    await topic(page).fill("What to drink?")
    await format(page, "Hive")
    await page.getByLabel("Options to choose between").fill("tea\ncoffee")
    await page.getByLabel("Options to choose between").press("Control+Enter")
    const { decision, options } = await startedBy(page)
    expect({ decision, protocol: options.protocol }).toEqual({
      decision: { options: ["tea", "coffee"] },
      protocol: "plurality",
    })
  })

  test("a council can be started from the page and ranks its answers", async () => {
    const page = await rig.openPage("/")
    await topic(page).fill("Which one first?")
    await format(page, "Council")
    await topic(page).press("Control+Enter")
    const { id } = await startedBy(page)
    await (await fetch(`${rig.url}/api/v1/discussions/${id}/events`)).text()
    const { outcome } = (await rig.call("GET", `/api/v1/discussions/${id}`)).discussion
    expect(outcome.sentence).toMatch(/^Chair wrote the result; answers ranked: /u)
    await page.getByRole("region", { name: "Outcome" }).getByText(outcome.sentence).first().waitFor()
  })

  test("with options, one seat also answers alone as the baseline", async () => {
    const page = await rig.openPage("/")
    await topic(page).fill("What to drink?")
    await page.getByText("Settings", { exact: true }).last().click()
    await page.getByLabel("Maximum rounds").fill("1")
    expect(await page.getByLabel("Compare with one seat asked alone").count()).toBe(0)
    await page.getByLabel("Options to choose between").fill("tea\ncoffee")
    await page.getByLabel("Compare with one seat asked alone").selectOption("Model B")
    await topic(page).press("Control+Enter")
    const { id } = await startedBy(page)
    await (await fetch(`${rig.url}/api/v1/discussions/${id}/events`)).text()
    const { outcome } = (await rig.call("GET", `/api/v1/discussions/${id}`)).discussion
    expect(outcome.baseline).toMatchObject({ role: "model-b" })
    await page
      .getByRole("region", { name: "Outcome" })
      .getByText(/Asked alone/u)
      .waitFor()
  })

  test("the cost estimate is shown before the start and follows the settings", async () => {
    const page = await rig.openPage("/")
    const estimate = page.locator("[data-estimate]")
    await estimate.filter({ hasText: /Up to \d+ calls, about .* tokens · no cost: rehearsal/ }).waitFor()
    const before = await estimate.textContent()
    await page.getByText("Settings", { exact: true }).last().click()
    await page.getByLabel("Maximum rounds").fill("1")
    await expect.poll(() => estimate.textContent()).not.toBe(before)
  })

  test("seats are reordered by keyboard and by dragging", async () => {
    const page = await rig.openPage("/", { height: 1400 })
    await format(page, "Panel")
    await page.getByLabel("Model of Manager").waitFor()
    await page.getByRole("button", { name: /^Move Manager/ }).focus()
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => names(page)).toEqual(["Leader", "Manager", "Specialist"])
    const [from, to] = await Promise.all(
      ["Specialist", "Leader"].map((name) => page.getByRole("button", { name: `Move ${name}:` }).boundingBox()),
    )
    await page.mouse.move(from!.x + 9, from!.y + 9)
    await page.mouse.down()
    await page.mouse.move(to!.x + 9, to!.y + 9, { steps: 6 })
    await page.mouse.up()
    await expect.poll(() => names(page)).toEqual(["Specialist", "Leader", "Manager"])
  })

  test("a removed seat can be restored as it was", async () => {
    const page = await rig.openPage("/")
    await format(page, "Panel")
    await page.getByLabel("Model of Leader").selectOption("rehearsal/warm")
    await page.getByRole("button", { name: "Remove Leader" }).click()
    await page.getByRole("button", { name: "Put Leader back" }).click()
    expect(await page.getByLabel("Model of Leader").inputValue()).toBe("rehearsal/warm")
    expect(await page.getByRole("button", { name: /^Put / }).count()).toBe(0)
  })

  test("a seat is saved as an agent, and the agent can be seated again", async () => {
    const page = await rig.openPage("/")
    await format(page, "Panel")
    await page.getByRole("button", { name: "Edit Leader" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Nora")
    await dialog.getByRole("button", { name: "Save as an agent" }).click()
    await page.getByText("Write a persona first").waitFor()
    await dialog.getByLabel("Persona").fill("You count the cost.")
    await dialog.getByRole("button", { name: "Save as an agent" }).click()
    await page.getByText("Nora is saved as an agent").waitFor()
    const { agents } = await rig.call("GET", "/api/v1/agents")
    expect(agents).toMatchObject([{ name: "Nora", systemPrompt: "You count the cost." }])
    await dialog.getByRole("button", { name: "Done" }).click()

    await format(page, "Hive")
    await page.getByRole("button", { name: "Seat a saved agent" }).click()
    await expectAccessible(page)
    await page.getByRole("button", { name: /^Nora/ }).click()
    await expect.poll(() => names(page)).toContain("Nora")
    await topic(page).fill("Too dear?")
    await topic(page).press("Control+Enter")
    expect((await startedBy(page)).seats.at(-1).name).toBe("Nora")
  })

  test("a setup is saved as a table, selected again, and removed [tables.saved]", async () => {
    const page = await rig.openPage("/", { mayComplain: [/status of 4\d\d/] })
    await format(page, "Duet")
    await page.getByLabel("Model of Model A").selectOption("rehearsal/bold")
    await page.getByRole("button", { name: "Save as a table" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name of the table").fill("debate")
    await dialog.getByRole("button", { name: "Save table" }).click()
    await dialog.getByText("a name that no built-in table has").waitFor()
    await expectAccessible(page)
    await dialog.getByLabel("Name of the table").fill("Bold pair")
    await dialog.getByRole("button", { name: "Save table" }).click()
    await page.getByText("Table bold-pair saved").waitFor()
    expect(readFileSync(join(tables, "bold-pair.yaml"), "utf8")).toContain("rehearsal/bold")
    await page.reload()
    await format(page, "bold-pair")
    await expect.poll(() => page.getByLabel("Model of Model A").inputValue()).toBe("rehearsal/bold")
    await page.getByRole("button", { name: "Remove this table" }).click()
    await page.getByText("Table bold-pair removed").waitFor()
    await expect.poll(() => page.getByText("bold-pair", { exact: true }).count()).toBe(0)
  })

  test("a draft survives a reload and is cleared once the discussion starts", async () => {
    const page = await rig.openPage("/")
    await topic(page).fill("Half a thought")
    await format(page, "Panel")
    await page.getByRole("button", { name: "Remove Leader" }).click()
    await page.getByLabel("Options to choose between").fill("a\nb")
    await page.reload()
    await page.getByLabel("Model of Manager").waitFor()
    expect(await topic(page).inputValue()).toBe("Half a thought")
    expect(await page.getByLabel("Options to choose between").inputValue()).toBe("a\nb")
    expect(await names(page)).toEqual(["Manager", "Specialist"])
    await page.getByRole("button", { name: "Start the discussion" }).click()
    await startedBy(page)
    await page.goto(rig.url)
    await page.getByLabel("Model of Model B").waitFor()
    expect(await topic(page).inputValue()).toBe("")
  })

  test("the draft of a turn survives a reload and is cleared once it is sent", async () => {
    const { discussion } = await rig.call("POST", "/api/v1/discussions", {
      format: "panel",
      topic: "And you?",
      seats: [
        { name: "Kim", kind: "human" },
        { name: "Ann", model: "rehearsal/steady" },
      ],
      options: { rounds: 1 },
    })
    const page = await rig.openPage(`/discussions/${discussion.id}`)
    const words = page.getByRole("textbox", { name: /Kim/ })
    await words.fill("I would rather")
    await page.reload()
    await expect.poll(() => words.inputValue()).toBe("I would rather")
    await words.press("Control+Enter")
    await words.waitFor({ state: "detached" })
    expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft.turn'))")).toEqual([])
  })

  test("errors are shown at their field in the page's language", async () => {
    const page = await rig.openPage("/", { language: "zh", mayComplain: [/status of 4\d\d/] })
    await page.getByLabel("要讨论什么？").fill("谁付钱？")
    await page.getByText("设置", { exact: true }).last().click()
    await page.getByLabel("最多轮数").fill("0")
    await page.getByLabel("可选方案").fill("茶\n茶")
    await page.getByRole("button", { name: "开始讨论" }).click()
    await page.getByText("不能小于 1。").waitFor()
    await page.getByLabel("最多轮数").fill("1")
    await page.getByRole("button", { name: "开始讨论" }).click()
    await page.getByText("有选项重复。").waitFor()
    expect(await page.getByLabel("可选方案").getAttribute("aria-invalid")).toBe("true")
    await expectAccessible(page)
  })

  test.each([
    { theme: "light", width: 1440 },
    { theme: "dark", width: 360 },
  ] as const)("twelve seats have twelve distinct marks: $theme, $width px [web.accessible]", async (look) => {
    const page = await rig.openPage("/", { ...look, height: 900 })
    await format(page, "Assembly")
    const seats = page.getByRole("button", { name: /^Edit / })
    await seats.first().waitFor()
    for (let count = await seats.count(); count < 12; count++) {
      await page.getByRole("button", { name: "Add a seat" }).click()
      await expect.poll(() => seats.count()).toBe(count + 1)
    }
    const marks = await page.locator("li[data-place] span[aria-hidden]").evaluateAll((all) =>
      all.map((mark) => {
        const { color, borderRadius } = (
          globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }
        ).getComputedStyle(mark)
        return { color, grey: `${borderRadius} ${(mark as unknown as { textContent: string }).textContent}` }
      }),
    )
    expect(new Set(marks.map(({ color }) => color)).size).toBe(12)
    expect(new Set(marks.map(({ grey }) => grey)).size).toBe(12)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (look.width > 360) await screenshot(page, "composer")
  })
})
