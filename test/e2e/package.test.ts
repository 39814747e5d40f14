import { execFile, execFileSync, spawnSync } from "node:child_process"
import { once } from "node:events"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { serve } from "@hono/node-server"
import { embeddedServices } from "conclave"
import { createServer } from "conclave/server"
import { publint } from "publint"
import { type OutputChunk, rolldown } from "rolldown"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { startRegistry } from "../support/local-registry.ts"

const root = join(import.meta.dirname, "../..")
const program = `
import { conclave, ConclaveError } from "conclave"
import { ApiError, createClient } from "conclave/client"
import { applyPublic, fold, nextStep } from "conclave/core"
import { useDiscussion } from "conclave/react"
import { createServer, readPage } from "conclave/server"
import * as testing from "conclave/testing"
import manifest from "conclave/package.json" with { type: "json" }
if (!(new ApiError(404, "NOT_FOUND", "") instanceof ConclaveError)) throw new Error("there are two classes of errors")
for (const given of [createClient, applyPublic, fold, nextStep, useDiscussion])
  if (typeof given !== "function") throw new Error("an entry lacks a function")
if (typeof conclave !== "function") throw new Error("conclave is not exported")
if (typeof createServer !== "function") throw new Error("createServer is not exported")
if (!readPage()?.has("/index.html")) throw new Error("the page is not in the package")
if (Object.keys(testing).length === 0) throw new Error("conclave/testing is empty")
console.log(manifest.name)
`

/** The system's Node if it is older than required. */
const oldNode = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((one) => !one.includes("node_modules"))
  .map((one) => join(one, "node"))
  .find((path) => Number(/^v(\d+)/.exec(spawnSync(path, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1]) < 22)

let folder: string
let tarball: string
let project: string
let installed: string

/** Built, packed and unpacked as npm would do; uses the dependencies installed here, so no network is needed. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-package-"))
  project = join(folder, "project")
  installed = join(project, "node_modules/conclave")
  mkdirSync(installed, { recursive: true })
  run(process.execPath, [join(root, "scripts/build.ts"), join(folder, "built")], root)
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], join(folder, "built")))
  tarball = join(folder, packed.filename)
  run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"], folder)
  for (const name of [...Object.keys(manifest().dependencies ?? {}), "react", "@types/react", "csstype"]) {
    const place = join(project, "node_modules", name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(root, "node_modules", name), place)
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module" }')
}, 240_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" })
}

function manifest(): Record<string, object | undefined> {
  return JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
}

test("a program that imports the installed package runs", () => {
  writeFileSync(join(project, "program.mjs"), program)
  expect(run(process.execPath, ["program.mjs"], project)).toBe("conclave\n")
})

/** Compiler errors under the strictest settings; dependency types are not checked. */
function compile(programs: Readonly<Record<string, string>>, ...options: readonly string[]): readonly string[] {
  for (const [file, source] of Object.entries(programs)) writeFileSync(join(project, file), source)
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const strict = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--skipLibCheck",
  ]
  const args = [compiler, ...strict, "--checkers", "1", "--pretty", "false", "--target", "es2024", ...options]
  const { stdout } = spawnSync(process.execPath, [...args, ...Object.keys(programs)], {
    cwd: project,
    encoding: "utf8",
  })
  return stdout.match(/.*error TS\d+.*/g) ?? []
}

test("the compiler finds the types of the installed package", () => {
  // Only the deliberate mistakes: an untyped `conclave` would be assignable to a number.
  const mistakes = `const wrong: number = conclave\nconclave().discuss({ format: "hve", topic: "Tea?" })\n`
  expect(compile({ "program.ts": program + mistakes }, "--module", "nodenext")).toEqual([
    expect.stringContaining("TS2322"),
    expect.stringMatching(/TS\d+.*"hve"/),
  ])
})

test("publint reports nothing", async () => {
  expect((await publint({ pkgDir: installed, pack: false, level: "suggestion", strict: true })).messages).toEqual([])
})

test("arethetypeswrong resolves every entry's types, for Node and for bundlers", async () => {
  const found = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  // The package is ESM only, so CommonJS and Node 10 resolution are ignored.
  const others = ["node10", "node16-cjs"]
  const problems =
    found.types && found.problems.filter((one) => !("resolutionKind" in one && others.includes(one.resolutionKind)))
  expect(problems).toEqual([])
}, 60_000)

const clientProgram = `
import { ApiError, applyPublic, createClient, emptyView } from "conclave/client"
import { fold } from "conclave/core"
const client = createClient({ url: (globalThis.Deno?.args ?? process.argv.slice(2))[0] })
const seats = [{ name: "Kim", kind: "human" }, { name: "Ada" }]
const id = await client.discuss({ format: "duet", topic: "Tea or coffee?", seats, seed: 1, options: { rounds: 1 } })
let view = emptyView
const seen = []
for await (const event of client.follow(id)) {
  if (event.type !== "turn_chunk") seen.push(event.seq)
  view = applyPublic(view, [event])
  if (event.type !== "awaiting_input") continue
  if (event.data.form === "yes-no") await client.vote(id, { agree: true, confidence: 80 })
  else await client.say(id, "Tea, since it is calmer.")
}
const refused = await client.discuss({ format: "duet", topic: "" }).catch((error) => error)
console.log(JSON.stringify({
  status: view.status,
  inOrder: new Set(seen).size === seen.length && seen.every((seq, at) => at === 0 || seq > seen[at - 1]),
  isRefused: refused instanceof ApiError && refused.status === 400,
  rules: typeof fold,
}))
`

const runtimes = {
  node: [process.execPath],
  deno: ["deno", "run", "--quiet", "--allow-net", "--no-lock"],
  bun: ["bun", "run"],
}

describe("conclave/client and conclave/core in other runtimes", () => {
  const services = embeddedServices()
  const api = createServer({ services })
  let broken = 0
  /** Cuts the first stream of each discussion in the middle, as an impatient proxy would. */
  const seen = new Set<string>()
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const response = await api.fetch(request)
      const { pathname } = new URL(request.url)
      if (!pathname.endsWith("/events") || !response.body || seen.has(pathname)) return response
      seen.add(pathname)
      broken++
      let chunks = 0
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk)
          if (++chunks === 2) controller.terminate()
        },
      })
      return new Response(response.body.pipeThrough(cut), response)
    },
  })

  afterAll(() => {
    server.close()
    services.close()
  })

  /** Deno and Bun run if they are on the path; their npm packages install the programs. */
  test.for(Object.entries(runtimes))(
    "%s follows a discussion over a connection that breaks",
    { timeout: 60_000 },
    async ([name, given], context) => {
      const [command, ...args] = given as [string, ...string[]]
      if (spawnSync(command, ["--version"]).status !== 0) return context.skip(`${name} is not installed`)
      if (!server.listening) await once(server, "listening")
      const { port } = server.address() as AddressInfo
      writeFileSync(join(project, "client.mjs"), clientProgram)
      const before = broken
      const { stdout } = await promisify(execFile)(command, [...args, "client.mjs", `http://127.0.0.1:${port}`], {
        cwd: project,
      })
      expect(JSON.parse(stdout)).toEqual({ status: "completed", inOrder: true, isRefused: true, rules: "function" })
      expect(broken).toBe(before + 1)
    },
  )
})

const browserProgram = `
import { type ApiError, createClient, type DiscussionView, type PublicEventOf } from "conclave/client"
import { applyPublic, emptyView, recount } from "conclave/core"
import { type UseDiscussionResult, useDiscussion } from "conclave/react"

const client = createClient({ url: "https://conclave.example", key: "cnk_1" })
export async function run(): Promise<DiscussionView> {
  const id: string = await client.discuss({ format: "panel", topic: "Tea?", seats: [{ role: "user" }] })
  let view: DiscussionView = emptyView
  for await (const event of client.follow(id, { signal: AbortSignal.timeout(1_000) })) {
    view = applyPublic(view, [event])
    if (event.type === "awaiting_input") await client.say(id, event.data.example ?? "Yes", event.data.role)
  }
  await client.vote(id, { agree: true, confidence: 80 })
  return view
}
export function Page({ id }: { id: string }): string {
  const { view, error, waitingFor, vote }: UseDiscussionResult = useDiscussion(id, client)
  const refused: ApiError | undefined = error
  void vote({ choice: waitingFor[0]?.options?.[0] ?? "" })
  return refused?.apiCode ?? view.topic
}
export type Words = PublicEventOf<"turn_chunk">["data"]["chunk"]
export const counted = recount
`

test("a browser program compiles against browser types alone, and mistakes are errors", () => {
  const browser = ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2024,dom,dom.asynciterable"]
  const wrong = `\nvoid client.discuss({ format: "hve", topic: "Tea?" })\nvoid client.vote("d", { agree: "yes" })\n`
  const programs = { "page.ts": browserProgram, "wrong.ts": browserProgram + wrong }
  expect(compile(programs, ...browser, "--types", "react")).toEqual([
    expect.stringMatching(/^wrong\.ts/),
    expect.stringMatching(/^wrong\.ts/),
  ])
})

const bundles = new Map<string, Promise<readonly OutputChunk[]>>()

/** Bundles an entry for browsers, without Node modules or shims. */
function bundleForBrowser(entry: string): Promise<readonly OutputChunk[]> {
  const known = bundles.get(entry) ?? bundle(entry)
  bundles.set(entry, known)
  return known
}

async function bundle(entry: string): Promise<readonly OutputChunk[]> {
  const file = join(project, `entry-${entry}.js`)
  writeFileSync(file, `export * from "conclave/${entry}"`)
  const build = await rolldown({
    input: file,
    platform: "browser",
    external: ["react"],
    onwarn: ({ message }) => {
      throw new Error(message)
    },
  })
  const groups = [{ name: "words", test: /main[\\/](zod|languages)-/ }]
  const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: { groups } })
  return output.filter((file): file is OutputChunk => file.type === "chunk")
}

test.each(["client", "core", "react"])("conclave/%s bundles for browsers without shims", async (entry) => {
  const chunks = await bundleForBrowser(entry)
  const own = chunks.map(({ fileName }) => fileName)
  expect(chunks.flatMap(({ imports }) => imports).filter((name) => name !== "react" && !own.includes(name))).toEqual([])
  expect(chunks.map(({ code }) => code).join()).not.toMatch(/\bfrom ?"node:|\brequire\(|\bprocess\./)
})

const kilobytes = (chunks: readonly OutputChunk[]) => gzipSync(chunks.map(({ code }) => code).join()).length / 1_000

test("conclave/client bundles no rules, zod or language texts", async () => {
  const client = await bundleForBrowser("client")
  expect(client.flatMap(({ moduleIds }) => moduleIds).filter((id) => /zod|languages|core-/.test(id))).toEqual([])
  expect(kilobytes(client)).toBeLessThan(12)
})

test("conclave/core is small without zod and the language texts, which are separate chunks", async () => {
  const core = await bundleForBrowser("core")
  const loaded = new Set<OutputChunk>()
  const load = (chunk: OutputChunk | undefined): void => {
    if (chunk === undefined || loaded.has(chunk) || chunk.fileName.startsWith("words")) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(core.find(({ fileName }) => fileName === name))
  }
  load(core.find(({ isEntry }) => isEntry))
  expect(kilobytes([...loaded])).toBeLessThan(60)
})

test("the installed command holds a discussion on its embedded database", () => {
  const args = [join(installed, "bin/conclave.js"), "discuss", "Tea or coffee?", "--quiet"]
  expect(run(process.execPath, args, project)).toContain("Tea or coffee?")
})

test("npm i -g and npx work with the packed file in an empty folder", async () => {
  const registry = await startRegistry(root)
  onTestFinished(() => registry.close())
  const discuss = ["discuss", "Tea or coffee?", "--rounds", "1", "--quiet"]
  /** Isolated from this machine: no cache, settings or data. */
  const runAlone = async (command: string, args: readonly string[]) => {
    const cwd = mkdtempSync(join(folder, "empty-"))
    const env = {
      ...{ PATH: process.env.PATH, HOME: cwd, XDG_CONFIG_HOME: cwd, npm_config_cache: join(folder, "cache") },
      ...{ npm_config_registry: registry.url, npm_config_audit: "false", npm_config_fund: "false" },
      npm_config_update_notifier: "false",
    }
    return (await promisify(execFile)(command, args, { cwd, env })).stdout
  }
  await runAlone("npm", ["i", "-g", "--prefix", join(folder, "global"), tarball])
  expect(await runAlone(join(folder, "global/bin/conclave"), discuss)).toContain("Tea or coffee?")
  const args = ["--yes", "--prefer-offline", "--package", tarball, "conclave", ...discuss]
  expect(await runAlone("npx", args)).toContain("Tea or coffee?")
}, 300_000)

test("the installed command knows the bundled tables [formats.files]", () => {
  const args = [join(installed, "bin/conclave.js"), "discuss", "Tea or coffee?", "--table", "debate", "--quiet"]
  expect(run(process.execPath, args, project)).toMatch(/(For|Against) the motion/)
})

const countingProgram = `
import { registerHooks } from "node:module"
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
await import("conclave")
console.log(loaded.filter((url) => url.startsWith("file:")).join("\\n"))
`

test("importing the library loads a few of its own files and no dependency; providers load on first use", () => {
  writeFileSync(join(project, "counting.mjs"), countingProgram)
  const loaded = run(process.execPath, ["counting.mjs"], project).trim().split("\n")
  expect(loaded.filter((url) => !url.includes("node_modules/conclave/"))).toEqual([])
  expect(loaded.length).toBeLessThan(12)
})

test("the installed list command loads a few files and no dependency, engine, languages or server", () => {
  const hook = `import { registerHooks } from "node:module"
    registerHooks({ load: (url, context, next) => (url.startsWith("file:") && console.log(url), next(url, context)) })`
  const args = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, "bin/conclave.js", "list"]
  const loaded = run(process.execPath, args, installed).trim().split("\n")
  const parts = loaded.map(
    (url) => /node_modules\/conclave\/(?:main|bin)\/(.+?)(?:-[\w-]{8})?\.js$/.exec(url)?.[1] ?? url,
  )
  expect(parts.filter((part) => !/^(conclave|cli|rolldown-runtime|view|zod|\w+-light)$/.test(part))).toEqual([])
  expect(parts.length).toBeLessThan(10)
})

const providerProgram = `
import { conclave } from "conclave"
const own = conclave({ env: { GROQ_API_KEY: "k", OPENAI_API_KEY: "k" } })
const { providers } = await own.models()
console.log(providers.find(({ name }) => name === "groq").missing, providers.find(({ name }) => name === "openai").ready)
try {
  own.discuss({ format: "duet", topic: "Tea?", seats: [{ model: "groq/x" }, { model: "openai/y" }] })
} catch ({ code, message }) {
  console.log(code, message)
}
`

test("a provider without its package reports what to install before a discussion starts", () => {
  writeFileSync(join(project, "provider.mjs"), providerProgram)
  expect(run(process.execPath, ["provider.mjs"], project).split("\n")).toEqual([
    "run npm install @ai-sdk/groq true",
    expect.stringMatching(/^MODEL_UNAVAILABLE .*run npm install @ai-sdk\/groq$/),
    "",
  ])
  expect(Object.keys(manifest().dependencies ?? {})).not.toContain("@ai-sdk/groq")
  expect(manifest().peerDependenciesMeta).toMatchObject({
    "@ai-sdk/groq": { optional: true },
    react: { optional: true },
  })
})

test.skipIf(!oldNode)("the library rejects a Node that is too old", () => {
  const source = `import("conclave").then(({ conclave }) => conclave()).catch(({ code, message }) => console.log(code, message))`
  expect(run(oldNode!, ["--input-type=module", "-e", source], project)).toMatch(
    /^INITIALIZATION_FAILED conclave needs Node 22\.19 or newer; you have \d+\./,
  )
})

test("the package has the files users need and no development files", () => {
  const files = globSync("**/*", { cwd: installed })
  expect(files).toEqual(
    expect.arrayContaining([
      "README.md",
      "LICENSE",
      "index.js",
      "index.d.ts",
      "tables/debate.yaml",
      "tables/table.schema.json",
    ]),
  )
  expect(files.filter((file) => /\.(test|contract)\./.test(file) || /(?<!\.d)\.ts$/.test(file))).toEqual([])
  expect(files.filter((file) => /^(web|src)\//.test(file) || /\.tsx$|\.map$/.test(file))).toEqual([])
  for (const field of ["devDependencies", "scripts", "allowScripts", "private", "workspaces"])
    expect(manifest()).not.toHaveProperty(field)
})
