import { Badge, type Tone } from "../../components/badge.tsx"
import { Icon, type IconName } from "../../components/icon.tsx"
import { useTexts } from "../../texts/use-language.ts"
import type { PromptStatus } from "./prompt-state.ts"
import { chatTexts } from "./texts/index.ts"

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

export function PromptStatusBadge({ status }: { readonly status: PromptStatus }) {
  const texts = useTexts(chatTexts)
  return (
    <Badge tone={tones[status]}>
      <Icon name={icons[status]} className="-ms-0.5 size-4" />
      {texts.status[status]}
    </Badge>
  )
}
