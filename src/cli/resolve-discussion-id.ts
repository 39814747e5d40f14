import { ConclaveError } from "../core/errors.ts"
import type { Client } from "./client.ts"

const fullIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const minPrefixLength = 4

/** The id that was meant: a whole one, or the beginning of one among the newest discussions. */
export async function resolveDiscussionId(client: Pick<Client, "list">, given: string): Promise<string> {
  if (fullIdPattern.test(given) || given.length < minPrefixLength) return given
  const { discussions } = await client.list({ limit: 100 })
  const found = discussions.filter(({ id }) => id.startsWith(given.toLowerCase()))
  if (found.length === 1) return found[0]!.id
  if (found.length === 0) return given
  const message = `several discussions begin with ${given}; write more of it: ${found.map(({ id }) => id).join(", ")}`
  throw new ConclaveError("INPUT_INVALID", message, { problems: [{ field: "id", message }] })
}
