import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { createServer } from "vite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { languageCodes } from "../../src/core/languages/index.ts"
import { readSources } from "./boundaries.ts"
import { findTextProblems } from "./file-sizes.ts"

const root = join(import.meta.dirname, "../..")
const copy = mkdtempSync(join(tmpdir(), "conclave-adding-"))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const provider = `import { type Provider } from "./provider.ts"

export const acme: Provider = {
  title: "Acme",
  variables: { apiKey: "ACME_API_KEY", baseUrl: ["ACME_BASE_URL"] },
  requires: ["apiKey"],
  defaultUrl: "https://acme.example/v1",
  pricing: "free",
  suggestions: ["one", "two"],
  capabilities: () => ({ structured: false, maxStopSequences: 0, seed: true, thinkingTokens: 0 }),
  connect: async ({ apiKey }) => ({
    async doStream({ prompt }) {
      const [rules = "", user = ""] = prompt.map(({ content }) => JSON.stringify(content))
      const delta = user.includes("[CHOICE]")
        ? "[CHOICE]\\n1\\n[CONFIDENCE]\\n90\\n[REASONING]\\nIt came up."
        : rules.includes("Temo:") ? "The rules are in the new language." : "The rules are in English."
      const counted = { total: 1 } as never
      return {
        stream: ReadableStream.from([
          { type: "text-delta", id: "0", delta },
          { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: { inputTokens: counted, outputTokens: counted } },
        ] as const),
      }
    },
  }),
}
`
const language = `import { english } from "./en.ts"
import type { LanguageWords } from "./language.ts"

export const esperanto: LanguageWords = { ...english, code: "eo", name: "Esperanto", rules: { ...english.rules, topic: "Temo:\\n" } }
`
const protocol = `import type { Protocol } from "./protocol.ts"

export const coin: Protocol = {
  description: "the last option, whatever was voted",
  form: "single",
  decides: "votes",
  count: (_, options) => ({ winner: options.at(-1)!, tally: options.map((option) => ({ option, score: 0 })) }),
}
`

/** A new file, and its line in the list. */
function add(folder: string, file: string, text: string, list: string, name: string, before: string, entry: string) {
  writeFileSync(join(copy, folder, file), text)
  const path = join(copy, folder, list)
  const lines = readFileSync(path, "utf8")
  expect(lines.split(before)).toHaveLength(2)
  writeFileSync(path, `import { ${name} } from "./${file}"\n${lines.replace(before, `${before} ${entry},`)}`)
}

/** A language's folder of page texts: English, except for its name. */
function addTexts(code: string, own: object) {
  const [english, folder] = ["en", code].map((name) => join(copy, "web/src/texts", name)) as [string, string]
  mkdirSync(folder)
  for (const file of readdirSync(english).filter((name) => name.endsWith(".ts"))) {
    const type = /^export (?:type|interface) (\w+Texts)/m.exec(readFileSync(join(english, file), "utf8"))?.[1]
    const words = file === "language.ts" ? JSON.stringify(own) : "english"
    const imports = `import { type ${type}, texts as english } from "../en/${file}"`
    writeFileSync(join(folder, file), `${imports}\n\nexport const texts: ${type} = ${words}\n`)
  }
}

beforeAll(() => {
  for (const part of ["src", "tables", "web/src", "web/tsconfig.json", "package.json", "tsconfig.json"])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  add("src/models/providers", "acme.ts", provider, "list.ts", "acme", "const all = {", "acme")
  add("src/core/languages", "eo.ts", language, "index.ts", "esperanto", "const words = {", "eo: esperanto")
  addTexts("eo", { name: "Esperanto", tag: "eo" })
  add("src/core/protocols", "coin.ts", protocol, "index.ts", "coin", "const builtIn = {", "coin")
})

/** Compiler errors in the copy's page and in the `src` files it imports. */
async function compilePage(): Promise<readonly string[]> {
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const compiled = promisify(execFile)(process.execPath, [compiler, "-p", "web", "--checkers", "1"], { cwd: copy })
  const { stdout } = await compiled.catch((error) => error as { readonly stdout: string })
  return stdout.split("\n").filter((line) => line.includes("error TS"))
}

/** Runs a program in the copy and returns its result. */
async function run(program: string) {
  const script = `
    import { conclave, protocolNames } from ${JSON.stringify(join(copy, "src/index.ts"))}
    const caught = async (run) => { try { return await run() } catch ({ message, problems }) { return { message, problems } } }
    console.log(JSON.stringify(await (async () => { ${program} })()))`
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: copy })
  return JSON.parse(stdout)
}

const seats = `[{ name: "Ann", model: "acme/one" }, { name: "Bo", model: "acme/two" }]`

test("a provider, a language and a voting method each take one file and one line in a list [models.discovery]", async () => {
  const seen = await run(`
    const table = conclave({ env: { ACME_API_KEY: "k" } })
    const decision = { protocol: "coin", options: ["Heads", "Tails"] }
    const input = { format: "panel", topic: "Which side?", language: "eo", seats: ${seats}, options: { rounds: 1 }, decision }
    const run = table.discuss(input)
    await run.outcome
    const { providers, models } = await table.models()
    return {
      said: run.state.turns.map(({ content }) => content),
      result: run.state.ballots.at(-1).result,
      provider: providers.find(({ name }) => name === "acme"),
      models: models.filter(({ provider }) => provider === "acme").map(({ id, price }) => ({ id, price })),
      protocols: protocolNames,
      screen: (await import("./src/cli/screen-messages.ts")).screenMessages("eo").paused,
    }`)
  expect(seen).toMatchObject({
    said: ["The rules are in the new language.", "The rules are in the new language."],
    result: { choice: "Tails", protocol: "coin", yes: 0, no: 2 },
    provider: { name: "acme", title: "Acme", local: false, ready: true },
    models: [
      { id: "acme/one", price: { input: 0, output: 0 } },
      { id: "acme/two", price: { input: 0, output: 0 } },
    ],
    protocols: expect.arrayContaining(["coin", "borda"]),
    screen: "paused",
  })
})

test("apart from that, the compiler only requires the page's name of the voting method", async () => {
  for (const path of ["src/core/discussion/settings-type.ts", "src/core/formats/input-types.ts"]) {
    const written = join(copy, path)
    // Added by scripts/write-option-types.ts.
    writeFileSync(written, readFileSync(written, "utf8").replace('| "consensus"', '| "coin" | "consensus"'))
  }
  const missing = (await compilePage()).map((line) => line.replace(/\(.*?Property '(\w+)' is missing.*/, ": $1"))
  expect(missing.toSorted()).toEqual(["web/src/texts/en/voting-methods.ts: coin"])
})

test("a folder of texts adds a complete language to the page", async () => {
  expect(findTextProblems(readSources(copy), [...languageCodes, "eo"])).toEqual([])
  const server = await createServer({
    root: join(copy, "web"),
    configFile: false,
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { languages, preferredLanguage } = await server.ssrLoadModule("/src/texts/languages.ts")
    expect({ ...languages.eo, preferred: preferredLanguage(["eo-XX", "en"]) }).toEqual({
      ...{ name: "Esperanto", tag: "eo", preferred: "eo" },
    })
    const { shellTexts } = await server.ssrLoadModule("/src/shell/texts.ts")
    expect(Object.keys(shellTexts)).toEqual([...languageCodes, "eo"].sort())
    expect(shellTexts.eo.nav.home).toBe("Home")
  } finally {
    await server.close()
  }
})

test("a made-up provider names the variable it needs, and its key is rejected in files [models.discovery] [models.keys]", async () => {
  const seen = await run(`
    const table = conclave({ env: {} })
    const { providers } = await table.models()
    return {
      provider: providers.find(({ name }) => name === "acme"),
      start: await caught(() => table.discuss({ topic: "x", format: "panel", seats: ${seats} }).outcome),
      config: await caught(() => conclave({ env: {}, config: { providers: { acme: { api_key: "sk-1" } } } })),
      language: await caught(() => table.discuss({ topic: "x", format: "panel", language: "xx", seats: ${seats} }).outcome),
    }`)
  expect(seen.provider).toEqual({
    name: "acme",
    title: "Acme",
    local: false,
    ready: false,
    missing: "set ACME_API_KEY",
    variable: "ACME_API_KEY",
  })
  expect(seen.start.message).toContain("acme/one needs ACME_API_KEY to be set")
  expect(seen.config.problems).toEqual([
    {
      field: "config.providers.acme.api_key",
      message: "keys do not belong in this file; set ACME_API_KEY in the environment, or use conclave login",
    },
  ])
  expect(seen.language.message).toContain("eo")
})
