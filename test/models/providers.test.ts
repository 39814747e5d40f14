import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type OwnProvider, providerModels } from "../../src/models/providers/index.ts"
import type { WireFinish } from "../wire/answer.ts"
import type { FaultName } from "../wire/faults.ts"
import { recording } from "../wire/recordings.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { asked } from "./asked.ts"
import { all, canary, hear, modelOf, question, wired, wiredTo } from "./wired.ts"

// biome-ignore lint/suspicious/noExplicitAny: bodies are third-party JSON, and a wrong guess fails the test
type Json = any

let server: WireServer

beforeAll(async () => {
  server = await startWireServer()
})

afterAll(() => server.close())

const words = 'Grüße, 世界! 👋🏽 \u00a0‘quoted’ \\ "json" \ttabs\r\nlines\n\nend 𝒳'

/** The text of a recording, parsed without any provider's package. */
function readRecording(name: string): { text: string; reasoning: string } {
  // biome-ignore lint/suspicious/noExplicitAny: the lines have several shapes
  const lines: any[] = recording(name).map((line) => JSON.parse(line))
  const text = lines.map(
    (line) =>
      line.choices?.[0]?.delta?.content ?? line.delta?.text ?? line.candidates?.[0]?.content?.parts?.[0]?.text ?? "",
  )
  const reasoning = lines.map((line) => line.choices?.[0]?.delta?.reasoning_content ?? "")
  return { text: text.join(""), reasoning: reasoning.join("") }
}

describe.each(all)("%s [models.providers]", (provider) => {
  test("streams the scripted text, byte for byte [models.streaming]", async () => {
    server.script({ answer: words })
    expect(await hear(wired(server, provider))).toMatchObject({ text: words, reasoning: "", finish: "stop" })
  })

  test.each<FaultName>(["tiny-writes", "crlf", "bom", "comments"])("reads the same text through %s", async (fault) => {
    server.script({ answer: words, fault })
    expect(await hear(wired(server, provider))).toMatchObject({ text: words, finish: "stop" })
  })

  test("passes on any text unchanged, in any chunks", async () => {
    const model = wired(server, provider)
    // Text that looks like reasoning is split off, which other tests cover.
    const piece = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("<"))
    const pieces = fc.array(piece, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(pieces, fc.boolean(), async (text, tiny) => {
        server.script({ answer: { text }, ...(tiny && { fault: "tiny-writes" }) })
        const heard = await hear(model)
        expect(heard.error).toBeUndefined()
        expect(heard.text).toBe(text.join(""))
      }),
      { numRuns: 30 },
    )
  })

  test("streams: text is passed on before more is sent [models.streaming]", async () => {
    const pieces = ["one ", "two ", "three"]
    const heard = pieces.map(() => Promise.withResolvers<void>())
    let sent = -1
    const beforeChunk = async (_: number, { data }: { readonly data: string }) => {
      await heard[sent]?.promise
      const piece = pieces.findIndex((words) => data.includes(words))
      if (piece >= 0) sent = piece
    }
    server.script({ answer: { text: pieces }, beforeChunk })
    const said: string[] = []
    for await (const part of wired(server, provider).stream(question(), new AbortController().signal)) {
      if (part.type !== "text") continue
      heard[said.push(part.text) - 1]?.resolve()
    }
    expect(said).toEqual(pieces)
  })

  test("reports the provider's token counts", async () => {
    const usage = { prompt: 1_000, cached: 600, cacheWrite: 50, completion: 40, reasoning: 30 }
    server.script({ answer: { text: "Yes.", usage } })
    const { usage: counted } = await hear(wired(server, provider))
    const knows = {
      cached: provider !== "ollama",
      cacheWrite: ["openai", "anthropic", "openrouter", "azure", "bedrock"].includes(provider),
      reasoning: !["ollama", "mistral", "bedrock"].includes(provider),
    }
    expect(counted).toMatchObject({ promptTokens: 1_000, completionTokens: 40, cachedTokens: knows.cached ? 600 : 0 })
    expect(counted?.cacheWriteTokens).toBe(knows.cacheWrite ? 50 : undefined)
    expect(counted?.reasoningTokens).toBe(knows.reasoning ? 30 : undefined)
    expect(counted?.estimated).toBeUndefined()
  })

  test("reports the finish reason", async () => {
    const endings: readonly [WireFinish, string][] = [
      ["stop", "stop"],
      ["length", "length"],
      ["stop_sequence", provider === "anthropic" || provider === "bedrock" ? "stop_sequence" : "stop"],
      ["refusal", endOfRefusal(provider)],
      ["content_filter", endOfFilter(provider)],
    ]
    for (const [finish, expected] of endings) {
      server.script({ answer: { text: "So far.", finish } })
      const heard = await hear(wired(server, provider))
      // Azure's package contains an older copy of OpenAI's, which drops the text of a refusal.
      const said = provider === "azure" && finish === "refusal" ? "" : "So far."
      expect.soft([finish, heard.finish, heard.text, heard.error]).toEqual([finish, expected, said, undefined])
    }
  })

  test("separates reasoning from the reply", async () => {
    server.script({ answer: { text: words, reasoning: "Hm, ½ 世." } })
    const own = await hear(wired(server, provider))
    // OpenAI's chat completions do not include reasoning; its package passes none on, nor does Azure's.
    const isShown = provider !== "openai" && provider !== "azure"
    expect(own).toMatchObject({ text: words, reasoning: isShown ? "Hm, ½ 世." : "" })
    server.script(
      { answer: "<think>Hm, <b>½</b></think>Said." },
      { answer: "<think>Hm.</think>Said.", fault: "tiny-writes" },
    )
    expect(await hear(wired(server, provider))).toMatchObject({ text: "Said.", reasoning: "Hm, <b>½</b>" })
    expect(await hear(wired(server, provider))).toMatchObject({ text: "Said.", reasoning: "Hm." })
  })

  test("sends the rules as a system message and everything else in roles that the provider accepts", async () => {
    await hear(wired(server, provider))
    const { prompt } = question()
    const { system, messages } = asked(provider, server.requests.at(-1)!)
    expect(system).toBe(prompt.rules)
    const roles = messages.map(({ role }) => role)
    expect(roles.at(0)).toBe("user")
    expect(roles.at(-1)).toBe("user")
    expect(roles.filter((role, index) => role === roles[index - 1])).toEqual([])
    const sent = messages.map(({ text }) => text).join("")
    const places = [...prompt.transcript, prompt.ask].map((part) => sent.indexOf(part))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test("keeps the previous prompt as a prefix of the next one, for caches", async () => {
    const { prompt } = question()
    const model = wired(server, provider)
    await hear(model)
    await hear(model, question({ prompt: { ...prompt, transcript: [...prompt.transcript, "<Lin> So be it."] } }))
    const [before, after] = server.requests.slice(-2).map((request) => asked(provider, request))
    const text = (one = before) => one?.messages.map((message) => message.text).join("") ?? ""
    const shared = text().slice(0, text().lastIndexOf(prompt.ask))
    expect(shared).toContain("Tabs, still.")
    expect(text(after).startsWith(shared)).toBe(true)
  })

  test("sends temperature, token limit, stop sequences and seed if the provider supports them", async () => {
    await hear(wired(server, provider), question({ stop: ["[", "Speaker:"] }))
    expect(asked(provider, server.requests.at(-1)!)).toMatchObject({
      temperature: 0.4,
      maxTokens: 321,
      // The Responses API, which xAI's package uses, has no stop sequences.
      stop: provider === "xai" ? undefined : ["[", "Speaker:"],
      seed: ["anthropic", "bedrock", "deepseek"].includes(provider) ? undefined : 77,
    })
  })

  test("requests a vote as an object if supported", async () => {
    const model = wired(server, provider)
    const vote = JSON.stringify({ reasoning: "so", confidence: 80, proposedSolution: "tabs", hasConsensus: true })
    server.script({ answer: vote }, {})
    expect((await hear(model, question({ voteForm: "yes-no" }))).text).toBe(vote)
    await hear(model)
    const [voting, speaking] = server.requests.slice(-2).map((request) => asked(provider, request))
    expect(model.structured).toBe(!["compatible", "groq", "deepseek"].includes(provider))
    if (model.structured) expect(voting?.schema).toMatchObject({ properties: { hasConsensus: { type: "boolean" } } })
    else expect(voting?.schema).toBeUndefined()
    expect(speaking?.schema).toBeUndefined()
  })

  test("sends its key in a header and nowhere else [models.keys]", async () => {
    await hear(wired(server, provider))
    const { headers, ...rest } = server.requests.at(-1)!
    expect(JSON.stringify(rest)).not.toContain(canary)
    const keyed = Object.entries(headers).filter(([, value]) => String(value).includes(canary))
    const headerOf: Record<string, string> = { anthropic: "x-api-key", google: "x-goog-api-key", azure: "api-key" }
    const header = headerOf[provider] ?? "authorization"
    expect(keyed.map(([name]) => name)).toEqual([header])
  })

  test("an abort closes the socket, at any point of the reply [models.abort-socket]", async () => {
    for (const fault of ["hang-before-headers", "hang-after-headers", "hang-mid-stream"] as const) {
      const caller = new AbortController()
      server.script({ answer: words, fault })
      const arrival = server.nextRequest()
      const listening = hear(wired(server, provider), question(), caller.signal)
      const request = await arrival
      if (fault === "hang-mid-stream") await until(() => request.sent > 2)
      caller.abort()
      const { error, text } = await listening
      expect.soft(error, fault).toMatchObject({ code: "ABORTED" })
      expect.soft(words.startsWith(text), fault).toBe(true)
      expect.soft(await request.closed, fault).toBe("client")
    }
  })

  test("a reader that stops closes the socket too [models.abort-socket]", async () => {
    const gate = Promise.withResolvers<void>()
    server.script({ answer: words, beforeChunk: (index) => (index > 8 ? gate.promise : undefined) })
    const arrival = server.nextRequest()
    for await (const part of wired(server, provider).stream(question(), new AbortController().signal)) {
      if (part.type === "text") break
    }
    expect(await (await arrival).closed).toBe("client")
    gate.resolve()
  })

  test("a call that was aborted before its start is not made", async () => {
    const calls = server.requests.length
    const { error } = await hear(wired(server, provider), question(), AbortSignal.abort())
    expect(error).toMatchObject({ code: "ABORTED" })
    expect(server.requests.length).toBe(calls)
  })
})

test.each<[OwnProvider, string, string]>([
  ["openai", "openai-chat-text", "stop"],
  ["compatible", "openai-chat-text", "stop"],
  ["openrouter", "openai-chat-text", "stop"],
  ["compatible", "deepseek-reasoning", "stop"],
  ["deepseek", "deepseek-reasoning", "stop"],
  ["azure", "openai-chat-text", "stop"],
  ["anthropic", "anthropic-text", "stop"],
  ["anthropic", "anthropic-refusal", "refusal"],
  ["google", "google-text", "stop"],
])("%s reads the recording %s byte for byte [models.providers]", async (provider, name, finish) => {
  server.script({ answer: { recording: name } })
  const heard = await hear(wired(server, provider))
  expect(heard).toMatchObject({ ...readRecording(name), finish })
  expect(heard.usage?.estimated).toBeUndefined()
})

test.each<[OwnProvider, string]>([
  ["compatible", "deepseek-reasoning"],
  ["anthropic", "anthropic-text"],
  ["google", "google-text"],
])("%s reads the recording %s the same in writes of a few bytes [models.streaming]", async (provider, name) => {
  server.script({ answer: { recording: name }, fault: "tiny-writes" })
  expect(await hear(wired(server, provider))).toMatchObject({ ...readRecording(name), finish: "stop" })
})

test("the usage figures of the recordings are read unchanged", async () => {
  server.script({ answer: { recording: "deepseek-reasoning" } })
  const deepseek = await hear(wired(server, "compatible"))
  expect(deepseek.usage).toMatchObject({ promptTokens: 18, completionTokens: 219, reasoningTokens: 205 })
  server.script({ answer: { recording: "google-text" } })
  const google = await hear(wired(server, "google"))
  expect(google.usage).toMatchObject({ promptTokens: 9, completionTokens: 208, reasoningTokens: 185 })
})

test("Anthropic gets cache breakpoints for the part that all seats share, not for a seat's own part", async () => {
  await hear(wired(server, "anthropic"))
  const ephemeral = { type: "ephemeral" }
  expect(server.requests.at(-1)?.body).toMatchObject({
    system: [{ cache_control: ephemeral }],
    messages: [
      {
        content: [
          {},
          {},
          { text: "<Ada> Tabs, still.\n\n", cache_control: ephemeral },
          { text: "You are Ada. Speak." },
        ],
      },
    ],
  })
  expect(JSON.stringify(server.requests.at(-1)?.body).match(/cache_control/g)).toHaveLength(2)
})

test("Bedrock gets cache points at the same two places", async () => {
  await hear(wired(server, "bedrock"))
  const cachePoint = { cachePoint: { type: "default" } }
  expect(server.requests.at(-1)?.body).toMatchObject({
    system: [{}, cachePoint],
    messages: [{ content: [{}, {}, { text: "<Ada> Tabs, still.\n\n" }, cachePoint, { text: "You are Ada. Speak." }] }],
  })
})

test("xAI is told to store nothing, and its own cost figure is kept", async () => {
  const { usage } = await hear(wired(server, "xai"))
  expect(usage?.cost).toBe(0.0012)
  expect(server.requests.at(-1)?.body).toMatchObject({ store: false })
})

const ballot = question({ voteForm: "single", voteOptions: ["A) Tea, black", "Milk"] })
const choice = JSON.stringify({ reasoning: "so", confidence: 80, amount: null, choice: "Milk" })
const schemasSince = (from: number, provider: OwnProvider) =>
  server.requests.slice(from).map((request) => asked(provider, request).schema)

/** Providers that restrict a ballot to its options, and the field of the request that does so. */
test.each<[OwnProvider, string, (body: Json) => unknown]>([
  ["openai", modelOf.openai, (body) => body.response_format.json_schema.strict],
  ["openai", "openai/gpt-5-pro", (body) => body.text.format.strict],
  ["azure", modelOf.azure, (body) => body.response_format.json_schema.strict],
  ["openrouter", modelOf.openrouter, (body) => body.response_format.json_schema.strict],
  ["groq", "groq/openai/gpt-oss-120b", (body) => body.response_format.json_schema.strict],
  ["mistral", modelOf.mistral, (body) => body.response_format.type === "json_schema"],
  ["xai", modelOf.xai, (body) => body.text.format.strict],
  ["anthropic", modelOf.anthropic, (body) => body.output_config.format.type === "json_schema"],
  ["anthropic", "anthropic/claude-3-haiku-20240307", (body) => body.tool_choice.type === "any"],
  ["bedrock", modelOf.bedrock, (body) => body.additionalModelRequestFields.output_config.format.type === "json_schema"],
  ["bedrock", "bedrock/amazon.nova-lite-v1:0", (body) => body.toolConfig.toolChoice !== undefined],
  ["google", modelOf.google, (body) => body.generationConfig.responseMimeType === "application/json"],
  ["ollama", modelOf.ollama, (body) => body.format.additionalProperties === false],
])("%s restricts a ballot of %s to its options, and stops doing so after a refusal", async (provider, id, isHeld) => {
  const model = wiredTo(server, provider, id)
  const from = server.requests.length
  server.script({ answer: choice }, { fault: "bad-request" }, { answer: choice }, { answer: "CHOICE: Milk" })
  expect(await hear(model, ballot)).toMatchObject({ text: choice, finish: "stop" })
  expect(isHeld(server.requests.at(-1)?.body)).toBe(true)
  expect(model.structured).toBe(true)
  expect(await hear(model, ballot)).toMatchObject({ text: choice, finish: "stop" })
  expect(model.structured).toBe(false)
  expect(await hear(model, ballot)).toMatchObject({ text: "CHOICE: Milk", finish: "stop" })
  const held = { properties: { choice: { type: "string", enum: ["A) Tea, black", "Milk"] } } }
  expect(schemasSince(from, provider)).toMatchObject([held, held, undefined, undefined])
})

test("a refusal for another reason is an error, and the next ballot is restricted to its options again", async () => {
  const model = wired(server, "openai")
  const from = server.requests.length
  server.script({ fault: "bad-request", times: 2 }, { fault: "rate-limited" }, { answer: choice })
  expect((await hear(model, ballot)).error).toMatchObject({ code: "PROVIDER_ERROR", recoverable: false })
  expect((await hear(model, ballot)).error).toMatchObject({ code: "PROVIDER_ERROR", recoverable: true })
  expect((await hear(model, ballot)).text).toBe(choice)
  const held = { properties: { choice: {} } }
  expect(schemasSince(from, "openai")).toMatchObject([held, undefined, held, held])
  expect(model.structured).toBe(true)
})

test("Groq gets a schema only for models that enforce it", async () => {
  await hear(wiredTo(server, "groq", "groq/openai/gpt-oss-120b"), question({ voteForm: "yes-no" }))
  const { schema } = asked("groq", server.requests.at(-1)!)
  expect(schema).toMatchObject({ properties: { hasConsensus: { type: "boolean" } } })
})

test("an object is also read from a model that returns it as a tool call", async () => {
  const vote = '{"hasConsensus":false}'
  server.script({ answer: vote })
  const heard = await hear(
    wiredTo(server, "anthropic", "anthropic/claude-3-haiku-20240307"),
    question({ voteForm: "yes-no" }),
  )
  expect(heard).toMatchObject({ text: vote, finish: "stop" })
})

test.each(all)("%s without a required setting names its variable [models.naming]", (provider) => {
  const find = () => providerModels({}).find(modelOf[provider])
  if (provider === "ollama") expect(find()?.id).toBe(modelOf.ollama)
  else expect(find).toThrow(/_API_KEY|AWS_BEARER_TOKEN_BEDROCK|COMPATIBLE_BASE_URL/)
})

/** OpenRouter's package hides the upstream's finish reason; providers of their own models, except OpenAI, have none. */
function endOfRefusal(provider: OwnProvider): string {
  if (provider === "google" || provider === "bedrock") return "content_filter"
  return ["openai", "compatible", "anthropic"].includes(provider) ? "refusal" : "stop"
}

function endOfFilter(provider: OwnProvider): string {
  if (provider === "anthropic") return "refusal"
  // Mistral does not have this value.
  if (provider === "mistral") return "other"
  return provider === "ollama" ? "stop" : "content_filter"
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
