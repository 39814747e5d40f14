import { describe, expect, test } from "vitest"
import type { z } from "zod"
import { loadCommands } from "../../src/cli/commands/index.ts"
import { listOperations } from "../../src/operations/discussion-list.ts"
import { discussionOperations } from "../../src/operations/discussions.ts"
import { keyOperations } from "../../src/operations/keys.ts"
import { modelOperations } from "../../src/operations/models.ts"
import { descriptionOf, type Operation } from "../../src/operations/operation.ts"
import { squadOperations } from "../../src/operations/squad.ts"
import { steeringOperations } from "../../src/operations/steering.ts"
import { tableOperations } from "../../src/operations/tables.ts"
import { httpClient, mcpServer } from "./mcp-rig.ts"

const operations: readonly Operation[] = [
  ...[discussionOperations, listOperations, steeringOperations, squadOperations].flatMap(Object.values),
  ...[tableOperations, modelOperations, keyOperations].flatMap(Object.values),
]
const at = (interfaceName: keyof Operation["names"]) =>
  operations.flatMap((one) =>
    one.names[interfaceName] === undefined ? [] : [{ ...one, name: one.names[interfaceName] }],
  )
const fieldsOf = ({ target, input }: Operation): Readonly<Record<string, z.ZodType>> => ({
  ...target?.shape,
  ...input?.shape,
})

/** Commands without an operation: files, processes, terminals, and other views of operation results. */
const ownCommands = [
  ...["replay", "formats", "tables", "search", "rename", "eval", "serve", "open", "worker", "mcp", "init", "login"],
  ...["logout", "config", "doctor", "backup", "restore", "prune", "completions"],
]

/** Flags without an operation field: terminal output and prompts, files, and shorthands for one value. */
const ownFlags = new Set([
  ...["--model", "--quick", "--deep", "--wait", "--set", "--no-record", "--baseline-seat", "--weights", "--category"],
  ...["--quiet", "--watch", "--out", "--recording", "--yes", "--fail-on", "--sarif", "--markdown", "--compare"],
  ...["--aside", "--no-wait", "--agent", "--organisation"],
])

/** Arguments without an operation field: commits, and a seat in one word. */
const ownArguments = ["review <range>", "join <seat>"]

/** Fields that only tools have: how long a call waits, and where paging continues. */
const ownToolFields = ["wait", "idempotency_key", "from_turn", "from_item", "choices", "ask_squad.prompt_id"]

describe("each operation is described once, and every interface uses that description [agents.one-description]", async () => {
  const commands = await loadCommands()

  test("HTTP calls show its description, fields and result", async () => {
    const server = await mcpServer()
    const { paths, components } = (await server.call("GET", "/openapi.json")).body
    const found = Object.values(paths as Record<string, Record<string, OpenApiOperation>>).flatMap(Object.values)
    const byId = new Map<string | undefined, OpenApiOperation>(found.map((one) => [one.operationId, one]))
    const schemaOf = (schema: JsonSchema = {}): JsonSchema =>
      schema.$ref ? components.schemas[schema.$ref.split("/").at(-1)!] : schema
    const described = ({ properties = {} }: JsonSchema) =>
      Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.description]))
    for (const operation of at("http")) {
      const { summary, description, parameters = [], requestBody, responses } = byId.get(operation.name)!
      // One HTTP call starts duets and asks the squad, so it describes both.
      if (operation.name === "startDuet") {
        expect(summary!.toLowerCase()).toContain(operation.title.toLowerCase())
        expect(description).toContain(operation.description)
        continue
      }
      expect(summary, operation.name).toBe(operation.title)
      expect(description!.startsWith(operation.description), operation.name).toBe(true)
      const body = described(schemaOf(requestBody?.content["application/json"]?.schema))
      const given = parameters.filter((one) => one.in !== "header").map((one) => [one.name, one.description])
      const fields = Object.entries(fieldsOf(operation)).map(([name, field]) => [name, descriptionOf(field)])
      expect({ ...body, ...Object.fromEntries(given) }, operation.name).toEqual(Object.fromEntries(fields))
      const answer = Object.entries(responses).find(([status]) => status.startsWith("2"))![1]
      const answered = Object.keys(schemaOf(answer.content?.["application/json"]?.schema).properties ?? {})
      const output = typeof operation.output === "function" ? await operation.output() : operation.output
      expect(answered, operation.name).toEqual(Object.keys(output?.shape ?? {}))
    }
  })

  test("every command and option of the command line maps to an operation and its fields, or is listed as its own", () => {
    const described = [...at("command").map(({ name }) => name), ...ownCommands]
    expect(commands.map(({ name }) => name).toSorted()).toEqual(described.toSorted())
    for (const operation of at("command")) {
      const { name, title, description } = operation
      const { about, details, options = [], arguments: args = [] } = commands.find((one) => one.name === name)!
      expect(about.toLowerCase(), name).toBe(title.toLowerCase())
      expect(details?.[0], name).toBe(description)
      for (const { flags, field, about: words } of options) {
        const flag = /--[\w-]+/.exec(flags)![0]
        if (ownFlags.has(flag)) continue
        const own = fieldAt(operation, field) ?? fieldAt(discussionOperations.discuss, field)
        expect(words, `${name} ${flag}`).not.toBe("")
        // A flag shows its choices' own descriptions if they have any.
        expect(own && descriptionOf(own).replace(/^[\w-]+: /, ""), `${name} ${flag}`).toBe(
          words.replace(/^[\w-]+: /, ""),
        )
      }
      for (const argument of args) {
        if (ownArguments.includes(`${name} <${argument.name}>`)) continue
        const fields = Object.values(fieldsOf(operation)).map(descriptionOf)
        expect(
          fields.some((words) => argument.about.startsWith(words)),
          `${name} <${argument.name}>`,
        ).toBe(true)
      }
    }
  })

  test("every MCP tool maps to an operation, and each of its fields to an operation field or a listed one", async () => {
    const { tools } = await (await httpClient((await mcpServer()).url, "2026-07-28")).listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      at("tool")
        .map(({ name }) => name)
        .toSorted(),
    )
    for (const { name, title, description, inputSchema } of tools) {
      const operation = at("tool").find((one) => one.name === name)!
      expect(title).toBe(operation.title)
      expect(description!.startsWith(operation.description), name).toBe(true)
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
        if (ownToolFields.includes(field) || ownToolFields.includes(`${name}.${field}`)) continue
        const own = fieldsOf(operation)[field] ?? operation.target?.shape.id
        expect((schema as JsonSchema).description?.startsWith(descriptionOf(own!)), `${name} ${field}`).toBe(true)
      }
    }
  })
})

/** The operation field at a path, looking through optional fields and into lists. */
function fieldAt(operation: Operation, path = ""): z.ZodType | undefined {
  let shape: Readonly<Record<string, z.ZodType>> = fieldsOf(operation)
  let found: z.ZodType | undefined
  for (const name of path.split(".")) {
    found = shape[name]
    let inner = found as { def: { innerType?: unknown; element?: unknown }; shape?: typeof shape } | undefined
    while (inner && (inner.def.innerType ?? inner.def.element))
      inner = (inner.def.innerType ?? inner.def.element) as typeof inner
    shape = inner?.shape ?? {}
  }
  return found
}

interface JsonSchema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface OpenApiOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Partial<Content>>>
}
