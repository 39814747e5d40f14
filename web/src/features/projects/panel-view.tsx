import "../discussion/discussion.css"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { useAgents } from "../../api/agents.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { createProject, type Panel, projectKeys } from "../../api/projects.ts"
import { randomId } from "../../api/use-idempotency-key.ts"
import { Button, buttonClass } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { EmptyState } from "../../components/empty-state.tsx"
import { Icon } from "../../components/icon.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { Spinner } from "../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { anonymousUserId, useOwnName } from "../../preferences/own-name.ts"
import { useTexts } from "../../texts/use-language.ts"
import { ForkProvider } from "../discussion/actions/fork-provider.tsx"
import { Announcements } from "../discussion/announcements.tsx"
import { Transcript } from "../discussion/transcript/transcript.tsx"
import { AutoScrollContext, useAutoScroll } from "../discussion/transcript/use-auto-scroll.ts"
import { useView } from "../discussion/view/view-store.ts"
import { PanelComposer, PanelError } from "./panel-composer.tsx"
import { PanelOrder } from "./panel-order.tsx"
import { PanelPicture } from "./panel-picture.tsx"
import { toNewProject, toProjectDraft } from "./project-draft.ts"
import { projectsTexts } from "./texts/index.ts"
import { type PanelSeat, panelPhase, panelSeats, usePanelParts } from "./use-panel.ts"
import { type MessageSender, useMessageDraft } from "./use-send-message.ts"

interface PanelViewProps {
  readonly panel: Panel
  readonly stream: StreamState
  readonly sender: MessageSender
  readonly onEdit: () => void
}

/** The panel as it runs: what was said, who speaks when, and where the reader speaks. */
export function PanelView({ panel, stream, sender, onEdit }: PanelViewProps) {
  const texts = useTexts(projectsTexts)
  const agents = useAgents() ?? []
  const view = usePanelParts()
  const round = useView(({ round: now }) => now?.number ?? 0)
  const rounds = useView(({ options }) => options?.rounds)
  const following = useAutoScroll()
  const seats = panelSeats(panel, view, agents, texts)
  const phase = panelPhase(panel, view)
  const userSeat = seats.find(({ role }) => role === "user")
  const [text, setText] = useMessageDraft(panel.project.id, userSeat ? "" : texts.panel.startWords)
  const [name, setName] = useOwnName()
  const again = useDuplicateProject(panel)

  const current = view.open[0]
  const speaker = seats[view.seats.findIndex(({ id }) => id === current?.seat)]
  const pending = userSeat && sender.isPending(view) ? sender.message : undefined

  const wasDelivered = sender.wasDeliveredAnyway(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done once, when that becomes known
  useEffect(() => {
    if (!wasDelivered) return
    if (text === sender.message) setText("")
    sender.reset()
  }, [wasDelivered])

  const send = () => {
    setText("")
    following.follow()
    const userId = name.trim() === "" ? anonymousUserId : name.trim()
    sender.send(view, { message: text, userId }, () => setText(text))
  }

  if (phase === "empty") return <EmptyPanel onEdit={onEdit} />
  return (
    <AutoScrollContext value={following}>
      <Announcements stream={stream} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6 max-lg:order-last">
          {phase === "ready" && pending === undefined && !sender.isSending && (
            <div className="flex flex-col items-center gap-4 py-10 text-center">
              <PanelPicture />
              <h2 className="font-display text-2xl font-medium">{texts.panel.beginTitle}</h2>
            </div>
          )}
          {panel.project.discussionId !== null && (
            <ForkProvider id={panel.project.discussionId}>
              <Transcript />
            </ForkProvider>
          )}
          {pending !== undefined && userSeat && <PendingMessage seat={userSeat} text={pending} />}
          {phase === "over" && panel.project.discussionId !== null ? (
            <>
              <PanelEnd id={panel.project.discussionId} again={again} />
              <PanelError error={sender.error} phase={phase} />
            </>
          ) : (
            <PanelComposer
              panel={panel}
              phase={sender.isSending && phase === "ready" ? "speaking" : phase}
              stream={stream}
              seats={seats}
              speaker={current && !current.isAwaited ? speaker : undefined}
              text={text}
              onText={setText}
              name={name}
              onName={setName}
              isSending={sender.isSending}
              error={sender.error}
              onSend={send}
            />
          )}
        </div>
        <aside className="lg:sticky lg:top-20">
          <PanelOrder
            seats={seats}
            round={round}
            rounds={rounds}
            isOver={phase === "over"}
            next={phase === "over" ? undefined : phase === "ready" ? 0 : speaker?.place}
            isSpeaking={current !== undefined && !current.isAwaited}
          />
        </aside>
      </div>
    </AutoScrollContext>
  )
}

function PendingMessage({ seat, text }: { readonly seat: PanelSeat; readonly text: string }) {
  const { panel: texts } = useTexts(projectsTexts)
  return (
    <div className="flex gap-3 opacity-80 sm:gap-4">
      <SeatAvatar name={seat.name} place={seat.place} className="size-9 text-xs" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm text-quiet">
          <Spinner />
          {texts.pending}
        </p>
        <p className="mt-1 whitespace-pre-wrap text-quiet">{stripUnsafeCharacters(text)}</p>
      </div>
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

interface PanelEndProps {
  /** The discussion's. */
  readonly id: string
  /** Sets up the same panel once more. */
  readonly again: { readonly isPending: boolean; readonly error: unknown; mutate(): void }
}

/** Stands after the last turn, once the panel is over. */
function PanelEnd({ id, again }: PanelEndProps) {
  const { panel: texts } = useTexts(projectsTexts)
  const status = useView((view) => view.status)
  const reason = useView((view) => view.error?.message ?? view.abortReason)
  const round = useView((view) => view.round?.number ?? 0)
  const isLimit = useView((view) => view.outcome?.stoppingReason === "turn_limit")
  const turns = useView((view) => view.items.filter((item) => item.kind === "turn" && item.turn).length)
  const isGood = status === "completed"
  const title = status === "failed" ? texts.failed : status === "aborted" ? texts.stopped : texts.completed
  return (
    <section className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6">
      <div className="flex items-start gap-4">
        <span
          className={classNames(
            "flex size-10 shrink-0 items-center justify-center rounded-full",
            isGood ? "bg-good-soft text-good" : "bg-bad-soft text-bad",
          )}
        >
          <Icon name={isGood ? "check" : "alert"} />
        </span>
        <div className="min-w-0">
          <h2 className="font-display text-2xl leading-tight font-medium">
            {isGood && isLimit ? texts.limitReached : title}
          </h2>
          {reason && <p className="mt-1 font-medium text-bad">{stripUnsafeCharacters(reason)}</p>}
          <p className="mt-1 text-quiet">{texts.completedLead(round, turns)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/discussions/$id" params={{ id }} className={buttonClass({ look: "primary" })}>
          {texts.discussion}
        </Link>
        <Button isBusy={again.isPending} onClick={() => again.mutate()}>
          {texts.again}
        </Button>
      </div>
      <ProblemNote error={again.error} />
    </section>
  )
}
