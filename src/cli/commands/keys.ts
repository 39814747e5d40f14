import { ConclaveError } from "../../core/errors.ts"
import type { Scope } from "../../ports/key-store.ts"
import { localOrganisationId } from "../../ports/organisation.ts"
import type { KeyClient } from "../client.ts"
import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printableLine } from "../printable.ts"
import { tableText } from "../table-text.ts"

interface CreateOptions {
  readonly scope?: Scope
  readonly organisation?: string
}

export const createKeyCommand: CommandHandler<CreateOptions> = (invocation) =>
  withClient(invocation, {}, async ({ keys }) => {
    const { args, options, terminal } = invocation
    const organisationId = await resolveOrganisation(keys, options.organisation)
    const { key, ...apiKey } = await keys.create({ organisationId, name: args[0]!, scope: options.scope ?? "discuss" })
    if (options.json) writeJson(terminal, { apiKey, key })
    else {
      terminal.write(`${key}\n`)
      terminal.note(`It may ${apiKey.scope} and is shown this once: keep it now. Its id is ${apiKey.id}.\n`)
    }
    return exitCodes.success
  })

export const listKeysCommand: CommandHandler = (invocation) =>
  withClient(invocation, {}, async ({ keys }) => {
    const { options, terminal } = invocation
    const [found, organisations] = [await keys.list(), await keys.organisations()]
    if (options.json) writeJson(terminal, { keys: found, organisations })
    else {
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
      if (rows.length === 0) terminal.note("There are none. Make one: conclave keys create NAME\n")
    }
    return exitCodes.success
  })

export const revokeKeyCommand: CommandHandler = (invocation) =>
  withClient(invocation, {}, async ({ keys }) => {
    const { args, options, terminal } = invocation
    const given = args[0]!
    const matches = (await keys.list()).filter(({ id, prefix }) => id === given || given.startsWith(prefix))
    const [found] = matches
    if (!found || matches.length > 1)
      throw new ConclaveError("NOT_FOUND", "there is no such key; see conclave keys list")
    const apiKey = await keys.revoke(found.id)
    if (options.json) writeJson(terminal, { apiKey })
    else terminal.note(`${printableLine(apiKey.name)} (${apiKey.prefix}…) opens nothing any more.\n`)
    return exitCodes.success
  })

async function resolveOrganisation(keys: KeyClient, named: string | undefined): Promise<string> {
  if (named === undefined) return localOrganisationId
  const known = await keys.organisations()
  const found = known.find(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase())
  return (found ?? (await keys.createOrganisation(named))).id
}
