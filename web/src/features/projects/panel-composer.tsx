import { useMutation } from "@tanstack/react-query"
import type { FormEvent, KeyboardEvent } from "react"
import { ApiError } from "../../api/api-error.ts"
import { postDiscussionAction } from "../../api/discussions.ts"
import type { StreamState } from "../../api/follow-events.ts"
import type { Panel } from "../../api/projects.ts"
import { Button } from "../../components/button.tsx"
import { TextArea, TextField } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Spinner } from "../../components/spinner.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { useView } from "../discussion/view/view-store.ts"
import type { ProjectsTexts } from "./texts/en.ts"
import { projectsTexts } from "./texts/index.ts"
import { type PanelPhase, type PanelSeat, pauseReason } from "./use-panel.ts"

interface PanelStatusProps {
  readonly panel: Panel
  readonly phase: PanelPhase
  readonly stream: StreamState
  readonly seats: readonly PanelSeat[]
  /** Who speaks now. */
  readonly speaker: PanelSeat | undefined
}

interface PanelComposerProps extends PanelStatusProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly name: string
  readonly onName: (name: string) => void
  readonly isSending: boolean
  readonly error: unknown
  readonly onSend: () => void
}

/** Where the reader speaks. It can be written in at any time, and sent when it is the reader's turn. */
export function PanelComposer(props: PanelComposerProps) {
  const { phase, seats, text, onText, name, onName, isSending, error, onSend } = props
  const { panel: texts } = useTexts(projectsTexts)
  const hasUser = seats.some(({ role }) => role === "user")
  const isUserTurn = phase === "ready" || phase === "awaiting" || phase === "resting"
  const canSend = isUserTurn && !isSending && text.trim() !== ""
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (canSend) onSend()
  }
  return (
    <form
      onSubmit={send}
      className="flex flex-col gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card lg:sticky lg:bottom-4"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <PanelStatus {...props} />
      </div>
      <PanelError error={error} phase={phase} />
      <TextArea
        label={hasUser ? texts.message : texts.asTopic}
        isLabelHidden={hasUser}
        placeholder={texts.placeholder}
        rows={2}
        style={{ fieldSizing: "content", minHeight: "4.25rem", maxHeight: "14rem" }}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event)
        }}
      />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={texts.name}
          isLabelHidden
          placeholder={texts.nameHint}
          className="min-w-0 grow sm:max-w-64"
          autoComplete="nickname"
          maxLength={60}
          value={name}
          onChange={({ target }) => onName(target.value)}
        />
        <span className="hidden text-xs text-quiet md:block md:pb-3">{texts.shortcut}</span>
        <Button type="submit" look="primary" className="ms-auto" aria-disabled={!canSend || undefined}>
          <Icon name={phase === "ready" ? "play" : "chat"} className="size-4" />
          {phase === "ready" ? texts.begin : texts.send}
        </Button>
      </div>
    </form>
  )
}

/** How the panel stands, in one line, with what can be done about it. */
function PanelStatus({ panel, stream, phase, seats, speaker }: PanelStatusProps) {
  const { panel: texts } = useTexts(projectsTexts)
  const round = useView((view) => view.round?.number ?? 0)
  const rounds = useView((view) => view.options?.rounds)
  const reason = useView(pauseReason)
  if (stream === "reconnecting") return <Busy>{texts.reconnecting}</Busy>
  switch (phase) {
    case "ready":
      return <p className="text-quiet">{startHint(seats, texts)}</p>
    case "awaiting":
      return (
        <p className="flex items-center gap-2 font-medium">
          <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
          {texts.yourTurn}
          <span className="font-normal text-quiet">{texts.roundOf(round, rounds)}</span>
        </p>
      )
    case "resting":
      return <p className="text-quiet">{texts.limit}</p>
    case "paused":
      return <Paused id={panel.project.id} text={reason === "no_answer" ? texts.noAnswer : texts.paused} />
    default:
      return <Busy>{speaker ? texts.speaking(speaker.name) : texts.working}</Busy>
  }
}

function startHint(seats: readonly PanelSeat[], texts: ProjectsTexts["panel"]): string {
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
  const resume = useMutation({ mutationFn: () => postDiscussionAction(id, "resume") })
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

/** Why a message was not taken, in words of what the panel does now. */
export function PanelError({ error, phase }: { readonly error: unknown; readonly phase: PanelPhase }) {
  const { panel: texts } = useTexts(projectsTexts)
  if (!(error instanceof ApiError) || error.status !== 409) return <ProblemNote error={error} />
  const reasons: Readonly<Record<PanelPhase, string>> = {
    empty: texts.nobodyLead,
    loading: texts.refusedBusy,
    speaking: texts.refusedBusy,
    paused: texts.refusedPaused,
    over: texts.refusedOver,
    ready: error.message,
    awaiting: error.message,
    resting: error.message,
  }
  return (
    <div role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad">
      <p className="font-medium">{texts.refused}</p>
      <p>{reasons[phase]}</p>
    </div>
  )
}
