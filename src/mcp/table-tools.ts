import { z } from "zod"
import { omitUndefined } from "../core/omit-undefined.ts"
import { type PublicTable, tableOperations } from "../operations/tables.ts"
import { type ApiFetch, callApi, fallbackIfRefused } from "./api.ts"
import { cutToTokens } from "./fit.ts"
import { tablesResult } from "./schemas.ts"
import { addTool, type ToolContext } from "./tool.ts"

async function readTables(fetch: ApiFetch): Promise<readonly PublicTable[]> {
  return (await callApi<{ tables: readonly PublicTable[] }>(fetch, "GET", "/api/v1/tables")).tables
}

export function addTableTool(context: ToolContext): void {
  addTool(context, {
    operation: tableOperations.listTables,
    usage: "Pass a name as the `table` of discuss.",
    input: z.strictObject({}),
    output: tablesResult,
    readOnly: true,
    run: async () => {
      const tables = await readTables(context.fetch)
      return { tables: tables.map(presentTable), options: Object.keys(tables[0]?.options ?? {}) }
    },
  })
}

function presentTable({ name, description, seats, options: { rounds, protocol }, decision }: PublicTable) {
  return omitUndefined({
    name,
    description: description && cutToTokens(description, 100),
    seats: seats.map((seat) => (seat.name === seat.role ? seat.name : `${seat.name} (${seat.role})`)),
    ...{ rounds, protocol, choices: decision.options },
  })
}

/** One prompt per table, for people who start discussions from a menu of their client. */
export async function addTablePrompts({ server, fetch }: ToolContext): Promise<void> {
  const argsSchema = z.object({ topic: z.string().describe("the question or topic to discuss") })
  // A seat key may not read tables.
  for (const { name, description } of await readTables(fetch).catch(fallbackIfRefused<readonly PublicTable[]>([]))) {
    const config = omitUndefined({ title: `Discuss: ${name}`, argsSchema, description })
    server.registerPrompt(name, config, ({ topic }) => {
      const text = `Call the tool discuss with table "${name}" and this topic. Then report the outcome as stated in outcome.sentence, together with any dissent:\n\n${topic}`
      return { messages: [{ role: "user", content: { type: "text", text } }] }
    })
  }
}
