import type { ReactNode } from "react"
import type { DiscussionStatus } from "../api/discussions.ts"
import { shellTexts } from "../shell/texts.ts"
import { useTexts } from "../texts/use-language.ts"
import { classNames } from "./class-names.ts"

const tones = {
  plain: "bg-sunken text-quiet",
  accent: "bg-accent-soft text-accent-strong",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
}

export type Tone = keyof typeof tones

export function Badge({ tone = "plain", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** Shown wherever a rehearsal model is named or speaks. */
export function RehearsalBadge() {
  return <Badge tone="warn">{useTexts(shellTexts).rehearsal}</Badge>
}

export const statusTones: Readonly<Record<DiscussionStatus, Tone>> = {
  queued: "plain",
  running: "accent",
  waiting: "warn",
  paused: "plain",
  completed: "good",
  failed: "bad",
  aborted: "plain",
}

export function StatusBadge({ status }: { readonly status: DiscussionStatus }) {
  const texts = useTexts(shellTexts)
  return (
    <Badge tone={statusTones[status]}>
      <span
        aria-hidden="true"
        className={classNames("size-1.5 rounded-full bg-current", status === "running" && "animate-pulse")}
      />
      {texts.status[status]}
    </Badge>
  )
}
