import { useMutation, useQueryClient } from "@tanstack/react-query"
import { postDiscussionAction } from "../../api/discussions.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { type Panel, projectKeys } from "../../api/projects.ts"
import { Button } from "../../components/button.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Spinner } from "../../components/spinner.tsx"
import { useTexts } from "../../texts/use-language.ts"
import type { LivePanel } from "./live-panel.ts"
import type { PanelPhase } from "./panel-phase.ts"
import type { PanelSeat } from "./panel-seats.ts"
import { projectsTexts } from "./texts/index.ts"

interface PanelStatusProps {
  readonly panel: Panel
  readonly live: LivePanel
  readonly line: StreamState
  readonly standing: PanelPhase
  readonly seats: readonly PanelSeat[]
  /** Who speaks now. */
  readonly speaker: PanelSeat | undefined
}

/** How the panel stands, in one line, with what can be done about it. */
export function PanelStatus({ panel, live, line, standing, seats, speaker }: PanelStatusProps) {
  const { panel: texts } = useTexts(projectsTexts)
  if (line === "reconnecting") return <Busy>{texts.reconnecting}</Busy>
  switch (standing) {
    case "unbegun":
      return <p className="text-quiet">{startHint(seats, texts)}</p>
    case "awaiting":
      return (
        <p className="flex items-center gap-2 font-medium">
          <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
          {texts.yourTurn}
          <span className="font-normal text-quiet">{texts.roundOf(live.round, live.rounds)}</span>
        </p>
      )
    case "resting":
      return <p className="text-quiet">{texts.limit}</p>
    case "paused":
      return <Paused id={panel.project.id} text={live.paused === "no_answer" ? texts.noAnswer : texts.paused} />
    default:
      return <Busy>{speaker ? texts.speaking(speaker.name) : texts.working}</Busy>
  }
}

function startHint(
  seats: readonly PanelSeat[],
  texts: { readonly beginUser: string; readonly beginAlone: string; readonly beginLater: (name: string) => string },
): string {
  if (seats.every(({ role }) => role !== "user")) return texts.beginAlone
  return seats[0]?.role === "user" ? texts.beginUser : texts.beginLater(seats[0]!.name)
}

function Busy({ children }: { readonly children: string }) {
  return (
    <p className="flex items-center gap-2.5 text-quiet">
      <Spinner />
      {children}
    </p>
  )
}

function Paused({ id, text }: { readonly id: string; readonly text: string }) {
  const { panel: texts } = useTexts(projectsTexts)
  const queries = useQueryClient()
  const resume = useMutation({
    mutationFn: () => postDiscussionAction(id, "resume"),
    onSuccess: () => queries.invalidateQueries({ queryKey: projectKeys.panel(id) }),
  })
  return (
    <>
      <p className="text-quiet">{text}</p>
      <Button size="small" isBusy={resume.isPending} onClick={() => resume.mutate()}>
        {texts.resume}
      </Button>
      <ProblemNote error={resume.error} />
    </>
  )
}
