import { ConclaveError } from "../../core/errors.ts"
import { presentTable } from "../present/present-table.ts"
import { tableNames } from "../routes/catalogue.ts"
import type { OrganisationServices } from "../services.ts"
import { inputModes, outputModes } from "./message.ts"

interface CardOptions {
  /** Where tasks are sent to. */
  readonly url: string
  readonly needsKey: boolean
  /** Also tables of the server's own folder, which only those with a key are told of. */
  readonly withOwnTables: boolean
}

/** Says to other agents what can be asked here, in the shapes of versions 1.0 and 0.3 at once. */
export function agentCard(services: OrganisationServices, { url, needsKey, withOwnTables }: CardOptions) {
  const own = services.tableDefaults.tables?.own?.names ?? []
  const tables = tableNames(services).filter((name) => withOwnTables || !own.includes(name))
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
    skills: tables.flatMap((name) => skillOf(name, services)),
    ...(needsKey && {
      securitySchemes: { key: { type: "http", scheme: "bearer", httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { key: { list: [] } } }],
      security: [{ key: [] }],
    }),
  }
}

/** A file that cannot be read is left out, as in the list of tables. */
function skillOf(name: string, { tableDefaults }: OrganisationServices) {
  try {
    const { description = name, format, options } = presentTable(name, tableDefaults)
    const use = `Choose it with message.metadata.conclave.table "${name}".`
    return [{ id: name, name, description: `${description} ${use}`, tags: [...new Set([format, options.protocol])] }]
  } catch (error) {
    if (error instanceof ConclaveError) return []
    throw error
  }
}
