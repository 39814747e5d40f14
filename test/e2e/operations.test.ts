import { describe, expect, test } from "vitest"
import { loadCommands } from "../../src/cli/commands/index.ts"
import { commandWords, type OperationWords, operationWords } from "../../src/operations/words.ts"
import { httpClient, mcpServer } from "./mcp-rig.ts"

const operations: readonly OperationWords[] = Object.values(operationWords)
const namesAt = (door: keyof OperationWords["names"]) => operations.flatMap(({ names }) => names[door] ?? [])

/** Commands that only a command line has: files, processes, terminals, and other ways to see what operations give. */
const ownCommands = [
  ...["replay", "formats", "tables", "search", "rename", "eval", "serve", "open", "worker", "mcp", "init", "login"],
  ...["logout", "config", "doctor", "backup", "restore", "prune", "completions"],
]

describe("an operation is described once, and every door shows that [agents.one-description]", async () => {
  const commands = await loadCommands()

  test("over HTTP", async () => {
    const server = await mcpServer()
    const { paths } = (await server.call("GET", "/openapi.json")).body
    const found = Object.values(paths as Record<string, Record<string, OpenApiOperation>>).flatMap(Object.values)
    const byId = new Map(found.map((one) => [one.operationId, one]))
    for (const { title, description, names } of operations) {
      if (names.http === undefined) continue
      const { summary, description: shown } = byId.get(names.http)!
      // One call of HTTP starts duets and asks the squad: its words hold both.
      const start = names.http === "startDuet" ? 0 : description.length
      expect(summary!.toLowerCase(), names.http).toContain(title.toLowerCase())
      expect(shown!.slice(0, start || undefined), names.http).toContain(description)
    }
  })

  test("on the command line, where each command is an operation or its own", () => {
    for (const operation of operations) {
      const { command: name } = operation.names
      if (name === undefined) continue
      const { about, details } = commands.find((one) => one.name === name)!
      const words = commandWords(operation)
      expect({ about, first: details?.[0] }, name).toEqual({ about: words.about, first: words.details[0] })
    }
    const described = [...namesAt("command"), ...ownCommands]
    expect(commands.map(({ name }) => name).toSorted()).toEqual(described.toSorted())
  })

  test("over MCP, where each tool is an operation", async () => {
    const { tools } = await (await httpClient((await mcpServer()).url, "2026-07-28")).listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(namesAt("tool").toSorted())
    for (const { name, title, description } of tools) {
      const words = operations.find(({ names }) => names.tool === name)!
      expect(title).toBe(words.title)
      expect(description!.startsWith(words.description), name).toBe(true)
    }
  })
})

interface OpenApiOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
}
