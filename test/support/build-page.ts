import { execFileSync } from "node:child_process"
import { join } from "node:path"

/** Rebuilds web/dist if the sources have changed; takes a tenth of a second otherwise. */
export function buildPage(): void {
  const root = join(import.meta.dirname, "../..")
  execFileSync(process.execPath, [join(root, "scripts/build-page.ts")], { cwd: root, stdio: "inherit" })
}
