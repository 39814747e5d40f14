import { expect, test } from "vitest"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const rig = pageRig()

test.each([
  { name: "docs", width: 1440, theme: "light" },
  { name: "docs-dark", width: 1440, theme: "dark" },
  { name: "docs-phone", width: 360, height: 740, theme: "light" },
] as const)("$name: the documentation is accessible, and nothing sticks out", async ({ name, ...look }) => {
  const page = await rig.openPage("/docs/guides/deploy.html", look)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await screenshot(page, name)
})

test("the API reference leads to the guides, and the search to a section", async () => {
  const page = await rig.openPage("/docs")
  await page.getByRole("link", { name: "Guides and decisions" }).click()
  await page.waitForURL("**/docs/index.html")
  await page.getByLabel("Search").fill("dns rebinding")
  await page.getByRole("link", { name: /Listening on other addresses/ }).click()
  await page.waitForURL("**/docs/guides/deploy.html#listening-on-other-addresses")
  await page.getByLabel("Search").fill("zzyzx")
  await page.getByText("Nothing has all of these words.").waitFor()
  expect(await page.title()).toContain("Deployment")
})
