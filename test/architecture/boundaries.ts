import { globSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { join, posix } from "node:path"
import { environmentAt, impurityAt } from "./globals.ts"
import { type Import, importAt } from "./imports.ts"
import { type Dependencies, isTest, layerOf, mayImport, mayUsePackage, mayUsePlatform } from "./layers.ts"
import { lineOf, parseTypeScript, places } from "./syntax.ts"

/** Files by their path from the root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

export interface Violation {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Everything in these sources that violates the import rules of docs/architecture.md. */
export function findViolations(sources: Sources, dependencies: Dependencies): readonly Violation[] {
  return [...sources].flatMap(([file, source]) =>
    violationsIn(file, source, dependencies).map(({ at, message }) => ({ file, line: lineOf(source, at), message })),
  )
}

export function readSources(root: string): Sources {
  const files = globSync(["src/**/*.ts", "web/src/**/*.{ts,tsx}", "web/*.ts"], { cwd: root }).map((file) =>
    file.replaceAll("\\", "/"),
  )
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), "utf8")]))
}

export function readDependencies(root: string): Dependencies {
  const read = (file: string) => {
    const manifest: { dependencies?: object; peerDependencies?: object } = JSON.parse(
      readFileSync(join(root, file), "utf8"),
    )
    return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  }
  return { root: read("package.json"), web: read("web/package.json") }
}

interface Offence {
  readonly at: number
  readonly message: string
}

function violationsIn(file: string, source: string, dependencies: Dependencies): readonly Offence[] {
  const layer = layerOf(file)
  if (!layer) return [{ at: 0, message: "belongs to no known layer" }]
  const mustBePure = layer === "core" && !isTest(file)
  const found: Offence[] = []
  for (const place of places(parseTypeScript(source, file))) {
    const at = place.node.start
    const imported = importAt(place)
    const refusal = imported && refuse(file, imported, dependencies)
    if (refusal) found.push({ at, message: refusal })
    const impurity = mustBePure ? impurityAt(place) : undefined
    if (impurity) found.push({ at, message: `core is pure and may not use ${impurity}` })
    const environment = readsEnvironment(file) ? undefined : environmentAt(place)
    if (environment) found.push({ at, message: `only main reads the environment, not ${layer} (${environment})` })
  }
  return found
}

/** Only main, the page's build and tests may read the environment. */
function readsEnvironment(file: string): boolean {
  return layerOf(file) === "main" || isTest(file) || file === "web/vite.config.ts"
}

function refuse(file: string, { specifier, isType }: Import, dependencies: Dependencies): string | undefined {
  const layer = layerOf(file)
  if (specifier === undefined) return "imports a computed name, which cannot be checked"
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(file), specifier)
    return mayImport(file, target, isType) ? undefined : `${layer} may not import ${target}`
  }
  if (isBuiltin(specifier)) {
    if (layer !== "main" && /^(node:)?process$/.test(specifier)) return "only main may import process"
    return mayUsePlatform(file) ? undefined : `${layer} may not import ${specifier}`
  }
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
  return mayUsePackage(file, name, dependencies, isType) ? undefined : `${layer} may not import the package ${name}`
}
