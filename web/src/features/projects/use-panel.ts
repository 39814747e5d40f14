import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type DiscussionView, isOver } from "../../../../src/core/public/view.ts"
import type { Agent } from "../../api/agents.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { type Panel, panelQuery } from "../../api/projects.ts"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useDiscussionStream } from "../discussion/view/use-discussion-stream.ts"
import { useView, ViewStore } from "../discussion/view/view-store.ts"
import type { Role } from "./project-draft.ts"
import type { ProjectsTexts } from "./texts/en.ts"

const startingPollMs = 300
const idlePollMs = 5_000

interface PanelState {
  readonly panel: Panel | undefined
  readonly store: ViewStore
  readonly stream: StreamState
  readonly error: unknown
}

/** A project's panel: its seats as the server has them, and from its start on its discussion as it happens. */
export function usePanel(id: string, isStarting: boolean): PanelState {
  const [store] = useState(() => new ViewStore())
  const { data: panel, error } = useQuery({
    ...panelQuery(id),
    // Until it has started there is nothing to follow; somebody else may start it too.
    refetchInterval: ({ state }) =>
      state.data?.project.discussionId !== null ? false : isStarting ? startingPollMs : idlePollMs,
  })
  const { state } = useDiscussionStream(panel?.project.discussionId ?? undefined, store)
  return { panel, store, stream: state, error }
}

/** What of the view the panel's own parts need: not the words that are being spoken. */
export type PanelParts = Pick<DiscussionView, "status" | "isPaused" | "items" | "open" | "seats">

export function usePanelParts(): PanelParts {
  return {
    status: useView((view) => view.status),
    isPaused: useView((view) => view.isPaused),
    items: useView((view) => view.items),
    open: useView((view) => view.open),
    seats: useView((view) => view.seats),
  }
}

/**
 * What can be done now. `resting`: at the limit of turns, where a word lets it go on. `paused`: it must be resumed
 * first. `loading`: what is known of it is not yet enough to say.
 */
export type PanelPhase = "empty" | "ready" | "loading" | "speaking" | "awaiting" | "resting" | "paused" | "over"

export function panelPhase({ project, speakerOrder }: Panel, view: PanelParts): PanelPhase {
  if (isOver(view.status)) return "over"
  if (project.discussionId === null) return speakerOrder.length === 0 ? "empty" : "ready"
  if (view.isPaused) return pauseReason(view) === "turn_limit" ? "resting" : "paused"
  if (view.open.some(({ isAwaited }) => isAwaited)) return "awaiting"
  return view.status === "queued" ? "loading" : "speaking"
}

export function pauseReason({
  items,
}: Pick<DiscussionView, "items">): "person" | "turn_limit" | "no_answer" | undefined {
  const last = items.findLast((item) => item.kind === "note" && item.note.is === "paused")
  return last?.kind === "note" && last.note.is === "paused" ? last.note.reason : undefined
}

/** A seat of a panel as the page shows it. */
export interface PanelSeat {
  readonly name: string
  readonly role: Role
  readonly place: number
  readonly turns: number
  readonly model: string | undefined
}

/** The seats in their order. A person's bears its role as a name, in the reader's language. */
export function panelSeats(
  { project, speakerOrder }: Panel,
  { seats, items }: PanelParts,
  agents: readonly Agent[],
  { roles }: ProjectsTexts,
): readonly PanelSeat[] {
  let people = 0
  return speakerOrder.map((speaker, place) => {
    const { role = "specialist", agentId } = project.participants[place] ?? {}
    if (role === "user") people++
    const seat = seats[place]
    const model = seat?.model ?? agents.find(({ id }) => id === agentId)?.modelConfig.model
    const name = role === "user" ? `${roles.user}${people > 1 ? ` ${people}` : ""}` : stripUnsafeCharacters(speaker)
    const turns = items.filter((item) => item.kind === "turn" && item.turn && item.seat === seat?.id).length
    return { name, role, place, turns, model }
  })
}
