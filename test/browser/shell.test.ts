import { describe, expect, test } from "vitest"
import { expectAccessible, expectAccessibleInEveryLook, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig()
const addresses = ["/", "/chat", "/projects", "/agents", "/models", "/settings"]

describe("the shell", () => {
  /** Each page's own test checks it in every look, except for an empty chat. */
  test("every page opens at its address, an empty chat too [web.accessible]", async () => {
    const page = await rig.openPage("/")
    for (const address of addresses) {
      await page.goto(`${rig.url}${address}`)
      await page.getByRole("heading", { level: 1 }).waitFor()
      if (address === "/chat") await expectAccessibleInEveryLook(page)
    }
  })

  test("at 360 px the menu opens, navigates and closes, and nothing overflows [web.accessible]", async () => {
    const page = await rig.openPage("/", { width: 360, height: 740 })
    await page.getByRole("button", { name: "Open the menu" }).click()
    await expectAccessible(page)
    await page.getByRole("link", { name: "Models", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Models" }).waitFor()
    expect(await page.getByRole("button", { name: "Open the menu" }).getAttribute("aria-expanded")).toBe("false")
    await expectNoSidewaysScroll(page)
  })

  test("keyboard users can skip the navigation, and focus moves to the top of a new page", async () => {
    const page = await rig.openPage("/settings")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    expect(await page.evaluate("document.activeElement.id")).toBe("content")
    await page.getByRole("link", { name: "Models", exact: true }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Models" }).waitFor()
    await page.waitForFunction("document.activeElement.id === 'content'")
  })

  test("theme and language can be set in the header and are remembered", async () => {
    const page = await rig.openPage("/", { theme: "light" })
    await page.getByLabel("Theme").selectOption("dark")
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark")
    await page.getByLabel("Language", { exact: true }).selectOption("es")
    await page.getByRole("link", { name: "Ajustes" }).waitFor()
    await page.reload()
    await page.getByRole("link", { name: "Ajustes" }).waitFor()
    expect(await page.evaluate("[document.documentElement.dataset.theme, document.documentElement.lang]")).toEqual([
      "dark",
      "es",
    ])
  })

  test("an unknown address is reported", async () => {
    const page = await rig.openPage("/nowhere", { mayComplain: [/404/] })
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor()
    await expectAccessible(page)
  })
})
