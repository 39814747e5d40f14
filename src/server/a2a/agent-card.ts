import type { PublicTable } from "../../operations/tables.ts"
import { listTables } from "../routes/catalogue.ts"
import type { OrganisationServices } from "../services.ts"
import { inputModes, outputModes } from "./message.ts"

/** The agent card, valid for versions 1.0 and 0.3. Tables of the server's own folder are only listed for clients with a key. */
export function agentCard(services: OrganisationServices, url: string, needsKey: boolean, withOwnTables: boolean) {
  const own = services.tableDefaults.tables?.own?.names ?? []
  const tables = listTables(services).filter(({ name }) => withOwnTables || !own.includes(name))
  return {
    name: "Conclave",
    description:
      "Models, people and agents discuss a question and decide. The answer includes a record of the reasons and the dissent.",
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
  const use = `Select it with message.metadata.conclave.table "${name}".`
  return { id: name, name, description: `${description} ${use}`, tags: [...new Set([format, options.protocol])] }
}
