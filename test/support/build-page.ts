import { execFileSync } from "node:child_process"
import { join } from "node:path"

/** Brings web/dist up to what the sources are now; a tenth of a second where it is. */
export function buildPage(): void {
  const root = join(import.meta.dirname, "../..")
  execFileSync(process.execPath, [join(root, "scripts/build-page.ts")], { cwd: root, stdio: "inherit" })
}
