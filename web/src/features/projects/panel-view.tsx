import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import type { StreamState } from "../../api/follow-events.ts"
import { createProject, type Panel, projectKeys } from "../../api/projects.ts"
import { randomId } from "../../api/random-id.ts"
import { Button } from "../../components/button.tsx"
import { EmptyState } from "../../components/empty-state.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { useOwnName } from "../../preferences/own-name.ts"
import { useTexts } from "../../texts/use-language.ts"
import { useAgents } from "../agents/use-agents.ts"
import type { LivePanel } from "./live-panel.ts"
import { logItems } from "./log-items.ts"
import { useMessageDraft } from "./message-draft.ts"
import { PanelComposer } from "./panel-composer.tsx"
import { PanelEnd } from "./panel-end.tsx"
import { PanelError } from "./panel-error.tsx"
import { anonymousUserId, PanelLog } from "./panel-log.tsx"
import { PanelOrder } from "./panel-order.tsx"
import { panelPhase } from "./panel-phase.ts"
import { PanelPicture } from "./panel-picture.tsx"
import { panelSeats } from "./panel-seats.ts"
import { PanelStatus } from "./panel-status.tsx"
import { toNewProject, toProjectDraft } from "./project-draft.ts"
import { projectsTexts } from "./texts/index.ts"
import type { MessageSender } from "./use-send-message.ts"
import { useStickToEnd } from "./use-stick-to-end.ts"

interface PanelViewProps {
  readonly panel: Panel
  readonly live: LivePanel
  readonly line: StreamState
  readonly speaking: MessageSender
  readonly onEdit: () => void
}

/** The panel as it runs: what was said, who speaks when, and where the reader speaks. */
export function PanelView({ panel, live, line, speaking, onEdit }: PanelViewProps) {
  const texts = useTexts(projectsTexts)
  const agents = useAgents() ?? []
  const seats = panelSeats(panel, live, agents, texts)
  const standing = panelPhase(panel, live)
  const userSeat = seats.find(({ role }) => role === "user")
  const hasUser = userSeat !== undefined
  const [text, setText] = useMessageDraft(panel.project.id, hasUser ? "" : texts.panel.startWords)
  const [name, setName] = useOwnName()
  const again = useDuplicateProject(panel)

  const items = logItems(panel.entries, live, seats)
  const speakingItem = items.findLast(({ isSpeaking }) => isSpeaking)
  const awaited = live.seats.findIndex(({ id }) => id === live.awaited)
  const next = speakingItem?.seat?.speaker ?? seats[awaited]?.speaker ?? panel.nextSpeaker
  const round = Math.max(live.round, panel.project.currentRound)
  const goToEnd = useStickToEnd(items.length + (speakingItem?.text.length ?? 0))
  const pending = hasUser && speaking.isPending(panel) ? speaking.message : undefined

  const wasDelivered = speaking.wasDeliveredAnyway(panel)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done once, when that becomes known
  useEffect(() => {
    if (!wasDelivered) return
    if (text === speaking.message) setText("")
    speaking.reset()
  }, [wasDelivered])

  const send = () => {
    setText("")
    goToEnd()
    const userId = name.trim() === "" ? anonymousUserId : name.trim()
    speaking.send(panel, { message: text, userId }, () => setText(text))
  }

  if (standing === "empty") return <EmptyPanel onEdit={onEdit} />
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8 max-lg:order-last">
        {standing === "unbegun" && pending === undefined && !speaking.isSending && (
          <div className="flex flex-col items-center gap-4 py-10 text-center">
            <PanelPicture />
            <h2 className="font-display text-2xl font-medium">{texts.panel.beginTitle}</h2>
          </div>
        )}
        <PanelLog items={items} pending={pending} userSeat={userSeat} />
        {standing === "over" ? (
          <>
            <PanelEnd panel={panel} end={live.end} isBusy={again.isPending} onAgain={() => again.mutate()} />
            <ProblemNote error={again.error} />
            <PanelError error={speaking.error} standing={standing} />
          </>
        ) : (
          <PanelComposer
            standing={standing}
            hasUser={hasUser}
            text={text}
            onText={setText}
            name={name}
            onName={setName}
            isSending={speaking.isSending}
            error={speaking.error}
            status={
              <PanelStatus
                panel={panel}
                live={live}
                line={line}
                standing={speaking.isSending && standing === "unbegun" ? "speaking" : standing}
                seats={seats}
                speaker={speakingItem?.seat}
              />
            }
            onSend={send}
          />
        )}
      </div>
      <aside className="lg:sticky lg:top-20">
        <PanelOrder
          seats={seats}
          round={round}
          rounds={live.rounds}
          isOver={standing === "over"}
          next={standing === "over" ? null : next}
          isSpeaking={speakingItem !== undefined}
        />
      </aside>
    </div>
  )
}

function EmptyPanel({ onEdit }: { readonly onEdit: () => void }) {
  const { panel: texts } = useTexts(projectsTexts)
  return (
    <EmptyState
      title={texts.nobody}
      picture={<PanelPicture />}
      action={
        <Button look="primary" size="large" onClick={onEdit}>
          {texts.seatThem}
        </Button>
      }
    >
      <p>{texts.nobodyLead}</p>
    </EmptyState>
  )
}

/** Another project with the same seats: a panel that is over stays as it is. */
function useDuplicateProject({ project }: Panel) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => createProject(toNewProject(toProjectDraft(project)), randomId()),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: projectKeys.list })
      void navigate({ to: "/projects/$id", params: { id } })
    },
  })
}
