import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { eventsPath } from "../../api/discussions.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { type Panel, panelQuery, projectKeys } from "../../api/projects.ts"
import type { StreamEvent } from "../../api/sse-parser.ts"
import { useEvents } from "../../api/use-events.ts"
import { announce } from "../../components/announcer.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { foldPanel, type LivePanel, silentPanel } from "./live-panel.ts"
import { projectsTexts } from "./texts/index.ts"

const startingPollMs = 300
const idlePollMs = 5_000

/** After these the entries are as they were. What is stopped may be on its way out, together with its project. */
const eventsWithoutEntries = new Set(["turn-chunk", "discussion-aborted"])

interface PanelState {
  readonly panel: Panel | undefined
  readonly live: LivePanel
  readonly line: StreamState
  readonly error: unknown
}

/** A project's panel, kept true: its entries as the server has them, and what is being said as it is said. */
export function usePanel(id: string, isBeginning: boolean): PanelState {
  const queries = useQueryClient()
  const announceTurns = useTurnAnnouncements()
  const [live, setLive] = useState(silentPanel)
  const latest = useRef(silentPanel)
  const { data: panel, error } = useQuery({
    ...panelQuery(id),
    // Until it has begun there is nothing to follow; somebody else may begin it too.
    refetchInterval: ({ state }) =>
      state.data?.project.discussionId !== null ? false : isBeginning ? startingPollMs : idlePollMs,
  })
  const discussionId = panel?.project.discussionId
  const { state } = useEvents({
    path: discussionId ? eventsPath(discussionId) : undefined,
    onEvents(events) {
      latest.current = events.reduce(foldPanel, latest.current)
      setLive(latest.current)
      if (events.every(({ type }) => eventsWithoutEntries.has(type))) return
      announceTurns(events, queries.getQueryData(panelQuery(id).queryKey), latest.current)
      void queries.invalidateQueries({ queryKey: projectKeys.panel(id) })
    },
  })
  return { panel, live, line: state, error }
}

/** Says what is new to those who listen; what was there when the page was opened is not. */
function useTurnAnnouncements() {
  const { panel: texts } = useTexts(projectsTexts)
  return (events: readonly StreamEvent[], known: Panel | undefined, { turns, seats }: LivePanel) => {
    const entries = new Set(known?.entries.map(({ id }) => id))
    const isOver = known?.project.status === "completed"
    const words = events.flatMap(({ type, data }): readonly string[] => {
      if (type === "turn-completed") {
        const { id } = (data as { readonly turn: { readonly id: string } }).turn
        const turn = turns.find((other) => other.id === id)
        if (!turn || turn.modelId === null || entries.has(id)) return []
        const name = seats.find((seat) => seat.id === turn.seat)?.name ?? turn.seat
        return [texts.saidBy(stripUnsafeCharacters(name), stripUnsafeCharacters(turn.text))]
      }
      if (type === "discussion-completed" && !isOver) return [texts.completed]
      return []
    })
    const isAwaited = events.at(-1)?.type === "awaiting-input" && words.length > 0
    if (words.length > 0) announce([...words, ...(isAwaited ? [texts.yourTurn] : [])].join(" "))
  }
}
