import { expect, test } from "vitest"
import { expectAccessibleInEveryLook } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig()

test("the documentation is accessible and never overflows", async () => {
  const page = await rig.openPage("/docs/guides/deploy.html")
  await expectAccessibleInEveryLook(page, {
    "light-1440": "docs",
    "dark-1440": "docs-dark",
    "light-360": "docs-phone",
  })
})

test("the API reference links to the guides, and the search to sections", async () => {
  const page = await rig.openPage("/docs")
  await page.getByRole("link", { name: "Guides and decision records" }).click()
  await page.waitForURL("**/docs/index.html")
  await page.getByLabel("Search").fill("dns rebinding")
  await page.getByRole("link", { name: /Listening on other addresses/ }).click()
  await page.waitForURL("**/docs/guides/deploy.html#listening-on-other-addresses")
  await page.getByLabel("Search").fill("zzyzx")
  await page.getByText("No section contains all of these words.").waitFor()
  expect(await page.title()).toContain("Deployment")
})
