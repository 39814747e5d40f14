import type { StreamState } from "../../api/follow-events.ts"
import { Badge } from "../../components/badge.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts/index.ts"

/** Whether what is shown is what there is. */
export function StreamBadge({ state }: { readonly state: StreamState }) {
  const texts = useTexts(chatTexts).stream
  const tone = state === "live" ? "good" : state === "connecting" ? "plain" : "warn"
  return (
    <span role="status">
      <Badge tone={tone}>
        <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
        {texts[state]}
      </Badge>
    </span>
  )
}
