import { ConclaveError } from "../core/errors.ts"
import type { SquadPrompt } from "../ports/squad-store.ts"

/** What is said to whoever comes too late: the status, in the message and as a field that programs can read. */
export function promptClosedError({ id, status }: SquadPrompt): ConclaveError {
  const message = `the prompt is closed: ${status}`
  return new ConclaveError("CONFLICT", `${message} (${id})`, { problems: [{ field: "status", message: status }] })
}
