import type { Page } from "playwright-core"
import type { PageOptions, PageRig } from "./page-rig.ts"
import { type PageWatch, watchPage } from "./untrusted-watch.ts"

/** A page whose canary was installed before it rendered anything. */
export async function openWatched(
  rig: PageRig,
  path: string,
  options?: PageOptions,
): Promise<{ readonly page: Page; readonly watch: PageWatch }> {
  const page = await rig.openPage("/settings", { ...options, once: true })
  const watched = await watchPage(page)
  await page.goto(`${rig.url}${path}`)
  await page.locator("h1").waitFor({ state: "attached" })
  return { page, watch: watched }
}

/** Long texts are folded at first; a payload may hide in the folded part. */
export async function showAll(page: Page): Promise<void> {
  const folded = page.getByRole("button", { name: /^Show all [\d,]+ characters$/ })
  while ((await folded.count()) > 0) await folded.first().click()
}
