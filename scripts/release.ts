import { execFileSync } from "node:child_process"
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Prepares the next version from the notes in .changeset: `npm run release`. Only changes files; you commit them. */

type Level = "major" | "minor" | "patch"

interface Note {
  readonly level: Level
  readonly text: string
}

const levels: readonly Level[] = ["major", "minor", "patch"]
const headings: Readonly<Record<Level, string>> = { major: "Breaking changes", minor: "New", patch: "Fixed" }

if (import.meta.main) release(join(import.meta.dirname, ".."), new Date().toISOString().slice(0, 10))

function release(root: string, date: string): void {
  const files = globSync(".changeset/*.md", { cwd: root }).sort()
  if (files.length === 0) throw new Error(".changeset has no notes, so there is nothing to release")
  const notes = files.map((file) => parseNote(readFileSync(join(root, file), "utf8"), file))
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const next = nextVersion(version, notes)
  execFileSync("npm", ["version", next, "--no-git-tag-version"], { cwd: root, stdio: "ignore" })
  const changeLog = join(root, "CHANGELOG.md")
  writeFileSync(changeLog, addVersion(readFileSync(changeLog, "utf8"), next, date, notes))
  for (const file of files) rmSync(join(root, file))
  console.log(`${version} → ${next}: review CHANGELOG.md, then continue with docs/releasing.md`)
}

/** Parses a note such as `minor: Seats can be renamed.` */
export function parseNote(text: string, file: string): Note {
  const [, level, body] = /^(major|minor|patch): (.+)$/s.exec(text) ?? []
  if (level === undefined || body === undefined)
    throw new Error(`${file}: must be "major: ", "minor: " or "patch: " followed by the text`)
  return { level: level as Level, text: body.trim() }
}

/** Before 1.0 a breaking change raises the minor version, as semantic versioning allows. */
export function nextVersion(version: string, notes: readonly Note[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  const level = levels.find((level) => notes.some((note) => note.level === level))
  if (level === "major" && major > 0) return `${major + 1}.0.0`
  return level === "patch" ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`
}

export function addVersion(changeLog: string, version: string, date: string, notes: readonly Note[]): string {
  const parts = levels.flatMap((level) => {
    const own = notes.filter((note) => note.level === level)
    return own.length === 0 ? [] : [`### ${headings[level]}\n\n${own.map(({ text }) => toItem(text)).join("\n")}\n`]
  })
  const [head, ...rest] = changeLog.split(/^(?=## )/m)
  return [
    `${head?.trimEnd()}\n\n`,
    `## ${version} (${date})\n\n${parts.join("\n")}`,
    ...rest.map((part) => `\n${part}`),
  ]
    .join("")
    .replace(/\n{3,}/g, "\n\n")
}

function toItem(text: string): string {
  return `- ${text.replaceAll("\n", "\n  ")}`
}
