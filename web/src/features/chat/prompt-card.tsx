import type { Ref } from "react"
import type { SquadPrompt } from "../../api/squad.ts"
import { Badge, type Tone } from "../../components/badge.tsx"
import { Button } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Icon, type IconName } from "../../components/icon.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { AnswerCounter } from "./answer-counter.tsx"
import { MessageBody } from "./message-body.tsx"
import { PromptMenu } from "./prompt-menu.tsx"
import { AgentAvatar, TaskBadge } from "./speaker.tsx"
import { isPromptOpen, type PromptStatus } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"
import { TimeLeft } from "./time-left.tsx"

interface PromptCardProps {
  readonly prompt: SquadPrompt
  readonly replyCount: number
  readonly isExpanded: boolean
  readonly onToggle: () => void
  readonly onReply: () => void
  readonly replyButton: Ref<HTMLButtonElement>
}

/** The question, in yellow: strong while open, pale once closed. */
export function PromptCard({ prompt, replyCount, isExpanded, onToggle, onReply, replyButton }: PromptCardProps) {
  const texts = useTexts(chatTexts)
  const name = stripUnsafeCharacters(prompt.requester_agent)
  const isWaiting = isPromptOpen(prompt)
  const names = prompt.mentions.map(stripUnsafeCharacters).join(", ")
  return (
    <div
      className={classNames(
        "rounded-2xl border p-4 sm:p-5",
        isWaiting ? "border-prompt-line bg-prompt shadow-card" : "border-prompt-line/50 bg-prompt/50",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 grow basis-64 items-center gap-3">
          <AgentAvatar name={name} />
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
            <bdi className="font-semibold">{name}</bdi>
            <span className="rounded-full bg-prompt-line px-2.5 py-0.5 text-xs font-semibold text-ink dark:text-paper">
              {texts.prompt}
            </span>
            <bdi className="text-sm text-quiet">{names === "" ? texts.toEveryone : texts.to(names)}</bdi>
            <span className="text-sm text-quiet">
              <RelativeTime at={prompt.created_at} />
            </span>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PromptStatusBadge status={prompt.status} />
          {isWaiting && <TimeLeft prompt={prompt} />}
        </div>
      </div>
      <div className="mt-3">
        <MessageBody text={prompt.prompt_message} />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-2">
        <AnswerCounter prompt={prompt} />
        {prompt.task_id !== null && <TaskBadge id={prompt.task_id} />}
        <div className="ms-auto flex items-center gap-1">
          {replyCount > 0 && (
            <Button look="quiet" size="small" aria-expanded={isExpanded} onClick={onToggle}>
              <Icon name="chevron" className={classNames("size-4 transition-transform", isExpanded && "rotate-180")} />
              {(isExpanded ? texts.hide : texts.show)(texts.answers(replyCount))}
            </Button>
          )}
          {isWaiting && (
            <Button ref={replyButton} size="small" aria-label={texts.replyTo(name)} onClick={onReply}>
              <Icon name="reply" className="size-4" />
              {texts.reply}
            </Button>
          )}
          <PromptMenu prompt={prompt} />
        </div>
      </div>
    </div>
  )
}

const icons: Readonly<Record<PromptStatus, IconName>> = {
  pending: "clock",
  collecting: "clock",
  resolved: "check",
  timed_out: "alert",
  cancelled: "ban",
}

const tones: Readonly<Record<PromptStatus, Tone>> = {
  pending: "plain",
  collecting: "accent",
  resolved: "good",
  timed_out: "bad",
  cancelled: "plain",
}

function PromptStatusBadge({ status }: { readonly status: PromptStatus }) {
  const texts = useTexts(chatTexts)
  return (
    <Badge tone={tones[status]}>
      <Icon name={icons[status]} className="-ms-0.5 size-4" />
      {texts.status[status]}
    </Badge>
  )
}
