import { describe, expect, test } from "vitest"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const rig = pageRig()

describe("a first look [web.first-look]", () => {
  test("the empty home page offers three recordings, marked as such, and the next step", async () => {
    const page = await rig.openPage("/", { width: 1440 })
    await page.getByRole("heading", { name: "See how it works" }).waitFor()
    await page.getByText("No real model is set up yet.").waitFor()
    const links = page.locator("main").getByRole("link", { name: /One service|Which day|fewer meetings/ })
    expect(await links.count()).toBe(3)
    await links.first().click()
    await page.getByText("Recorded with simulated models: no API was called. Nothing was edited.").waitFor()
    const slider = page.getByRole("slider")
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(1)
    await slider.fill((await slider.getAttribute("max"))!)
    await page.getByText("Both agree.").waitFor()
    expect(await page.getByRole("menuitem", { name: /fork/i }).count()).toBe(0)
    expect((await rig.call("GET", "/api/v1/discussions")).discussions).toEqual([])
  })

  test.each([
    { theme: "light", width: 1440, language: "en", name: "assembly" },
    { theme: "dark", width: 360, language: "zh", name: "assembly" },
    { theme: "dark", width: 1440, language: "es", name: "hive" },
  ] as const)("$name in $language: $theme, $width px [web.accessible]", async ({ name, ...look }) => {
    const page = await rig.openPage(`/examples/${name}`, look)
    const slider = page.getByRole("slider")
    await slider.fill((await slider.getAttribute("max"))!)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (look.language === "en") await screenshot(page, "example")
  })

  test("an unknown recording is reported", async () => {
    const page = await rig.openPage("/examples/nothing")
    await page.getByRole("heading", { name: "Recording not found" }).waitFor()
  })
})
