import type { Phase } from "../discussion/phase.ts"

/** The name of a phase in the API. A duet's are the names of its contract, such as `consensus-check-a`. */
export function phaseName({ kind, seat }: Phase): string {
  if (seat === undefined) return kind
  if (kind === "turn") return `${seat}-turn`
  if (kind === "check") return `consensus-check-${seat.replace(/^model-/, "")}`
  return kind
}
