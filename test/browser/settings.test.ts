import { describe, expect, test } from "vitest"
import { expectAccessibleInEveryLook } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig()

describe("the settings page", () => {
  test("language and theme can be set, by keyboard too, and survive a reload", async () => {
    const page = await rig.openPage("/settings", { theme: "light" })
    await page.getByLabel("Español").check()
    await page.getByRole("heading", { level: 1, name: "Ajustes" }).waitFor()
    await page.getByLabel("Como el sistema").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    const state = "[document.documentElement.lang, document.documentElement.dataset.theme, document.title]"
    const chosen = ["es", "dark", "Ajustes · Conclave"]
    expect(await page.evaluate(state)).toEqual(chosen)
    await page.reload()
    await page.getByRole("heading", { level: 1, name: "Ajustes" }).waitFor()
    expect(await page.evaluate(state)).toEqual(chosen)
    expect(await page.getByLabel("Oscuro").isChecked()).toBe(true)
    await page.getByLabel("中文").check()
    await page.getByRole("heading", { level: 1, name: "设置" }).waitFor()
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-Hans")
  })

  test("shows the server's status and links to the documentation", async () => {
    const page = await rig.openPage("/settings")
    await page.getByText("Ready", { exact: true }).waitFor()
    const checks = page.locator("dl", { hasText: "Database" }).locator("dt:has(+ dd > svg)")
    expect(await checks.allTextContents()).toEqual(["Database", "Database writes", "Workers"])
    expect(await page.getByText("works", { exact: true }).count()).toBe(3)
    await page.getByText(rig.url).waitFor()
    await page.getByText("Your system asks for less motion").waitFor()
    const guide = await page.getByRole("link", { name: "Ask and wait: the squad" }).getAttribute("href")
    expect((await fetch(`${rig.url}${guide}`)).status).toBe(200)
    await page.getByRole("link", { name: "API reference" }).click()
    await page.waitForURL("**/docs")
  })

  test("can forget a key, and never shows it", async () => {
    const page = await rig.openPage("/settings")
    await page.getByText("No key is in use.").waitFor()
    await page.evaluate("localStorage.setItem('conclave.key', 'cnk_canary')")
    await page.reload()
    await page.getByText("A key is in use, and this browser remembers it.").waitFor()
    expect(await page.content()).not.toContain("canary")
    await page.getByRole("button", { name: "Forget the key" }).click()
    await page.getByText("No key is in use.").waitFor()
    expect(await page.evaluate("localStorage.getItem('conclave.key')")).toBeNull()
  })

  test("is accessible in every look and never overflows [web.accessible]", async () => {
    const page = await rig.openPage("/settings")
    await page.getByText("Ready", { exact: true }).waitFor()
    await expectAccessibleInEveryLook(page, {
      "light-1440": "settings",
      "dark-1440": "settings-dark",
      "light-360": "settings-phone",
    })
  })
})
