import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { generateText, streamText } from "ai"
import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError } from "openai"
import { afterEach, describe, expect, test } from "vitest"
import { ConclaveError } from "../../src/core/errors.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { closeServers, collect, extra, openAiServer, teaTable } from "./openai-server.ts"
import { steppedModel, until } from "./server-rig.ts"

afterEach(closeServers)

/** A field introduced by DeepSeek that OpenAI's own types lack. */
const reasoningOf = (part: object | undefined) => (part as { reasoning_content?: string })?.reasoning_content ?? ""

const ask = (content: string) => [{ role: "user" as const, content }]

describe("tables as models for the official OpenAI client", () => {
  test("each table is listed as a model and can be retrieved by name [openai.models]", async () => {
    const { openai } = await openAiServer()
    const listed = await collect(openai.models.list())
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(["conclave/hive", "conclave/review"]))
    for (const { object, created, owned_by } of listed)
      expect({ object, created, owned_by }).toEqual({ object: "model", created: 0, owned_by: "conclave" })
    expect(await openai.models.retrieve("conclave/debate")).toMatchObject({ id: "conclave/debate", object: "model" })
    await expect(openai.models.retrieve("conclave/debat")).rejects.toThrow(/conclave\/debate/)
  })

  test("the answer is the content, the deliberation the reasoning, and usage sums all calls [openai.chat]", async () => {
    const { model, conclave } = teaTable()
    const { openai, faults, call } = await openAiServer([model])
    const done = await openai.chat.completions.create({
      model: "conclave/hive",
      messages: ask("Tea or coffee?"),
      ...extra(conclave),
    })
    const [choice] = done.choices
    expect(done).toMatchObject({ object: "chat.completion", model: "conclave/hive" })
    expect(choice).toMatchObject({ index: 0, finish_reason: "stop", message: { role: "assistant", refusal: null } })
    expect(choice?.message.content).toBe("Tea, then.")
    const reasoning = reasoningOf(choice?.message)
    expect(reasoning).toMatch(/Round 1 · Ann[\s\S]*Tea is calmer\.[\s\S]*Round 1 · Bo[\s\S]*Coffee is faster\./)
    const id = done.id.replace("chatcmpl-", "")
    const { usage, topic } = (await call("GET", `/api/v1/discussions/${id}`)).body.discussion
    expect(topic).toBe("Tea or coffee?")
    const { promptTokens, completionTokens } = usage.total
    expect(done.usage).toMatchObject({
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    })
    expect(done).toMatchObject({ conclave: { discussion_id: id, rehearsal: false } })
    expect(faults).toEqual([])
  })

  test("streaming delivers the same answer in chunks, with usage if requested [openai.stream]", async () => {
    const { model, conclave } = teaTable()
    const { openai } = await openAiServer([model])
    const stream = await openai.chat.completions.create({
      model: "conclave/hive",
      messages: ask("Tea or coffee?"),
      stream: true,
      stream_options: { include_usage: true },
      ...extra(conclave),
    })
    let content = ""
    let reasoning = ""
    const finishes: (string | null)[] = []
    const usages: unknown[] = []
    for await (const chunk of stream) {
      expect(chunk).toMatchObject({ object: "chat.completion.chunk", model: "conclave/hive" })
      for (const { delta, finish_reason } of chunk.choices) {
        content += delta.content ?? ""
        reasoning += reasoningOf(delta)
        if (finish_reason) finishes.push(finish_reason)
      }
      if (chunk.usage) usages.push(chunk.usage)
    }
    expect(content).toBe("Tea, then.")
    expect(reasoning).toContain("Coffee is faster.")
    expect(finishes).toEqual(["stop"])
    expect(usages).toEqual([expect.objectContaining({ total_tokens: expect.any(Number) })])
    const body = { model: "conclave/hive", messages: ask("Tea or coffee?"), stream: true, ...extra(conclave) } as const
    for await (const chunk of await openai.chat.completions.create(body)) expect(chunk.usage ?? null).toBeNull()
    const whole = await openai.chat.completions
      .stream({ model: "conclave/hive", messages: ask("Tea or coffee?"), ...extra(conclave) })
      .finalChatCompletion()
    expect(whole.choices[0]?.message.content).toBe("Drink tea.")
  })

  test("text reaches the client before the discussion ends [openai.stream]", async () => {
    const model = steppedModel("test/talker", ["Tea ", "is calmer."])
    const { openai } = await openAiServer([model])
    const stream = await openai.chat.completions.create({
      model: "conclave/hive",
      messages: ask("Tea or coffee?"),
      stream: true,
      ...extra(teaTable().conclave),
    })
    const reader = stream[Symbol.asyncIterator]()
    let reasoning = ""
    while (!reasoning.includes("Tea ")) {
      const next = reader.next()
      const step = setInterval(() => model.step(), 5)
      const { value } = await next
      clearInterval(step)
      reasoning += reasoningOf(value?.choices[0]?.delta)
    }
    stream.controller.abort()
  })

  test("the last user message is the topic, and earlier messages are material [openai.messages]", async () => {
    const { model, conclave } = teaTable()
    const { openai, call } = await openAiServer([model])
    const done = await openai.chat.completions.create({
      model: "hive",
      messages: [
        { role: "system", content: "Answer in one line." },
        { role: "developer", content: "No more." },
        { role: "user", content: "What is tea?" },
        { role: "assistant", content: "A drink." },
        {
          role: "user",
          content: [
            { type: "text", text: "And which is " },
            { type: "text", text: "better?" },
          ],
        },
      ],
      ...extra(conclave),
    })
    const id = done.id.replace("chatcmpl-", "")
    const { topic, materials } = (await call("GET", `/api/v1/discussions/${id}`)).body.discussion
    expect(topic).toMatch(/^And which is better\?\n[\s\S]*Answer in one line\.\n\nNo more\.$/)
    expect(materials).toMatchObject([{ name: "The conversation before this question" }])
    expect(JSON.stringify(model.calls[0]?.prompt)).toContain("User: What is tea?\\n\\nAssistant: A drink.")
  })

  test("a conversation too long for the smallest model is refused with both sizes [openai.messages]", async () => {
    const { model, conclave } = teaTable()
    const small = { ...model, describe: async () => ({ contextTokens: 8_000 }) }
    const { openai } = await openAiServer([small])
    const messages = [...ask("word ".repeat(10_000)), ...ask("Which?")]
    const refused = openai.chat.completions.create({ model: "conclave/hive", messages, ...extra(conclave) })
    await expect(refused).rejects.toMatchObject({ status: 400, param: "messages", message: /context window is 8,000/ })
  })

  test("answers of rehearsal models are marked as such [openai.rehearsal]", async () => {
    const { openai } = await openAiServer()
    const done = await openai.chat.completions.create({ model: "conclave/duet", messages: ask("Tea?"), seed: 2 })
    expect(done.choices[0]?.message.content).toMatch(/Rehearsal: simulated models/)
    expect(done).toMatchObject({ conclave: { rehearsal: true } })
  })

  test("a client that disconnects ends the discussion, streaming or not [openai.abort]", async () => {
    const hanging = scriptedModel({ id: "test/talker", replies: () => ({ chunks: ["Well"], ends: "hang" }) })
    const { openai, call } = await openAiServer([hanging])
    const { conclave } = teaTable()
    const body = { model: "conclave/hive", messages: ask("Tea?"), ...extra(conclave) }
    const stream = await openai.chat.completions.create({ ...body, stream: true })
    await stream[Symbol.asyncIterator]().next()
    stream.controller.abort()
    const disconnect = new AbortController()
    const waiting = openai.chat.completions.create(body, { signal: disconnect.signal })
    await until(async () => (await call("GET", "/api/v1/discussions")).body.discussions.length === 2)
    disconnect.abort()
    await expect(waiting).rejects.toThrow()
    const statuses = async () =>
      (await call("GET", "/api/v1/discussions")).body.discussions.map(({ status }: { status: string }) => status)
    await until(async () => (await statuses()).every((status: string) => status === "aborted"))
  })

  test("if the first of two clients with one idempotency key disconnects, the other still gets the answer [openai.idempotency]", async () => {
    const model = steppedModel("test/talker", ["Drink tea."])
    const { openai, call } = await openAiServer([model])
    const body = { model: "conclave/hive", messages: ask("Tea?"), ...extra(teaTable().conclave) }
    const join = async () => {
      const options = { headers: { "idempotency-key": "twice" } }
      const stream = await openai.chat.completions.create({ ...body, stream: true }, options)
      const chunks = stream[Symbol.asyncIterator]()
      await chunks.next()
      return { stream, chunks }
    }
    const [first, second] = [await join(), await join()]
    expect((await call("GET", "/api/v1/discussions")).body.discussions).toHaveLength(1)
    first.stream.controller.abort()
    await until(async () => /^conclave_open_streams 1$/m.test((await call("GET", "/metrics")).body))
    let text = ""
    let isOver = false
    const reading = (async () => {
      for (let next = await second.chunks.next(); !next.done; next = await second.chunks.next())
        text += next.value.choices[0]?.delta.content ?? ""
      isOver = true
    })()
    await until(() => {
      model.step()
      return isOver
    })
    await reading
    expect(text).toContain("Drink tea.")
  })

  test("requests with the same idempotency key share one discussion and one answer [openai.idempotency]", async () => {
    const { model, conclave } = teaTable()
    const { openai, call } = await openAiServer([model])
    const body = { model: "conclave/hive", messages: ask("Tea?"), ...extra(conclave) }
    const headers = { "idempotency-key": "once" }
    const first = await openai.chat.completions.create(body, { headers })
    expect(await openai.chat.completions.create(body, { headers })).toEqual(first)
    expect((await call("GET", "/api/v1/discussions")).body.discussions).toHaveLength(1)
    await expect(openai.chat.completions.create({ ...body, seed: 1 }, { headers })).rejects.toThrow(/different request/)
  })
})

describe("errors in OpenAI's shape [openai.errors]", () => {
  test.each([
    ["tools", { tools: [{ type: "function", function: { name: "f" } }] }],
    ["n", { n: 2 }],
    ["stop", { stop: "." }],
    ["logprobs", { logprobs: true }],
    ["top_p", { top_p: 0.5 }],
    ["reasoning_effort", { reasoning_effort: "high" }],
    ["logit_bias", { logit_bias: { 50256: -100 } }],
    ["functions", { functions: [{ name: "f" }] }],
    ["response_format.json_schema.schema", { response_format: { type: "json_schema", json_schema: { schema: 1 } } }],
    ["stream_options.usage", { stream: true, stream_options: { usage: true } }],
    ["messages", { messages: [] }],
    ["messages[0].content[0].type", { messages: [{ role: "user", content: [{ type: "image_url", image_url: {} }] }] }],
    ["conclave.options.rounds", { conclave: { options: { rounds: 0 } } }],
    ["conclave.seats[0].model", { conclave: { seats: [{ model: "nobody/knows" }, { model: "rehearsal/bold" }] } }],
    ["messages", { messages: ask("x".repeat(60_000)) }],
  ])("an invalid %s is refused with its name", async (param, wrong) => {
    const { openai } = await openAiServer()
    const body = { model: "conclave/duet", messages: ask("Tea?"), ...(wrong as object) }
    const error = await openai.chat.completions.create(body).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ param, type: "invalid_request_error", error: { message: expect.any(String) } })
    // Each message names the fix once, and fields documented by OpenAI are never called unknown.
    expect((error as APIError).message).not.toMatch(/nearest|; \w+: /)
  })

  test("null counts as an omitted field, in nested objects too", async () => {
    const { openai } = await openAiServer()
    const json_schema = { name: "any", strict: null, description: null, schema: { type: "object" } }
    const response_format = { type: "json_schema", json_schema }
    const body = { model: "conclave/nobody", messages: ask("Tea?"), stop: null, response_format }
    await expect(openai.chat.completions.create(body as never)).rejects.toMatchObject({ param: "model" })
  })

  test("a read-only key, a foreign origin or a full server starts no discussion", async () => {
    const { url, call, openai } = await openAiServer([], { limits: { addressStreams: 0 } })
    const body = { model: "conclave/duet", messages: ask("Tea?") }
    for (const stream of [false, true]) {
      const full = await openai.chat.completions.create({ ...body, stream }).catch((thrown: unknown) => thrown)
      expect(full).toMatchObject({ status: 429, type: "rate_limit_error", code: "rate_limit_exceeded" })
      const response = await openai.responses.create({ model: "conclave/duet", input: "Tea?", stream }).catch((e) => e)
      expect(response).toMatchObject({ status: 429, code: "rate_limit_exceeded" })
    }
    const headers = { "content-type": "application/json", origin: "https://elsewhere.example" }
    const elsewhere = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body: JSON.stringify(body) })
    expect(elsewhere.status).toBe(403)
    expect(await elsewhere.json()).toMatchObject({ error: { type: "invalid_request_error", code: "forbidden" } })
    const { key } = (await call("POST", "/api/v1/keys", { name: "reader", scope: "read" })).body
    const reader = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
    await expect(reader.chat.completions.create(body)).rejects.toMatchObject({ status: 403, code: "forbidden" })
    await expect(reader.responses.create({ model: "conclave/duet", input: "Tea?" })).rejects.toMatchObject({
      status: 403,
    })
    expect((await call("GET", "/api/v1/discussions")).body.discussions).toEqual([])
  })

  test("an unknown table, a wrong key, an unknown path and a 5 MB body are refused", async () => {
    const { openai, url } = await openAiServer()
    const body = { model: "conclave/nobody", messages: ask("Tea?") }
    const missing = await openai.chat.completions.create(body).catch((thrown: unknown) => thrown)
    expect(missing).toBeInstanceOf(NotFoundError)
    expect(missing).toMatchObject({ code: "model_not_found", param: "model" })
    const stranger = new OpenAI({ baseURL: `${url}/v1`, apiKey: `cnk_00000000_${"x".repeat(43)}`, maxRetries: 0 })
    const refused = await stranger.models.list().catch((thrown: unknown) => thrown)
    expect(refused).toBeInstanceOf(AuthenticationError)
    expect(refused).toMatchObject({ code: "invalid_api_key" })
    await expect(openai.files.list()).rejects.toMatchObject({ status: 404, type: "invalid_request_error" })
    const large = { model: "conclave/duet", messages: ask("x".repeat(5_000_000)) }
    await expect(openai.chat.completions.create(large)).rejects.toMatchObject({ status: 413, code: "body_too_large" })
    const empty = await openai.chat.completions.create({} as never).catch((thrown: unknown) => thrown)
    expect(empty).toBeInstanceOf(BadRequestError)
  })

  test("a table whose models all fail returns an error that clients do not retry", async () => {
    const failing = new ConclaveError("PROVIDER_ERROR", "the provider is on fire")
    const model = scriptedModel({ id: "test/talker", replies: () => ({ chunks: [], ends: failing }) })
    const { url } = await openAiServer([model])
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "unused", maxRetries: 2 })
    const conclave = { ...teaTable().conclave, options: { rounds: 1, retries: 0, onFailure: "fail" } }
    const body = { model: "conclave/hive", messages: ask("Tea?"), ...extra(conclave) }
    await expect(openai.chat.completions.create(body)).rejects.toMatchObject({ status: 502, type: "server_error" })
    expect(model.calls).toHaveLength(1)
    const stream = await openai.chat.completions.create({ ...body, stream: true })
    await expect(collect(stream)).rejects.toThrow(/on fire/)
  })
})

describe("the AI SDK's OpenAI-compatible client", () => {
  async function sdk() {
    const { model, conclave } = teaTable()
    const { url } = await openAiServer([model])
    const provider = createOpenAICompatible({
      name: "conclave",
      baseURL: `${url}/v1`,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })
    return { model: provider("conclave/hive"), providerOptions: { conclave: { conclave } } }
  }

  test("reads text, reasoning and usage of a complete response [openai.chat]", async () => {
    const asked = await generateText({ ...(await sdk()), prompt: "Tea or coffee?" })
    expect(asked.text).toBe("Tea, then.")
    expect(asked.reasoningText).toContain("Coffee is faster.")
    expect(asked.usage.totalTokens).toBeGreaterThan(0)
    expect(asked.warnings ?? []).toEqual([])
  })

  test("reads them from a stream [openai.stream]", async () => {
    const result = streamText({ ...(await sdk()), prompt: "Tea or coffee?" })
    const parts = await collect(result.fullStream)
    expect(parts.filter(({ type }) => type === "error")).toEqual([])
    expect(await result.text).toBe("Tea, then.")
    expect(await result.reasoningText).toContain("Tea is calmer.")
    expect((await result.usage).outputTokens).toBeGreaterThan(0)
  })
})
