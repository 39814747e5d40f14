import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { chromiumPath } from "./launch.ts"

/** The page that is tested is the page that is in the sources now; a packed Chromium is unpacked once for all. */
export default async function setup(): Promise<void> {
  const root = join(import.meta.dirname, "../..")
  execFileSync(process.execPath, [join(root, "scripts/build-page.ts")], { cwd: root, stdio: "inherit" })
  await chromiumPath()
}
