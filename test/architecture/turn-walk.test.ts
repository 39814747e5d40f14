import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

const listed = /^ {1,3}\d+ {2}(\S+)/gm
const imported = /(?:from|import\()\s*"(\.[^"]+)"/g

/** Numbers of the listed files that no file above them imports. */
function walkStarts(files: readonly string[]): readonly number[] {
  const reachable = new Set<string>()
  return files.flatMap((file, index) => {
    const isStart = !reachable.has(file)
    for (const [, path = ""] of read(file).matchAll(imported)) reachable.add(posix.join(posix.dirname(file), path))
    return isStart ? [index + 1] : []
  })
}

test("the files that docs/architecture.md lists for one turn import each other in that order", () => {
  const document = read("docs/architecture.md")
  const files = [...document.matchAll(listed)].map(([, file = ""]) => file)
  const [, starts = "", ports = ""] =
    /starts in a new place \(([\d, ]+)\) or\s+crosses a port \(([\d, ]+)\)/.exec(document) ?? []
  const named = `${starts}, ${ports}`.split(", ").map(Number)

  expect(walkStarts(files)).toEqual(named.toSorted((a, b) => a - b))
  expect(document).toContain(`That is ${files.length} files.`)
  expect(files.length).toBeLessThanOrEqual(70)
})
