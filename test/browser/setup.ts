import { buildPage } from "../support/build-page.ts"
import { chromiumPath } from "./launch-browser.ts"

/** Builds the page from the current sources, and unpacks a packed Chromium once for all tests. */
export default async function setup(): Promise<void> {
  buildPage()
  await chromiumPath()
}
