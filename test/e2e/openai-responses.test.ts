import { createOpenAI } from "@ai-sdk/openai"
import { generateText, streamText } from "ai"
import { NotFoundError } from "openai"
import type { Response as OpenAiResponse } from "openai/resources/responses/responses"
import { afterEach, expect, test } from "vitest"
import { ConclaveError } from "../../src/core/errors.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { closeServers, collect, extra, openAiServer, teaTable } from "./openai-server.ts"
import { until } from "./server-rig.ts"

afterEach(closeServers)

const reasoningOf = ({ output }: OpenAiResponse) =>
  output.flatMap((item) => (item.type === "reasoning" ? item.summary.map(({ text }) => text) : [])).join("")

test("a response carries the deliberation as reasoning and the answer as its message [openai.responses]", async () => {
  const { model, conclave } = teaTable()
  const { openai, faults } = await openAiServer([model])
  const done = await openai.responses.create({ model: "conclave/hive", input: "Tea or coffee?", ...extra(conclave) })
  expect(done).toMatchObject({ object: "response", status: "completed", model: "conclave/hive", error: null })
  expect(done.output_text).toBe("Tea, then.")
  expect(reasoningOf(done)).toContain("Coffee is faster.")
  expect(done.usage?.total_tokens).toBeGreaterThan(0)
  const again = await openai.responses.retrieve(done.id)
  expect(again).toEqual(done)
  expect(faults).toEqual([])
})

test("stream events arrive in order and end with the same response [openai.responses]", async () => {
  const { model, conclave } = teaTable()
  const { openai } = await openAiServer([model])
  const body = { model: "conclave/hive", input: "Tea or coffee?", ...extra(conclave) }
  const events = await collect(await openai.responses.create({ ...body, stream: true }))
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
  const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])
  expect(types).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.reasoning_summary_part.added",
    "response.reasoning_summary_text.delta",
    "response.reasoning_summary_text.done",
    "response.reasoning_summary_part.done",
    "response.output_item.done",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ])
  const last = events.at(-1)
  if (last?.type !== "response.completed") throw new Error("the stream did not complete")
  expect(await openai.responses.retrieve(last.response.id)).toMatchObject(last.response)
  const whole = await openai.responses.stream({ ...body, input: "Once more?" }).finalResponse()
  expect(whole.output_text).toBe("Drink tea.")
})

test("a background request returns at once, keeps running, and can be fetched later [openai.background]", async () => {
  const { model, conclave } = teaTable()
  const { openai } = await openAiServer([model])
  const body = { model: "conclave/hive", input: "Tea?", background: true, ...extra(conclave) }
  const begun = await openai.responses.create(body)
  expect(["queued", "in_progress"]).toContain(begun.status)
  await until(async () => (await openai.responses.retrieve(begun.id)).status === "completed")
  expect((await openai.responses.retrieve(begun.id)).output_text).toBe("Tea, then.")
  const replayed = await collect(await openai.responses.retrieve(begun.id, { stream: true }))
  expect(replayed.at(-1)?.type).toBe("response.completed")
})

test("a background response survives its client's disconnect and can be cancelled by id [openai.background]", async () => {
  const hanging = scriptedModel({ id: "test/talker", replies: () => ({ chunks: ["Well"], ends: "hang" }) })
  const { openai } = await openAiServer([hanging])
  const body = { model: "conclave/hive", input: "Tea?", ...extra(teaTable().conclave) }
  const stream = await openai.responses.create({ ...body, background: true, stream: true })
  const first = await stream[Symbol.asyncIterator]().next()
  if (first.value?.type !== "response.created") throw new Error("the stream did not start with response.created")
  const { id } = first.value.response
  stream.controller.abort()
  expect(await openai.responses.retrieve(id)).toMatchObject({ status: "in_progress", error: null, output: [] })
  expect(await openai.responses.cancel(id)).toMatchObject({ id, status: "cancelled" })
  expect(await openai.responses.cancel(id)).toMatchObject({ status: "cancelled" })
})

test("without background, a client that disconnects ends the discussion [openai.abort]", async () => {
  const hanging = scriptedModel({ id: "test/talker", replies: () => ({ chunks: ["Well"], ends: "hang" }) })
  const { openai } = await openAiServer([hanging])
  const body = { model: "conclave/hive", input: "Tea?", ...extra(teaTable().conclave) }
  const stream = await openai.responses.create({ ...body, stream: true })
  const first = await stream[Symbol.asyncIterator]().next()
  if (first.value?.type !== "response.created") throw new Error("the stream did not start with response.created")
  const { id } = first.value.response
  stream.controller.abort()
  await until(async () => (await openai.responses.retrieve(id)).status === "cancelled")
})

test("a follow-up goes to the same table and knows the previous discussion [openai.follow-up]", async () => {
  const { model, conclave } = teaTable()
  const { openai, call } = await openAiServer([model])
  const first = await openai.responses.create({ model: "conclave/hive", input: "Tea or coffee?", ...extra(conclave) })
  const second = await openai.responses.create({ input: "How hot?", previous_response_id: first.id })
  const third = await openai.responses.create({
    model: "conclave/hive",
    input: "Why?",
    previous_response_id: second.id,
  })
  const { topic, seats, options } = (await call("GET", `/api/v1/discussions/${third.id.replace("resp_", "")}`)).body
    .discussion
  expect(topic).toBe("Why?")
  expect(JSON.stringify(model.calls.at(-1)?.prompt)).toContain(
    "User: Tea or coffee?\\n\\nAssistant: Tea, then.\\n\\nUser: How hot?\\n\\nAssistant: Drink tea.",
  )
  expect(seats).toMatchObject([{ name: "Ann" }, { name: "Bo" }, { name: "Queen" }])
  expect(options.rounds).toBe(1)
  const refusals = [
    [{ previous_response_id: "resp_nobody" }, "previous_response_id"],
    [{ previous_response_id: first.id, model: "conclave/duet" }, "model"],
    [{ previous_response_id: first.id, conclave: {} }, "conclave"],
    [{}, "model"],
  ] as const
  for (const [fields, param] of refusals) {
    await expect(openai.responses.create({ input: "Why?", ...fields })).rejects.toMatchObject({ param })
  }
})

test("a failed discussion is a failed response, and an unknown id is a 404 [openai.errors]", async () => {
  const failing = new ConclaveError("PROVIDER_ERROR", "the provider is on fire")
  const model = scriptedModel({ id: "test/talker", replies: () => ({ chunks: [], ends: failing }) })
  const { openai } = await openAiServer([model])
  const conclave = { ...teaTable().conclave, options: { rounds: 1, retries: 0, onFailure: "fail" } }
  const body = { model: "conclave/hive", input: "Tea?", ...extra(conclave) }
  const failed = await openai.responses.create(body)
  expect(failed).toMatchObject({ status: "failed", error: { code: "server_error" } })
  expect(failed.error?.message).toContain("on fire")
  const events = await collect(await openai.responses.create({ ...body, stream: true }))
  expect(events.at(-1)).toMatchObject({ type: "response.failed", response: { status: "failed" } })
  await expect(openai.responses.retrieve("resp_nobody")).rejects.toBeInstanceOf(NotFoundError)
  await expect(openai.responses.cancel("nobody")).rejects.toBeInstanceOf(NotFoundError)
  for (const [wrong, param] of [
    [{ store: false }, "store"],
    [{ tools: [{ type: "web_search" }] }, "tools"],
    [{ include: ["reasoning.encrypted_content"] }, "include"],
    [{ input: [{ role: "user", content: [{ type: "input_image" }] }] }, "input[0].content[0].type"],
    [{ truncation: "auto" }, "truncation"],
    [{ reasoning: { effort: "high" } }, "reasoning"],
    [{ conversation: "conv_1" }, "conversation"],
    [{ prompt: { id: "pmpt_1" } }, "prompt"],
    [{ text: { format: { type: "json_schema", name: "x", schema: { type: "nonsense" } } } }, "text.format.schema"],
  ] as const) {
    await expect(openai.responses.create({ ...body, ...(wrong as object) })).rejects.toMatchObject({
      status: 400,
      param,
    })
  }
})

test("requests with the same idempotency key share one response [openai.idempotency]", async () => {
  const { model, conclave } = teaTable()
  const { openai } = await openAiServer([model])
  const body = { model: "conclave/hive", input: "Tea?", ...extra(conclave) }
  const headers = { "idempotency-key": "once" }
  const first = await openai.responses.create(body, { headers })
  expect(await openai.responses.create(body, { headers })).toEqual(first)
})

test("the AI SDK's OpenAI client reads complete and streamed responses [openai.responses]", async () => {
  const { model } = teaTable()
  const { url } = await openAiServer([model])
  const provider = createOpenAI({ baseURL: `${url}/v1`, apiKey: "unused" })
  const asked = await generateText({ model: provider.responses("conclave/duet"), prompt: "Tea?" })
  expect(asked.text).not.toBe("")
  const result = streamText({ model: provider.responses("conclave/duet"), prompt: "Tea?" })
  const parts = await collect(result.fullStream)
  expect(parts.filter(({ type }) => type === "error")).toEqual([])
  expect(parts.filter(({ type }) => type === "reasoning-delta").length).toBeGreaterThan(3)
  expect((await result.text).length).toBeGreaterThan(0)
})
