import { ConclaveError } from "../../core/errors.ts"
import { keyOperations } from "../../operations/keys.ts"
import { localOrganisationId, type Scope } from "../../ports/key-store.ts"
import type { KeyAdmin } from "../client.ts"
import { command, groups, withClient, writeJson } from "../command.ts"
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
    group: groups.setup,
    ...commandOf(createKey),
    arguments: [argumentOf("name", createKey.input.shape.name)],
    options: [
      ...optionsOf(createKey.input.shape, { scope: { flags: "--scope <scope>", defaultText: defaultScope } }),
      {
        flags: "--organisation <name>",
        about: "name or id of the organisation whose data it can access; created if it does not exist",
        defaultText: "local",
      },
    ],
    run: (context) =>
      withClient(context, "steer", async ({ keys }) => {
        const { args, options, terminal } = context
        const organisationId = await resolveOrganisation(keys, options.organisation)
        const { scope = defaultScope } = options
        const { key, ...apiKey } = await keys.create({ organisationId, name: args[0]!, scope })
        if (options.json) return writeJson(terminal, { apiKey, key })
        terminal.write(`${key}\n`)
        terminal.note(`Scope ${apiKey.scope}, id ${apiKey.id}. Save the key now: it is shown only once.\n`)
      }),
  }),

  command({
    group: groups.setup,
    ...commandOf(keyOperations.listKeys, "Each with its organisation."),
    run: (context) =>
      withClient(context, "read", async ({ keys }) => {
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
        if (rows.length === 0) terminal.note("No keys yet. Create one: conclave keys create NAME\n")
      }),
  }),

  command({
    group: groups.setup,
    ...commandOf(revokeKey),
    arguments: [argumentOf("id", revokeKey.target.shape.id, { more: "or the key's prefix" })],
    run: (context) =>
      withClient(context, "steer", async ({ keys }) => {
        const { args, options, terminal } = context
        const given = args[0]!
        const matches = (await keys.list()).filter(({ id, prefix }) => id === given || given.startsWith(prefix))
        const [found] = matches
        if (!found || matches.length > 1) {
          throw new ConclaveError("NOT_FOUND", "no such key; see conclave keys list")
        }
        const apiKey = await keys.revoke(found.organisationId, found.id)
        if (options.json) writeJson(terminal, { apiKey })
        else terminal.note(`${printableLine(apiKey.name)} (${apiKey.prefix}…) revoked.\n`)
      }),
  }),
]

async function resolveOrganisation(keys: KeyAdmin, named: string | undefined): Promise<string> {
  if (named === undefined) return localOrganisationId
  const known = await keys.organisations()
  const found = known.find(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase())
  return (found ?? (await keys.createOrganisation(named))).id
}
