import { join } from "node:path"
import { type OutputChunk, rolldown } from "rolldown"

const root = join(import.meta.dirname, "..")

/** Bundled dependencies: zod alone would load 95 files, and every command waits for commander. */
const bundled = /^(zod|yaml|commander)(\/|$)/

/**
 * One file per group of modules that load together. Each chunk contains its roots' static imports that no earlier chunk
 * has, so the client loads none of the rules and the rules nothing of Node. Dynamic imports stay separate.
 */
const chunkRoots = {
  view: [
    "src/core/errors.ts",
    "src/core/text.ts",
    "src/core/discussion/seat.ts",
    "src/core/public/apply-public.ts",
    "src/core/public/encode-sse.ts",
  ],
  client: ["src/client/index.ts"],
  zod: ["node_modules/zod/v4/classic/external.js"],
  languages: ["src/core/languages/index.ts", "src/core/reading/words/index.ts"],
  core: ["src/core/index.ts"],
  tables: ["src/core/tables/index.ts"],
  library: ["src/index.ts"],
}

/** What every command and `list` load: split off from the large chunks. */
const lightRoots = [
  "src/main/cli.ts",
  "src/cli/commands/list.ts",
  "src/main/process-settings.ts",
  "src/main/open-storage.ts",
  "src/stores/sql/sql-discussion-list.ts",
  "src/stores/sqlite/sqlite-database.ts",
  "src/stores/sqlite/sqlite-sql.ts",
]

const splitChunks = ["tables", "library"]

/** Bundles the sources, each beside its types, and returns all files that went into the bundle. */
export async function bundle(sources: readonly string[], folder: string): Promise<ReadonlySet<string>> {
  const input = Object.fromEntries(sources.map((file) => [file.replace(/^src\/|\.ts$/g, ""), join(root, file)]))
  let chunks: ReadonlyMap<string, string> | undefined
  const build = await rolldown({
    input,
    platform: "neutral",
    external: (id, _importer, isResolved) => !isResolved && !/^[./]/.test(id) && !bundled.test(id),
    preserveEntrySignatures: "allow-extension",
    onwarn: ({ code, message }) => {
      // The library imports statically what commands import dynamically.
      if (code !== "INEFFECTIVE_DYNAMIC_IMPORT") throw new Error(message)
    },
  })
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    // Beside the program, which finds the page, the tables and its worker thread by relative paths.
    chunkFileNames: "main/[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: "by-root",
          name: (id, graph) => {
            chunks ??= assignChunks((file) => graph.getModuleInfo(file)?.importedIds ?? [])
            return chunks.get(id) ?? null
          },
        },
      ],
    },
  })
  const written = output.filter((file): file is OutputChunk => file.type === "chunk")
  return new Set(written.flatMap(({ modules }) => Object.keys(modules)))
}

function assignChunks(importsOf: (file: string) => readonly string[]): ReadonlyMap<string, string> {
  const reachedFrom = (files: readonly string[], known: ReadonlyMap<string, unknown>): ReadonlySet<string> => {
    const reached = new Set<string>()
    const reach = (file: string): void => {
      if (reached.has(file) || known.has(file)) return
      reached.add(file)
      for (const imported of importsOf(file)) reach(imported)
    }
    for (const file of files) reach(join(root, file))
    return reached
  }
  const light = reachedFrom(lightRoots, new Map())
  const chunks = new Map<string, string>()
  for (const [chunk, files] of Object.entries({ ...chunkRoots, command: lightRoots })) {
    for (const file of reachedFrom(files, chunks))
      chunks.set(file, light.has(file) && splitChunks.includes(chunk) ? `${chunk}-light` : chunk)
  }
  // An entry point that equals a whole chunk would move that chunk to its own path.
  chunks.delete(join(root, "src/index.ts"))
  return chunks
}
