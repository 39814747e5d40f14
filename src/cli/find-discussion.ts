import { ConclaveError } from "../core/errors.ts"
import type { Doors } from "./doors.ts"

const whole = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const shortest = 4

/** The id that was meant: a whole one, or the beginning of one among the newest discussions. */
export async function findDiscussion(doors: Pick<Doors, "list">, given: string): Promise<string> {
  if (whole.test(given) || given.length < shortest) return given
  const { discussions } = await doors.list({ limit: 100 })
  const found = discussions.filter(({ id }) => id.startsWith(given.toLowerCase()))
  if (found.length === 1) return found[0]!.id
  if (found.length === 0) return given
  const message = `several discussions begin with ${given}; write more of it: ${found.map(({ id }) => id).join(", ")}`
  throw new ConclaveError("INPUT_INVALID", message, { problems: [{ field: "id", message }] })
}
