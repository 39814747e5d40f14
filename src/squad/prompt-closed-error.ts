import { ConclaveError } from "../core/errors.ts"
import type { SquadPrompt } from "../ports/squad-store.ts"

/** For whoever comes too late; `details.status` says how the prompt was closed. */
export function promptClosedError({ id, status }: SquadPrompt): ConclaveError {
  return new ConclaveError("CONFLICT", `the prompt is closed: ${status} (${id})`, { details: { status } })
}
