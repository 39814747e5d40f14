import type { DiscussionStatus } from "../api/discussions.ts"
import { shellTexts } from "../shell/texts/index.ts"
import { useTexts } from "../texts/use-language.ts"
import { Badge, type Tone } from "./badge.tsx"
import { classNames } from "./class-names.ts"

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
