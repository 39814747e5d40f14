import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { conclave, type DiscussionInput, openRecording, replay } from "conclave"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { providerModels } from "../../src/models/providers/index.ts"
import { collectEvents, ofType } from "../formats/support.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { canary, everythingIn } from "./wired.ts"

const embedders = {
  openai: "openai/text-embedding-3-small",
  google: "google/gemini-embedding-001",
  azure: "azure/text-embedding-3-small",
  bedrock: "bedrock/amazon.titan-embed-text-v2:0",
  mistral: "mistral/mistral-embed",
  compatible: "compatible/own-embedder",
  ollama: "ollama/nomic-embed-text",
} as const
const providers = Object.keys(embedders) as (keyof typeof embedders)[]
const signal = new AbortController().signal

let server: WireServer
beforeEach(async () => {
  server = await startWireServer({ answer: ({ body }) => spoken(JSON.stringify(body)) })
})
afterEach(() => server.close())

/** Something new in the first two rounds, then the same text in every round. */
function spoken(asked: string): string {
  const round = Number(/Round (\d)/.exec(asked.slice(asked.lastIndexOf("Round ")))?.[1] ?? 9)
  const thoughts = ["Insulate every wall before winter comes.", "Measure what the boiler burns each night."]
  return thoughts[round - 1] ?? "Insulate every wall before winter comes."
}

function found(provider: keyof typeof embedders) {
  const settings = { [provider]: { apiKey: canary, baseUrl: server.baseUrl(provider) } }
  return providerModels(settings).find(embedders[provider])!
}

function environment(): Record<string, string> {
  return {
    OPENAI_API_KEY: canary,
    OPENAI_BASE_URL: server.baseUrl("openai"),
    GOOGLE_GENERATIVE_AI_API_KEY: canary,
    GOOGLE_BASE_URL: server.baseUrl("google"),
    AZURE_API_KEY: canary,
    AZURE_BASE_URL: server.baseUrl("azure"),
    AWS_BEARER_TOKEN_BEDROCK: canary,
    BEDROCK_BASE_URL: server.baseUrl("bedrock"),
    MISTRAL_API_KEY: canary,
    MISTRAL_BASE_URL: server.baseUrl("mistral"),
    COMPATIBLE_BASE_URL: server.baseUrl("compatible"),
    OLLAMA_HOST: server.baseUrl("ollama"),
  }
}

const hive: DiscussionInput = {
  format: "hive",
  topic: "Heat",
  seats: [
    { name: "Ash", model: "openai/gpt-4.1" },
    { name: "Birch", model: "openai/gpt-4.1" },
  ],
  options: { rounds: 6, passing: false },
}

describe("embeddings over a socket [across.novelty]", () => {
  test.each(providers)("%s returns vectors in order, and their cost", async (provider) => {
    const texts = ["Insulate the walls", "Buy a heat pump", "Insulate the walls"]
    const { vectors, usage } = await found(provider).embed!({ texts, discussionId: "d" }, signal)
    expect(vectors).toHaveLength(3)
    expect(vectors[0]).toEqual(vectors[2])
    expect(vectors[0]).not.toEqual(vectors[1])
    // Google does not report tokens, so they are estimated.
    if (provider === "google") expect(usage).toMatchObject({ completionTokens: 0, estimated: true })
    else expect(usage).toMatchObject({ promptTokens: 21, completionTokens: 0 })
    expect(usage.promptTokens).toBeGreaterThan(0)
    if (provider === "openai") expect(usage.cost).toBeGreaterThan(0)
    const one = await found(provider).embed!({ texts: ["one"], discussionId: "d" }, signal)
    expect(one.vectors).toHaveLength(1)
  })

  test("many texts are split into several calls", async () => {
    const texts = Array.from({ length: 150 }, (_, index) => `thought ${index}`)
    const { vectors, usage } = await found("openai").embed!({ texts, discussionId: "d" }, signal)
    expect(vectors).toHaveLength(150)
    expect(server.requests).toHaveLength(3)
    expect(usage.promptTokens).toBe(150 * 7)
  })

  test.each(providers)("a refusal of %s is a typed error without the key", async (provider) => {
    server.script({ fault: "unauthorised" }, { fault: "server-error" })
    for (const code of ["MODEL_UNAVAILABLE", "PROVIDER_ERROR"]) {
      const failed = await found(provider).embed!({ texts: ["a", "b"], discussionId: "d" }, signal).catch(
        (error: unknown) => error,
      )
      expect(failed).toMatchObject({ code })
      expect(everythingIn(failed)).not.toContain(canary)
    }
  })
})

describe("the novelty of a round [across.novelty]", () => {
  test.each(providers)("is measured with %s, and ends a discussion that repeats itself", async (provider) => {
    const run = conclave({ env: environment() }).discuss({
      ...hive,
      options: { ...hive.options, noveltyModel: embedders[provider] },
    })
    const events = await collectEvents(run)
    expect((await run.outcome).stoppingReason).toBe("nothing_new")
    const measured = ofType(events, "novelty_measured")
    expect(measured.map(({ roundNumber }) => roundNumber)).toEqual([2, 3])
    expect(measured[0]?.similarity).toBeLessThan(0.85)
    expect(measured[1]?.similarity).toBe(1)
    expect(run.state.rounds.map(({ novelty }) => novelty)).toEqual([1, expect.any(Number), 0])
    expect(run.state.rounds[1]?.novelty).toBeCloseTo(1 - measured[0]!.similarity!, 3)
    // Each contribution is embedded once, and its cost counts.
    const asked = server.requests.filter(({ path }) => /embed/i.test(path))
    // Titan takes one text per call.
    expect(asked).toHaveLength(provider === "bedrock" ? 6 : 2)
    expect(run.state.usage[embedders[provider]]?.promptTokens).toBeGreaterThan(0)
    expect(run.state.outcome?.usage.promptTokens).toBe(
      Object.values(run.state.usage).reduce((sum, usage) => sum + usage.promptTokens, 0),
    )
  })

  test("never ends it before the minimum number of rounds", async () => {
    const run = conclave({ env: environment() }).discuss({
      ...hive,
      options: { ...hive.options, minRounds: 5, noveltyModel: embedders.openai },
    })
    const events = await collectEvents(run)
    expect(await run.outcome).toMatchObject({ stoppingReason: "nothing_new", rounds: 5 })
    expect(ofType(events, "novelty_measured").map(({ roundNumber }) => roundNumber)).toEqual([5])
  })

  test.each(["server-error", "unauthorised", "bad-gateway"] as const)(
    "after a %s the words decide, and the log says why [across.novelty-fallback]",
    async (fault) => {
      server.script({ fault, model: "text-embedding-3-small", times: 9 })
      const run = conclave({ env: environment() }).discuss({
        ...hive,
        options: { ...hive.options, noveltyModel: embedders.openai },
      })
      const events = await collectEvents(run)
      expect(await run.outcome).toMatchObject({ stoppingReason: "nothing_new", rounds: 3 })
      const measured = ofType(events, "novelty_measured")
      expect(measured.map(({ similarity }) => similarity)).toEqual([null, null])
      expect(measured[0]?.error?.code).toMatch(/PROVIDER_ERROR|MODEL_UNAVAILABLE/)
      expect(JSON.stringify(measured)).not.toContain(canary)
    },
  )

  test("an abort does not wait for the embedding call", async () => {
    server.script({ model: "text-embedding-3-small", beforeChunk: () => new Promise<never>(() => {}) })
    const run = conclave({ env: environment() }).discuss({
      ...hive,
      options: { ...hive.options, noveltyModel: embedders.openai },
    })
    for (;;) if (/embed/.test((await server.nextRequest()).path)) break
    const asked = server.requests.at(-1)!
    await run.interject("Kim", "Are you still there?")
    await run.abort("enough")
    expect((await run.outcome).stoppingReason).toBe("user_abort")
    expect(await asked.closed).toBe("client")
    expect(server.requests.filter(({ path }) => /embed/.test(path))).toHaveLength(1)
  })

  test("is part of a recording, so that a replay ends in the same way", async () => {
    const record = join(mkdtempSync(join(tmpdir(), "conclave-")), "recording.jsonl")
    const run = conclave({ env: environment(), record }).discuss({
      ...hive,
      options: { ...hive.options, noveltyModel: embedders.openai },
    })
    const events = await collectEvents(run)
    const asked = server.requests.length
    const again = replay(openRecording(record))
    const replayed = await collectEvents(again)
    expect(server.requests).toHaveLength(asked)
    expect(ofType(replayed, "novelty_measured")).toEqual(ofType(events, "novelty_measured"))
    expect(await again.outcome).toEqual(await run.outcome)
  })

  test("a model that cannot embed is refused with the field and the fix", () => {
    const ask = (noveltyModel: string) => () =>
      conclave({ env: { ...environment(), ANTHROPIC_API_KEY: canary } }).discuss({
        ...hive,
        options: { noveltyModel },
      })
    expect(ask("anthropic/claude-sonnet-4-5")).toThrow(/options\.noveltyModel: must be an embedding model/)
    expect(ask("rehearsal/bold")).toThrow(/options\.noveltyModel/)
    expect(ask("nobody/knows")).toThrow(/options\.noveltyModel/)
  })
})
