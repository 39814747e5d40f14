import type { PublicTable } from "../../operations/tables.ts"
import { listTables } from "../routes/catalogue.ts"
import type { OrganisationServices } from "../services.ts"
import { inputModes, outputModes } from "./message.ts"

/**
 * Says to other agents what can be asked here, in the shapes of versions 1.0 and 0.3 at once. Tables of the server's own
 * folder only those with a key are told of.
 */
export function agentCard(services: OrganisationServices, url: string, needsKey: boolean, withOwnTables: boolean) {
  const own = services.tableDefaults.tables?.own?.names ?? []
  const tables = listTables(services).filter(({ name }) => withOwnTables || !own.includes(name))
  return {
    name: "Conclave",
    description:
      "Several models, people and agents discuss a question and decide; the answer comes with its record: why, and who dissented.",
    version: "1",
    supportedInterfaces: [
      { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
    ],
    url,
    preferredTransport: "JSONRPC",
    protocolVersion: "0.3.0",
    supportsAuthenticatedExtendedCard: false,
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
    defaultInputModes: inputModes,
    defaultOutputModes: outputModes,
    skills: tables.map(skillOf),
    ...(needsKey && {
      securitySchemes: { key: { type: "http", scheme: "bearer", httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { key: { list: [] } } }],
      security: [{ key: [] }],
    }),
  }
}

function skillOf({ name, description = name, format, options }: PublicTable) {
  const use = `Choose it with message.metadata.conclave.table "${name}".`
  return { id: name, name, description: `${description} ${use}`, tags: [...new Set([format, options.protocol])] }
}
