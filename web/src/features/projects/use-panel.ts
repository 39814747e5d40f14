import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { eventsPath } from "../../api/discussions.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { type Panel, panelQuery, projectKeys } from "../../api/projects.ts"
import type { StreamEvent } from "../../api/sse-parser.ts"
import { useEvents } from "../../api/use-events.ts"
import { announce } from "../../components/announcer.tsx"
import { harmlessText } from "../../components/harmless-text.ts"
import { useTexts } from "../../texts/use-language.ts"
import { foldPanel, type LivePanel, silentPanel } from "./live-panel.ts"
import { projectsTexts } from "./texts/index.ts"

const beginningMs = 300
const idleMs = 5_000

/** After these the entries are as they were. What is stopped may be on its way out, together with its project. */
const changesNothing = new Set(["turn-chunk", "discussion-aborted"])

interface PanelView {
  readonly panel: Panel | undefined
  readonly live: LivePanel
  readonly line: StreamState
  readonly error: unknown
}

/** A project's panel, kept true: its entries as the server has them, and what is being said as it is said. */
export function usePanel(id: string, isBeginning: boolean): PanelView {
  const queries = useQueryClient()
  const say = useSaying()
  const [live, setLive] = useState(silentPanel)
  const heard = useRef(silentPanel)
  const { data: panel, error } = useQuery({
    ...panelQuery(id),
    // Until it has begun there is nothing to follow; somebody else may begin it too.
    refetchInterval: ({ state }) =>
      state.data?.project.discussionId !== null ? false : isBeginning ? beginningMs : idleMs,
  })
  const discussionId = panel?.project.discussionId
  const { state } = useEvents({
    path: discussionId ? eventsPath(discussionId) : undefined,
    onEvents(events) {
      heard.current = events.reduce(foldPanel, heard.current)
      setLive(heard.current)
      if (events.every(({ type }) => changesNothing.has(type))) return
      say(events, queries.getQueryData(panelQuery(id).queryKey), heard.current)
      void queries.invalidateQueries({ queryKey: projectKeys.panel(id) })
    },
  })
  return { panel, live, line: state, error }
}

/** Says what is new to those who listen; what was there when the page was opened is not. */
function useSaying() {
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
        return [texts.saidBy(harmlessText(name), harmlessText(turn.text))]
      }
      if (type === "discussion-completed" && !isOver) return [texts.completed]
      return []
    })
    const isAwaited = events.at(-1)?.type === "awaiting-input" && words.length > 0
    if (words.length > 0) announce([...words, ...(isAwaited ? [texts.yourTurn] : [])].join(" "))
  }
}
