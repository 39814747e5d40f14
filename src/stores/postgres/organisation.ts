import type { ClientBase } from "pg"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"

/**
 * Begins a transaction that sees one organisation's rows alone, in one round trip.
 * It is sent as text, since several statements cannot have parameters: hence the check.
 */
export function beginAsOrganisation(organisationId: string): string {
  if (!isUuid(organisationId)) throw new ConclaveError("NOT_FOUND", "there is no such organisation")
  return `BEGIN; SET LOCAL ROLE conclave_app; SET LOCAL conclave.organisation = '${organisationId}'`
}

/** Does something within an organisation's transaction that is not the organisation's, like adding to a queue. */
export async function withoutOrganisationRole<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("SET LOCAL ROLE NONE")
  const result = await work()
  await client.query("SET LOCAL ROLE conclave_app")
  return result
}
