import type { Agent } from "../../api/agents.ts"
import type { Panel } from "../../api/projects.ts"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import type { LivePanel } from "./live-panel.ts"
import type { Role } from "./project-draft.ts"
import type { ProjectsTexts } from "./texts/en.ts"

/** A seat of a panel as the page shows it. */
export interface PanelSeat {
  /** As the server calls it: entries and counts are found by it. */
  readonly speaker: string
  readonly name: string
  readonly role: Role
  readonly place: number
  readonly turns: number
  readonly model: string | undefined
}

/** The seats in their order. A person's bears its role as a name, in the reader's language. */
export function panelSeats(
  { project, speakerOrder, counts }: Panel,
  { seats }: LivePanel,
  agents: readonly Agent[],
  { roles }: ProjectsTexts,
): readonly PanelSeat[] {
  let people = 0
  return speakerOrder.map((speaker, place) => {
    const { role = "specialist", agentId } = project.participants[place] ?? {}
    if (role === "user") people++
    const model = seats[place]?.model ?? agents.find(({ id }) => id === agentId)?.modelConfig.model
    const name = role === "user" ? `${roles.user}${people > 1 ? ` ${people}` : ""}` : stripUnsafeCharacters(speaker)
    return { speaker, name, role, place, turns: counts[speaker] ?? 0, model }
  })
}
