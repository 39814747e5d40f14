import { z } from "zod"
import { tableOperations } from "../operations/tables.ts"
import { type ApiFetch, callApi, fallbackIfRefused } from "./api.ts"
import { cutToTokens } from "./fit.ts"
import { tablesResult } from "./schemas.ts"
import { addTool, type ToolContext } from "./tool.ts"

/** As far as agents need it to choose one. */
interface Table {
  readonly name: string
  readonly description?: string
  readonly seats: readonly { readonly name: string; readonly role: string }[]
  readonly options: Readonly<Record<string, unknown>> & { readonly rounds: number; readonly protocol: string }
  readonly decision: { readonly options: readonly string[] }
}

async function readTables(fetch: ApiFetch): Promise<readonly Table[]> {
  return (await callApi<{ tables: readonly Table[] }>(fetch, "GET", "/api/v1/tables")).tables
}

export function addTableTool(context: ToolContext): void {
  addTool(context, {
    operation: tableOperations.listTables,
    usage: "Their names are the `table` of discuss.",
    input: z.strictObject({}),
    output: tablesResult,
    readOnly: true,
    run: async () => {
      const tables = await readTables(context.fetch)
      return { tables: tables.map(presentTable), options: Object.keys(tables[0]?.options ?? {}) }
    },
  })
}

function presentTable({ name, description, seats, options, decision }: Table) {
  return {
    name,
    ...(description !== undefined && { description: cutToTokens(description, 100) }),
    seats: seats.map((seat) => (seat.name === seat.role ? seat.name : `${seat.name} (${seat.role})`)),
    rounds: options.rounds,
    protocol: options.protocol,
    choices: decision.options,
  }
}

/** One prompt a table, for people who start a discussion from a menu of their client. */
export async function addTablePrompts({ server, fetch }: ToolContext): Promise<void> {
  const argsSchema = z.object({ topic: z.string().describe("the question or topic to discuss") })
  // A key of one seat may not read tables.
  for (const { name, description } of await readTables(fetch).catch(fallbackIfRefused<readonly Table[]>([]))) {
    const config = { title: `Discuss: ${name}`, argsSchema, ...(description !== undefined && { description }) }
    server.registerPrompt(name, config, ({ topic }) => {
      const text = `Call the tool discuss with table "${name}" and this topic, then report the outcome as it says, with dissent:\n\n${topic}`
      return { messages: [{ role: "user", content: { type: "text", text } }] }
    })
  }
}
