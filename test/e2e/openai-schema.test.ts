import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { generateText, Output } from "ai"
import { zodResponseFormat } from "openai/helpers/zod"
import { afterEach, expect, test } from "vitest"
import { z } from "zod"
import { closeServers, extra, openAiServer, teaTable } from "./openai-server.ts"

afterEach(closeServers)

const drink = z.object({ drink: z.enum(["tea", "coffee"]), sure: z.number() })
const messages = [{ role: "user" as const, content: "Tea or coffee?" }]
const spoken = ["Tea is calmer.", "Coffee is faster.", "Tea, then."]
const valid = '{"drink":"tea","sure":80}'

test("a chat completion matches the requested schema, complete and streamed [openai.schema]", async () => {
  const { model, conclave } = teaTable([...spoken, `Here it is:\n${valid}`])
  const { openai } = await openAiServer([model])
  const asked = { model: "conclave/hive", messages, response_format: zodResponseFormat(drink, "drink") }
  const done = await openai.chat.completions.parse({ ...asked, ...extra(conclave) })
  expect(done.choices[0]?.message.parsed).toEqual({ drink: "tea", sure: 80 })
  const streamed = await openai.chat.completions.stream({ ...asked, ...extra(conclave) }).finalChatCompletion()
  expect(streamed.choices[0]?.message.parsed).toEqual({ drink: "tea", sure: 80 })
})

test("a response matches it too, and the AI SDK reads it as an object [openai.schema]", async () => {
  const { model, conclave } = teaTable([...spoken, valid])
  const { openai, url } = await openAiServer([model])
  const schema = z.toJSONSchema(drink) as Record<string, unknown>
  const format = { type: "json_schema" as const, name: "drink", schema, strict: true }
  const body = { model: "conclave/hive", input: "Tea or coffee?", text: { format }, ...extra(conclave) }
  const response = await openai.responses.create(body)
  expect(JSON.parse(response.output_text)).toEqual({ drink: "tea", sure: 80 })
  const provider = createOpenAICompatible({ name: "conclave", baseURL: `${url}/v1`, supportsStructuredOutputs: true })
  const { output } = await generateText({
    model: provider("conclave/hive"),
    providerOptions: { conclave: { conclave } },
    output: Output.object({ schema: drink }),
    prompt: "Tea or coffee?",
  })
  expect(output).toEqual({ drink: "tea", sure: 80 })
})

test("an answer that fails the schema twice is an error, never a completion [openai.schema]", async () => {
  const { model, conclave } = teaTable([...spoken, '{"drink":"milk"}'])
  const { openai } = await openAiServer([model])
  const asked = { model: "conclave/hive", messages, response_format: zodResponseFormat(drink, "drink") }
  await expect(openai.chat.completions.create({ ...asked, ...extra(conclave) })).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining("schema"),
  })
})

test("a schema that cannot be checked is refused with its field [openai.schema]", async () => {
  const { openai } = await openAiServer()
  const schema = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } }
  const response_format = { type: "json_schema" as const, json_schema: { name: "x", schema } }
  await expect(
    openai.chat.completions.create({ model: "conclave/duet", messages, response_format }),
  ).rejects.toMatchObject({ status: 400, param: "response_format.json_schema.schema" })
})
