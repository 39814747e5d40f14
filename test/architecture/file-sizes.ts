import { globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { readSources, type Sources } from "./boundaries.ts"
import { isTest } from "./layers.ts"

const maxLines = 300
const maxMedian = 80
/** Limit for all of `src` without tests; docs/adr/0073 gives the reasons. */
const maxSourceLines = 60_500
/** A smaller file with one importer and no test belongs in that importer. */
const minLines = 30

/** Word lists have no size limit. */
const wordLists = [
  /^src\/core\/languages\/\w+\.ts$/,
  /^src\/core\/reading\/words\/[\w-]+\.ts$/,
  /^src\/models\/rehearsal\/phrases\/\w+\.ts$/,
  /^web\/src\/texts\/\w+\/[\w-]+\.ts$/,
]

/** Exceptions for small files with one importer. */
const standAlone: readonly { readonly files: RegExp; readonly reason: string }[] = [
  { files: /^src\/core\/protocols\/[\w-]+\.ts$/, reason: "adding one is one file and one line of a list" },
  { files: /^src\/models\/providers\/[\w-]+\.ts$/, reason: "adding one is one file and one line of a list" },
  { files: /^src\/cli\/commands\/[\w-]+\.ts$/, reason: "loaded when its command is called" },
  { files: /^web\/src\/components\/markdown\/highlight\.tsx$/, reason: "loaded with the first block of code" },
  { files: /^web\/src\/texts\/problem-text\.ts$/, reason: "loaded with the first error" },
  {
    files: /^web\/src\/features\/[\w-]+\/[\w-]+-page\.tsx$/,
    reason: "a page belongs to its feature, not to the router",
  },
]

export interface RepositoryFiles {
  /** The measured files of `src` and `web/src`. */
  readonly sources: Sources
  /** Other files that may import them: tests, benchmarks, scripts. */
  readonly others: Sources
}

export function readRepositoryFiles(root: string): RepositoryFiles {
  const others = globSync(["test/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"], { cwd: root })
  return {
    sources: readSources(root),
    others: new Map(others.map((file) => [file.replaceAll("\\", "/"), readFileSync(join(root, file), "utf8")])),
  }
}

/** Files that are too long or too small, a median that is too high, and a total that is. Tests are not measured. */
export function findFileProblems({ sources, others }: RepositoryFiles): readonly string[] {
  const all = [...sources]
    .filter(([file]) => !isTest(file) && !file.endsWith(".test-helper.ts"))
    .map(([file, source]) => ({ file, lines: source.trimEnd().split("\n").length }))
  const measured = all.filter(({ file }) => !matches(wordLists, file))
  const median = measured.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0
  const users = importers(new Map([...sources, ...others]))
  const mayBeSmall = standAlone.map(({ files }) => files)
  const problems = measured.flatMap(({ file, lines }) => {
    if (lines > maxLines) return [`${file} has ${lines} lines, more than ${maxLines}: split it`]
    const [user, ...more] = users.get(file) ?? []
    const isPart = lines < minLines && user !== undefined && sources.has(user) && more.length === 0
    if (!isPart || matches(mayBeSmall, file)) return []
    return [`${file} has ${lines} lines and one user: fold it into ${user}`]
  })
  if (median >= maxMedian) problems.push(`the median file has ${median} lines, not under ${maxMedian}`)
  const total = all.reduce((sum, { file, lines }) => sum + (file.startsWith("src/") ? lines : 0), 0)
  if (total > maxSourceLines) problems.push(tooManyLines(total))
  return problems
}

function tooManyLines(total: number): string {
  const fix = "remove duplicate or unused code"
  const last = "or raise maxSourceLines in test/architecture/file-sizes.ts and give the reason in docs/adr/0073"
  return `src without tests has ${total} lines, more than ${maxSourceLines}: ${fix}, ${last}`
}

const textFile = /^web\/src\/texts\/(\w+)\/([\w-]+\.ts)$/

/** Missing page texts of the core's languages: a folder, a file, or the type that requires every English text. */
export function findTextProblems(sources: Sources, codes: readonly string[]): readonly string[] {
  const files = [...sources.keys()].flatMap((file) => {
    const [, code = "", name = ""] = textFile.exec(file) ?? []
    return name === "" ? [] : [{ code, name }]
  })
  const folders = new Set(files.map(({ code }) => code))
  const unlisted = [...folders].filter((code) => !codes.includes(code))
  const problems = unlisted.map((code) => `web/src/texts/${code} is not a language of src/core/languages/index.ts`)
  for (const name of new Set(files.map((file) => file.name))) {
    const type = /^export (?:type|interface) (\w+Texts) /m.exec(sources.get(`web/src/texts/en/${name}`) ?? "")?.[1]
    for (const code of codes) {
      const source = sources.get(`web/src/texts/${code}/${name}`)
      if (source === undefined) problems.push(`web/src/texts/${code}/${name} is missing`)
      else if (code !== "en" && !source.includes(`\nexport const texts: ${type} = `))
        problems.push(`web/src/texts/${code}/${name} must export texts with the type of ../en/${name}`)
    }
  }
  return problems
}

function matches(patterns: readonly RegExp[], file: string): boolean {
  return patterns.some((pattern) => pattern.test(file))
}

const imports = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g

/** Maps each file to the files that import it. */
function importers(sources: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const [file, source] of sources) {
    for (const [, specifier = ""] of source.matchAll(imports)) {
      const target = posix.join(posix.dirname(file), specifier)
      found.set(target, (found.get(target) ?? new Set()).add(file))
    }
  }
  return found
}
