import { readFileSync } from "node:fs"

/** The manifest is one folder up from the built program, two from its source. */
export function version(): string {
  const folders = ["..", "../.."].map((up) => new URL(`${up}/package.json`, import.meta.url))
  for (const file of folders) {
    try {
      return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version
    } catch {
      // the next one, then
    }
  }
  return "unknown"
}
