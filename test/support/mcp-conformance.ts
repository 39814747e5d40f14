import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  completable,
  fromJsonSchema,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { z } from "zod"
import { elicit } from "../../src/mcp/elicit.ts"
import type { ToolContext } from "../../src/mcp/tool.ts"
import { addTaskFixtures } from "./mcp-conformance-tasks.ts"

/**
 * The tools, resources and prompts that the conformance suite calls by name. They are added to the published server, so
 * that the suite tests its transport, request handling and checks.
 */
export function addConformanceFixtures(context: ToolContext): void {
  const { server } = context
  server.server.registerCapabilities({ logging: {} })
  addContentTools(server)
  addAskingTools(context)
  addInputRequiredTools(context)
  addSchemaTools(server)
  addResourcesAndPrompts(server)
  addTaskFixtures(context)
}

/** The smallest image and the shortest sound. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

const words = (text: string) => ({ content: [{ type: "text" as const, text }] })
const image = { type: "image" as const, data: png, mimeType: "image/png" }
const embedded = (uri: string, mimeType = "text/plain", text = "A resource inside an answer.") => ({
  type: "resource" as const,
  resource: { uri, mimeType, text },
})

type Run = (context: ServerContext) => unknown

function addPlainTool(server: McpServer, name: string, run: Run): void {
  const config = { description: `The suite's ${name}`, inputSchema: z.object({}) }
  server.registerTool(name, config, (async (_: unknown, context: ServerContext) => run(context)) as never)
}

function addContentTools(server: McpServer): void {
  addPlainTool(server, "test_simple_text", () => words("A text."))
  addPlainTool(server, "test_image_content", () => ({ content: [image] }))
  addPlainTool(server, "test_audio_content", () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }))
  addPlainTool(server, "test_embedded_resource", () => ({ content: [embedded("test://embedded-resource")] }))
  addPlainTool(server, "test_multiple_content_types", () => ({
    content: [
      ...words("Several at once:").content,
      image,
      embedded("test://mixed-content-resource", "application/json", "{}"),
    ],
  }))
  addPlainTool(server, "test_error_handling", () => {
    throw new Error("This tool always fails.")
  })
  addPlainTool(server, "test_tool_with_progress", async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken!, progress, total: 100 }
      await mcpReq.notify({ method: "notifications/progress", params })
    }
    return words("Done.")
  })
  for (const name of ["test_tool_with_logging", "test_logging_tool"])
    addPlainTool(server, name, async ({ mcpReq }) => {
      for (const step of ["begun", "under way", "done"]) await mcpReq.log("info", step)
      return words("Logged.")
    })
}

const object = <P>(properties: P) => ({ type: "object" as const, properties })
const choices = ["option1", "option2", "option3"]
const titled = ["value1", "value2", "value3"].map((value) => ({ const: value, title: `The ${value}` }))

/** A request during the call, as in versions up to 2025-11-25. */
function addAskingTools(tools: ToolContext): void {
  const { server } = tools
  const ask = (name: string, properties: Record<string, unknown>, required: string[] = []) =>
    addPlainTool(server, name, async (context) => {
      const requestedSchema = { ...object(properties), required } as never
      const options = { timeout: 5_000, signal: context.mcpReq.signal }
      const { action, content } = await elicit(tools, context, { message: "Please answer", requestedSchema }, options)
      return words(`action=${action}, content=${JSON.stringify(content ?? {})}`)
    })
  ask("test_elicitation", { username: { type: "string" }, email: { type: "string" } }, ["username", "email"])
  ask("test_elicitation_sep1034_defaults", {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  })
  ask("test_elicitation_sep1330_enums", {
    untitledSingle: { type: "string", enum: choices },
    titledSingle: { type: "string", oneOf: titled },
    legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
    untitledMulti: { type: "array", items: { type: "string", enum: choices } },
    titledMulti: { type: "array", items: { anyOf: titled } },
  })
  const config = { description: "The suite's test_sampling", inputSchema: z.object({ prompt: z.string() }) }
  server.registerTool("test_sampling", config, async ({ prompt }, { mcpReq }) => {
    const messages = [{ role: "user" as const, content: { type: "text" as const, text: prompt } }]
    const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 }, { timeout: 200 })
    return words(`The model said: ${JSON.stringify(content)}`)
  })
}

const askFor = (message: string, field: string, type: "string" | "boolean" = "string") =>
  inputRequired.elicit({ message, requestedSchema: { ...object({ [field]: { type } as never }), required: [field] } })
const sample = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 100 })

/** A request that ends the call, as in 2026-07-28. */
function addInputRequiredTools({ server, states }: ToolContext): void {
  const named = z.object({ name: z.string() })

  addPlainTool(server, "test_input_required_result_elicitation", ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, "user_name", named)
    if (answer) return words(`Hello, ${answer.name}!`)
    return inputRequired({ inputRequests: { user_name: askFor("What is your name?", "name") } })
  })
  addPlainTool(server, "test_input_required_result_sampling", ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "capital_question")
    if (answer.kind === "sampling") return words(JSON.stringify(answer.result.content))
    return inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?") } })
  })
  addPlainTool(server, "test_input_required_result_list_roots", ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "client_roots")
    if (answer.kind === "roots") return words(answer.roots.map(({ uri }) => uri).join(", "))
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  addPlainTool(server, "test_input_required_result_multiple_inputs", async (context) => {
    const { mcpReq } = context
    const kinds = ["user_name", "greeting", "client_roots"].map((key) => inputResponse(mcpReq.inputResponses, key).kind)
    if (!kinds.includes("missing")) return words("All three came.")
    const inputRequests = {
      user_name: askFor("What is your name?", "name"),
      greeting: sample("Greet somebody"),
      client_roots: inputRequired.listRoots(),
    }
    return inputRequired({ inputRequests, requestState: await states.mint("three", context) })
  })
  addPlainTool(server, "test_input_required_result_multi_round", async (context) => {
    const round = context.mcpReq.requestState<string>()
    if (round === "second" && hasAnswer(context, "step2")) return words("Both steps are done.")
    if (round === "first" && hasAnswer(context, "step1"))
      return inputRequired({
        inputRequests: { step2: askFor("Step 2: your colour?", "color") },
        requestState: await states.mint("second", context),
      })
    return inputRequired({
      inputRequests: { step1: askFor("Step 1: your name?", "name") },
      requestState: await states.mint("first", context),
    })
  })
  for (const name of ["test_input_required_result_request_state", "test_input_required_result_tampered_state"])
    addPlainTool(server, name, async (context) => {
      if (context.mcpReq.requestState<string>() !== undefined) return words("state-ok")
      const inputRequests = { confirm: askFor("Please confirm", "ok", "boolean") }
      return inputRequired({ inputRequests, requestState: await states.mint("confirmed", context) })
    })
  addPlainTool(server, "test_input_required_result_capabilities", (context) => {
    const { elicitation, sampling } = capabilitiesOf(context)
    const inputRequests: InputRequests = {
      ...(elicitation && { user_name: askFor("What is your name?", "name") }),
      ...(sampling && { greeting: sample("Greet somebody") }),
    }
    return inputRequired({ inputRequests })
  })
  // The server itself refuses clients that do not support sampling.
  addPlainTool(server, "test_missing_capability", () =>
    inputRequired({ inputRequests: { greeting: sample("Greet somebody") } }),
  )
  addPlainTool(server, "test_streaming_elicitation", () =>
    inputRequired({ inputRequests: { user_name: askFor("What is your name?", "name") } }),
  )
  const config = { description: "The suite's prompt that asks first" }
  server.registerPrompt("test_input_required_result_prompt", config, (({ mcpReq }: ServerContext) => {
    const answer = acceptedContent(mcpReq.inputResponses, "user_context", z.object({ context: z.string() }))
    if (answer) return { messages: [{ role: "user", content: words(answer.context).content[0] }] }
    return inputRequired({ inputRequests: { user_context: askFor("Which context?", "context") } })
  }) as never)
}

function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope: { readonly [key: string]: unknown } = mcpReq.envelope ?? {}
  return (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities
}

function hasAnswer({ mcpReq }: ServerContext, key: string): boolean {
  return inputResponse(mcpReq.inputResponses, key).kind === "elicit"
}

function addSchemaTools(server: McpServer): void {
  const tool = (name: string, schema: object) =>
    server.registerTool(
      name,
      { description: `The suite's ${name}`, inputSchema: fromJsonSchema(schema as never) },
      (async () => words("Its schema is what matters.")) as never,
    )
  tool("json_schema_2020_12_tool", {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { $anchor: "addressDef", ...object({ street: { type: "string" }, city: { type: "string" } }) } },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in a value that is never awaited
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  })
  tool("test_headers", object({ region: { type: "string", "x-mcp-header": "Region" } }))
}

function addResourcesAndPrompts(server: McpServer): void {
  const resource = (uri: string, mimeType: string, content: { text: string } | { blob: string }) =>
    server.registerResource(uri, uri, { description: `The suite's ${uri}`, mimeType }, async () => ({
      contents: [{ uri, mimeType, ...content }],
    }))
  resource("test://static-text", "text/plain", { text: "A text that stays." })
  resource("test://static-binary", "image/png", { blob: png })
  resource("test://watched-resource", "text/plain", { text: "A text to watch." })
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined })
  const mimeType = "application/json"
  server.registerResource(
    "template",
    template,
    { description: "The suite's template", mimeType },
    async (uri, { id }) => ({
      contents: [{ uri: uri.href, mimeType, text: JSON.stringify({ id }) }],
    }),
  )

  const message = (content: object) => ({ role: "user" as const, content: content as never })
  const text = (value: string) => message({ type: "text", text: value })
  server.registerPrompt("test_simple_prompt", { description: "Plain" }, () => ({ messages: [text("Say hello.")] }))
  const argsSchema = z.object({
    arg1: completable(z.string(), (value) => ["paris", "park", "party"].filter((one) => one.startsWith(value))),
    arg2: z.string(),
  })
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "With arguments", argsSchema },
    ({ arg1, arg2 }) => ({
      messages: [text(`arg1='${arg1}', arg2='${arg2}'`)],
    }),
  )
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "With a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({ messages: [message(embedded(resourceUri)), text("Read it.")] }),
  )
  server.registerPrompt("test_prompt_with_image", { description: "With a picture" }, () => ({
    messages: [message(image), text("Look at it.")],
  }))
}
