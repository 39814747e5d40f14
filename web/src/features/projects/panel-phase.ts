import type { Panel } from "../../api/projects.ts"
import type { LivePanel } from "./live-panel.ts"

/**
 * What can be done now. `resting`: at the limit of turns, where a word lets it go on. `paused`: it must be resumed
 * first. `listening`: what is known of it is not yet enough to say.
 */
export type PanelPhase = "empty" | "unbegun" | "listening" | "speaking" | "awaiting" | "resting" | "paused" | "over"

export function panelPhase({ project, speakerOrder }: Panel, live: LivePanel): PanelPhase {
  if (project.status === "completed" || live.end) return "over"
  if (project.discussionId === null) return speakerOrder.length === 0 ? "empty" : "unbegun"
  if (live.paused !== undefined) return live.paused === "turn_limit" ? "resting" : "paused"
  if (live.awaited !== undefined) return "awaiting"
  return live.seats.length === 0 ? "listening" : "speaking"
}
