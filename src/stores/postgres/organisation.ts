import type { ClientBase } from "pg"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"

/**
 * Begins a transaction that is limited to one organisation's rows, in one round trip.
 * Several statements in one text cannot have parameters, so the id is checked and inlined.
 */
export function beginAsOrganisation(organisationId: string): string {
  if (!isUuid(organisationId)) throw new ConclaveError("NOT_FOUND", "there is no such organisation")
  return `BEGIN; SET LOCAL ROLE conclave_app; SET LOCAL conclave.organisation = '${organisationId}'`
}

/** Runs `work` within an organisation's transaction but not as its role, for example to add a job. */
export async function withoutOrganisationRole<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("SET LOCAL ROLE NONE")
  const result = await work()
  await client.query("SET LOCAL ROLE conclave_app")
  return result
}
