import { buildPage } from "../support/build-page.ts"
import { chromiumPath } from "./launch-browser.ts"

/** The page that is tested is the page that is in the sources now; a packed Chromium is unpacked once for all. */
export default async function setup(): Promise<void> {
  buildPage()
  await chromiumPath()
}
