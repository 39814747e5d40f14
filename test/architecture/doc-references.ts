import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { anchors, linkTargets, markdownLines } from "./markdown.ts"

export interface BrokenReference {
  readonly file: string
  readonly line: number
  readonly message: string
}

const required = ["README.md", "AGENTS.md", "docs/architecture.md", "docs/adr/README.md"]
const pathPattern = /(?<![\w/.@-])(?:\.\/)?((?:src|web\/src|docs|examples|test|bench|scripts|tables)\/[\w./*{},-]*)/g
const scriptPattern = /\bnpm run ([\w:.-]*[\w])|\bnpm (test|start)\b/g

/** References in a repository's documents to files, headings and scripts that do not exist. */
export function findBrokenReferences(root: string): readonly BrokenReference[] {
  const missing = required.filter((file) => !existsSync(join(root, file)))
  const files = [...globSync("*.md", { cwd: root }).sort(), ...globSync("docs/**/*.md", { cwd: root }).sort()]
  return [
    ...missing.map((file) => ({ file, line: 1, message: "is missing" })),
    ...files.filter((file) => existsSync(join(root, file))).flatMap((file) => brokenReferencesIn(root, file)),
    ...unlistedDecisions(root),
  ]
}

function brokenReferencesIn(root: string, file: string): readonly BrokenReference[] {
  const scripts = scriptNames(root)
  return markdownLines(readFileSync(join(root, file), "utf8")).flatMap(({ number, text, isCode }) => {
    const links = isCode ? [] : linkTargets(text).map((target) => linkProblem(root, file, target))
    const paths = mentionedPaths(text).map((path) => (exists(root, path) ? undefined : `${path} does not exist`))
    const commands = [...text.matchAll(scriptPattern)].map((match) => match[1] ?? match[2]!)
    const unknown = commands.map((name) => (scripts.has(name) ? undefined : `package.json has no script "${name}"`))
    const messages = new Set([...links, ...paths, ...unknown])
    return [...messages].flatMap((message) => (message === undefined ? [] : [{ file, line: number, message }]))
  })
}

function linkProblem(root: string, file: string, target: string): string | undefined {
  const [path = "", anchor] = decodeURI(target).split("#")
  const absolute = path === "" ? join(root, file) : join(root, dirname(file), path)
  if (relative(root, absolute).startsWith("..")) return `link ${target} leaves the repository`
  if (!existsSync(absolute)) return `link ${target} leads nowhere`
  if (!anchor || !absolute.endsWith(".md")) return undefined
  return anchors(readFileSync(absolute, "utf8")).has(anchor) ? undefined : `link ${target} names no heading`
}

/** `src/{a,b}/c` is two paths; a full stop at the end is not part of one. */
function mentionedPaths(line: string): readonly string[] {
  const found = [...line.matchAll(pathPattern)].map((match) => match[1]!)
  return found.flatMap(expandBraces).map((path) => path.replace(/[.,{}]+$/, ""))
}

function expandBraces(path: string): readonly string[] {
  const match = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(path)
  if (!match) return [path.replace(/,.*$/, "")]
  const [, before = "", choices = "", after = ""] = match
  return choices.split(",").flatMap((choice) => expandBraces(before + choice.trim() + after))
}

function exists(root: string, path: string): boolean {
  return path.includes("*") ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))
}

function unlistedDecisions(root: string): readonly BrokenReference[] {
  const index = "docs/adr/README.md"
  if (!existsSync(join(root, index))) return []
  const lines = readFileSync(join(root, index), "utf8").split(/\r?\n/)
  const decisions = globSync("docs/adr/[0-9]*.md", { cwd: root }).map((file) => basename(file))
  return decisions.flatMap((name) => {
    const line = lines.find((one) => linkTargets(one).some((target) => target === name || target === `./${name}`))
    if (line === undefined) return [{ file: index, line: 1, message: `does not list ${name}` }]
    const [, title = ""] = /^# (?:\d+: )?(.*)/.exec(readFileSync(join(root, "docs/adr", name), "utf8")) ?? []
    return line.includes(title) ? [] : [{ file: index, line: 1, message: `does not call ${name} "${title}"` }]
  })
}

function scriptNames(root: string): ReadonlySet<string> {
  const manifest: { scripts?: object } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return new Set(Object.keys(manifest.scripts ?? {}))
}
