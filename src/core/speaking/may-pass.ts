import type { DiscussionState } from "../discussion/state.ts"

/** Whether the turn that is being spoken, or is next, may be a pass. */
export function mayPass({ table: { format }, round }: DiscussionState): boolean {
  const stage = format.stages[round?.stage ?? 0]
  return (stage?.kind === "speak" ? stage.passing : undefined) ?? format.settings.passing
}
