import { readFileSync } from "node:fs"

/** The lines of a recorded stream, by its name in `test/fixtures/providers`. */
export function recording(name: string): readonly string[] {
  const file = new URL(`../fixtures/providers/${name}.chunks.txt`, import.meta.url)
  return readFileSync(file, "utf8").split("\n").filter(Boolean)
}
