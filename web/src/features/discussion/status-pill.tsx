import { isOver } from "../../../../src/core/public/view.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { Badge, type Tone } from "../../components/badge.tsx"
import { classNames } from "../../components/class-names.ts"
import { useTexts } from "../../texts/use-language.ts"
import { discussionTexts } from "./texts/index.ts"
import { useListFormatter } from "./use-list-formatter.ts"
import { useSeats, useView } from "./view/view-store.ts"

/** How it stands in a word or two: with the discussion, and with the line to the server. */
export function StatusPill({ stream }: { readonly stream: StreamState }) {
  const texts = useTexts(discussionTexts)
  const status = useView((view) => view.status)
  const open = useView((view) => view.open)
  const seatOf = useSeats()
  const list = useListFormatter()
  const [tone, text, isMoving] = ((): [Tone, string, boolean] => {
    if (isOver(status)) {
      const ends = { completed: "good", failed: "bad", aborted: "plain" } as const
      const end = status as keyof typeof ends
      return [ends[end], texts.pill[end], false]
    }
    if (stream === "reconnecting") return ["warn", texts.pill.reconnecting, true]
    if (stream !== "live") return ["plain", texts.pill.connecting, true]
    if (status === "queued" || status === "paused") return ["plain", texts.pill[status], false]
    if (status === "waiting") {
      const names = open.filter((call) => call.isAwaited).map((call) => seatOf(call.seat).name)
      return ["warn", texts.pill.waitingFor(list(names)), false]
    }
    return ["accent", texts.pill.live, true]
  })()
  return (
    <span data-testid="status">
      <Badge tone={tone}>
        <span
          aria-hidden="true"
          className={classNames("size-2 rounded-full bg-current", isMoving && "animate-pulse")}
        />
        {text}
      </Badge>
    </span>
  )
}
