import { conclave } from "conclave"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type OwnProvider, providerModels } from "../../src/models/providers/index.ts"
import type { WireFinish } from "../wire/answer.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { hear, question, wiredTo } from "./wired.ts"

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

const words = 'Grüße, 世界! 👋🏽 "json"\n\nend'
const pro = () => wiredTo(server, "openai", "openai/gpt-5.5-pro")
// biome-ignore lint/suspicious/noExplicitAny: bodies are third-party JSON
const lastBody = (): any => server.requests.at(-1)?.body

describe("a model that only the Responses API supports", () => {
  test("is called there, and nothing is stored", async () => {
    server.script({ answer: { text: words, reasoning: "Hm.", usage: { prompt: 90, completion: 30, reasoning: 7 } } })
    const heard = await hear(pro(), question({ effort: "high", providerOptions: { serviceTier: "flex", store: true } }))
    expect(heard).toMatchObject({ text: words, reasoning: "Hm.", finish: "stop" })
    expect(heard.usage).toMatchObject({ promptTokens: 90, completionTokens: 30 })
    expect(server.requests.at(-1)?.path).toBe("/v1/responses")
    expect(lastBody()).toMatchObject({
      store: false,
      service_tier: "flex",
      reasoning: { effort: "high" },
      max_output_tokens: 321 + 16_384,
    })
  })

  test.each<[WireFinish, string | undefined]>([
    ["length", "length"],
    ["none", undefined],
  ])("whose reply ends with %s is read as such", async (finish, read) => {
    server.script({ answer: { text: words, finish } })
    const heard = await hear(pro())
    expect(heard.finish).toBe(read)
    if (read === undefined) expect(heard.error?.message).toContain("without a finish reason")
  })

  test("is detected if its name does not tell, and called there from then on", async () => {
    const paths: string[] = []
    const message = "This model is only supported in v1/responses and not in v1/chat/completions."
    const settings = {
      apiKey: "sk-1",
      baseUrl: server.baseUrl("openai"),
      fetch: async (url: Parameters<typeof fetch>[0], init?: RequestInit) => {
        paths.push(new URL(String(url)).pathname)
        const isChat = String(url).endsWith("/chat/completions")
        return isChat ? Response.json({ error: { message } }, { status: 404 }) : fetch(url, init)
      },
    }
    const model = providerModels({ openai: settings }).find("openai/gpt-9")!
    server.script({ answer: words, times: 2 })
    expect(await hear(model)).toMatchObject({ text: words, finish: "stop" })
    expect(await hear(model)).toMatchObject({ text: words, finish: "stop" })
    expect(paths).toEqual(["/v1/chat/completions", "/v1/responses", "/v1/responses"])
  })

  test.each<[OwnProvider, string, object]>([
    ["openrouter", "openrouter/openai/gpt-5.5", { reasoning: { effort: "high" }, user: "ann" }],
    ["ollama", "ollama/qwen3:8b", { think: true, options: { user: "ann" } }],
    ["ollama", "ollama/gpt-oss:20b", { think: "high" }],
    ["azure", "azure/gpt-5.4-mini", { reasoning_effort: "high", user: "ann" }],
    ["compatible", "compatible/qwen3", { reasoning_effort: "high", user: "ann" }],
    ["xai", "xai/grok-4.6", { user: "ann", store: false }],
  ])("%s gets the effort of %s and its own fields", async (provider, model, body) => {
    await hear(wiredTo(server, provider, model), question({ effort: "high", providerOptions: { user: "ann" } }))
    expect(lastBody()).toMatchObject(body)
  })

  test("takes a seat with its own effort", async () => {
    const table = conclave({ models: [pro()] })
    const { outcome } = table.discuss({
      format: "panel",
      topic: "What first?",
      seats: [{ name: "Ada", model: "openai/gpt-5.5-pro", options: { effort: "low" } }],
      options: { rounds: 1 },
    })
    expect((await outcome).stoppingReason).toBe("max_rounds")
    expect(lastBody().reasoning.effort).toBe("low")
  })
})
