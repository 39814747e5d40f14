import { ConclaveError } from "../../core/errors.ts"
import { keyOperations } from "../../operations/keys.ts"
import type { Scope } from "../../ports/key-store.ts"
import { localOrganisationId } from "../../ports/key-store.ts"
import type { KeyAdmin } from "../client.ts"
import { command, withClient, writeJson } from "../command.ts"
import { argumentOf, commandOf, optionsOf } from "../operation-options.ts"
import { printableLine } from "../printable.ts"
import { tableText } from "../text-layout.ts"

interface CreateOptions {
  readonly scope?: Scope
  readonly organisation?: string
}

const { createKey, revokeKey } = keyOperations
const defaultScope: Scope = "discuss"

export const commands = [
  command<CreateOptions>({
    group: "Running it",
    ...commandOf(createKey),
    arguments: [argumentOf("name", createKey.input.shape.name)],
    options: [
      ...optionsOf(createKey.input.shape, { scope: { flags: "--scope <scope>", defaultText: defaultScope } }),
      {
        flags: "--organisation <name>",
        about: "whose data it sees, by name or id; created if there is none of that name",
        defaultText: "local",
      },
    ],
    run: (context) =>
      withClient(context, "steer", async (client) => {
        const keys = await client.keys()
        const { args, options, terminal } = context
        const organisationId = await resolveOrganisation(keys, options.organisation)
        const { scope = defaultScope } = options
        const { key, ...apiKey } = await keys.create({ organisationId, name: args[0]!, scope })
        if (options.json) return writeJson(terminal, { apiKey, key })
        terminal.write(`${key}\n`)
        terminal.note(`Its scope is ${apiKey.scope}, its id ${apiKey.id}. It is shown only once: save it now.\n`)
      }),
  }),

  command({
    group: "Running it",
    ...commandOf(keyOperations.listKeys, "Each with its organisation."),
    run: (context) =>
      withClient(context, "read", async (client) => {
        const keys = await client.keys()
        const { options, terminal } = context
        const [found, organisations] = [await keys.list(), await keys.organisations()]
        if (options.json) return writeJson(terminal, { keys: found, organisations })
        const nameOf = (id: string) => organisations.find((one) => one.id === id)?.name ?? id
        const rows = found.map((key) => [
          key.id,
          `${key.prefix}…`,
          key.scope,
          key.revokedAt ? "revoked" : key.lastUsedAt ? `used ${key.lastUsedAt.slice(0, 10)}` : "unused",
          printableLine(nameOf(key.organisationId)),
          printableLine(key.name),
        ])
        terminal.write(tableText(rows, terminal.width()))
        if (rows.length === 0) terminal.note("No keys yet. Make one: conclave keys create NAME\n")
      }),
  }),

  command({
    group: "Running it",
    ...commandOf(revokeKey),
    arguments: [argumentOf("id", revokeKey.target.shape.id, { more: "or what the key begins with" })],
    run: (context) =>
      withClient(context, "steer", async (client) => {
        const keys = await client.keys()
        const { args, options, terminal } = context
        const given = args[0]!
        const matches = (await keys.list()).filter(({ id, prefix }) => id === given || given.startsWith(prefix))
        const [found] = matches
        if (!found || matches.length > 1) {
          throw new ConclaveError("NOT_FOUND", "there is no such key; see conclave keys list")
        }
        const apiKey = await keys.revoke(found.organisationId, found.id)
        if (options.json) writeJson(terminal, { apiKey })
        else terminal.note(`${printableLine(apiKey.name)} (${apiKey.prefix}…) is revoked.\n`)
      }),
  }),
]

async function resolveOrganisation(keys: KeyAdmin, named: string | undefined): Promise<string> {
  if (named === undefined) return localOrganisationId
  const known = await keys.organisations()
  const found = known.find(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase())
  return (found ?? (await keys.createOrganisation(named))).id
}
