/** Each layer (a folder of src, or `src/index.ts`) with the other layers it may import. */
const arrows = {
  core: [],
  /** Measures protocols and weights on recorded answers. */
  evaluation: ["core"],
  /** The client of the HTTP API; builds for browsers, so it imports only types of other layers. */
  client: ["core"],
  react: ["client"],
  ports: ["core"],
  engine: ["ports", "core"],
  /** Uses the engine's `askModel`. */
  squad: ["engine", "ports", "core"],
  stores: ["ports", "core"],
  models: ["ports", "core"],
  /** Operations, described once for every interface. */
  operations: ["squad", "ports", "core"],
  server: ["operations", "engine", "squad", "ports", "core"],
  cli: ["client", "operations", "engine", "evaluation", "ports", "core"],
  mcp: ["client", "operations", "squad", "ports", "core"],
  testing: ["engine", "ports", "core"],
  main: [
    "client",
    "testing",
    "evaluation",
    "operations",
    "server",
    "cli",
    "mcp",
    "stores",
    "models",
    "squad",
    "engine",
    "ports",
    "core",
  ],
  /** The page in web/. From src it may import types, the client, and values of core/public except schemas. */
  web: [],
  index: [
    "main",
    "evaluation",
    "operations",
    "testing",
    "server",
    "cli",
    "mcp",
    "stores",
    "models",
    "squad",
    "engine",
    "ports",
    "core",
  ],
} satisfies Record<string, readonly string[]>

/**
 * The order of the core's folders: each may import itself and those before it. Files beside the folders are helpers for
 * text and numbers, except those that decide what happens next.
 */
const coreOrder = [
  [
    "src/core/words/",
    "src/core/errors.ts",
    "src/core/lazy.ts",
    "src/core/omit-undefined.ts",
    "src/core/random.ts",
    "src/core/text.ts",
    "src/core/validation",
  ],
  ["src/core/protocols/"],
  ["src/core/discussion/"],
  ["src/core/languages/"],
  ["src/core/recording/"],
  ["src/core/formats/"],
  ["src/core/tables/"],
  ["src/core/speaking/", "src/core/reading/"],
  ["src/core/counting/"],
  ["src/core/analysing/"],
  ["src/core/prompting/"],
  ["src/core/steps/"],
  ["src/core/steering/"],
  ["src/core/next-step.ts", "src/core/settle.ts", "src/core/settle-turn.ts"],
  ["src/core/public/", "src/core/reporting/", "src/core/logs/"],
  ["src/core/index.ts"],
] as const

function coreRank(file: string): number {
  return coreOrder.findIndex((places) => places.some((place) => file.startsWith(place)))
}

/** Whether an import within the core keeps the order. Folders of one rank do not import each other. */
function keepsCoreOrder(file: string, target: string): boolean {
  const [from, to] = [coreRank(file), coreRank(target)]
  if (from < 0 || to < 0) return false
  if (from !== to) return from > to
  const folder = (path: string) => path.split("/").slice(0, 3).join("/")
  return from === 0 || from === coreOrder.length - 3 || folder(file) === folder(target)
}

export type Layer = keyof typeof arrows

const interfaces: readonly Layer[] = ["server", "cli", "mcp"]
/** Layers with rules and interfaces only: no packages but zod, no platform modules. */
const plain: readonly Layer[] = ["core", "ports"]
/** Scripted model and in-memory store, which tests of all other layers may import. */
const testDoubles = ["src/testing/", "src/stores/memory/"]

/** The dependencies of the two manifests. */
export interface Dependencies {
  readonly root: readonly string[]
  readonly web: readonly string[]
}

export function layerOf(file: string): Layer | undefined {
  if (file.startsWith("web/")) return "web"
  const name = file === "src/index.ts" ? "index" : /^src\/([^/]+)\//.exec(file)?.[1]
  return name !== undefined && Object.hasOwn(arrows, name) ? (name as Layer) : undefined
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** Schemas load zod, which the page and the client avoid. */
function isWithoutSchemas(file: string): boolean {
  return file.startsWith("src/core/public/") && !/-schemas?\.ts$/.test(file)
}

/** Whether a file may import another file of src or of the page; `isType` for type-only imports. */
export function mayImport(file: string, target: string, isType = false): boolean {
  const from = layerOf(file)
  const to = layerOf(target)
  if (!from || !to || isTest(target)) return false
  if (from === "web" && to !== "web") return isType || to === "client" || isWithoutSchemas(target)
  if (from === "client" || from === "react") {
    return isType || from === to || to === "client" || target === "src/core/errors.ts" || isWithoutSchemas(target)
  }
  if (from === "core" && to === "core" && !isTest(file)) return keepsCoreOrder(file, target)
  if (from === to) return true
  if (isTest(file) && !plain.includes(from) && testDoubles.some((folder) => target.startsWith(folder))) return true
  if (from === "index" && interfaces.includes(to) && target !== `src/${to}/index.ts`) return false
  return (arrows[from] as readonly string[]).includes(to)
}

/** Whether a file may import a Node module. */
export function mayUsePlatform(file: string): boolean {
  const layer = layerOf(file)
  if (layer === "web" && !isTest(file)) return file === "web/vite.config.ts"
  if ((layer === "client" || layer === "react") && !isTest(file)) return false
  return isTest(file) || (layer !== undefined && !plain.includes(layer))
}

/** Whether a file may import a package; `dependencies` are those of the published package and of the page. */
export function mayUsePackage(file: string, name: string, dependencies: Dependencies, isType = false): boolean {
  if (isTest(file) && (name === "vitest" || name === "fast-check")) return true
  const layer = layerOf(file)
  if (layer === "web") return dependencies.web.includes(name) || (isType && name === "zod")
  return layer !== undefined && (plain.includes(layer) ? name === "zod" : dependencies.root.includes(name))
}
