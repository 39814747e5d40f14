import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { addVersion, nextVersion, parseNote } from "../../scripts/release.ts"

const root = join(import.meta.dirname, "../..")
const note = (level: "major" | "minor" | "patch", text = "Something.") => ({ level, text })

describe("change notes", () => {
  test("existing notes can be parsed", () => {
    for (const file of globSync(".changeset/*.md", { cwd: root }))
      expect(parseNote(readFileSync(join(root, file), "utf8"), file).text).not.toBe("")
    expect(() => parseNote("Something.", "a.md")).toThrow("a.md: must be")
  })

  test.each([
    ["0.1.0", [note("patch")], "0.1.1"],
    ["0.1.4", [note("patch"), note("minor")], "0.2.0"],
    ["0.1.4", [note("major")], "0.2.0"],
    ["1.2.3", [note("major"), note("patch")], "2.0.0"],
    ["1.2.3", [note("minor")], "1.3.0"],
  ])("%s becomes the next version", (version, notes, next) => expect(nextVersion(version, notes)).toBe(next))

  test("the newest version comes first, with breaking changes before new features", () => {
    const first = addVersion("# Change log\n\nWords.\n", "0.1.0", "2026-01-01", [note("minor", "First\nof all.")])
    const second = addVersion(first, "0.2.0", "2026-02-01", [note("patch", "Fixed."), note("major", "Broken.")])
    expect(second).toBe(`# Change log

Words.

## 0.2.0 (2026-02-01)

### Breaking changes

- Broken.

### Fixed

- Fixed.

## 0.1.0 (2026-01-01)

### New

- First
  of all.
`)
  })
})

interface LockedPackage {
  readonly integrity?: string
  readonly link?: true
  readonly inBundle?: true
  readonly optional?: true
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

test("every entry of the lockfile has an integrity hash, except binaries for other systems", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>
  }
  const isForeign = ({ optional, os, cpu, libc }: LockedPackage) =>
    optional && !(os?.includes("linux") && cpu?.includes("x64") && !libc?.includes("musl"))
  const unchecked = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) => path.includes("node_modules/") && !integrity && !link && !inBundle,
  )
  expect(unchecked.filter(([, locked]) => !isForeign(locked)).map(([path]) => path)).toEqual([])
})
