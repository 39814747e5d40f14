import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { isOver } from "../../../../src/core/public/view.ts"
import { queuePlaceQuery } from "../../api/discussions.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { Badge, type Tone } from "../../components/badge.tsx"
import { classNames } from "../../components/class-names.ts"
import { useListFormatter } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { continueTexts } from "./continue-texts.ts"
import { useOwnSeat } from "./people/own-seat.ts"
import { discussionTexts } from "./texts.ts"
import { useReplay, useSeats, useView } from "./view/view-store.ts"

interface StatusPillProps {
  readonly id: string
  readonly stream: StreamState
}

/** Status of the discussion and of the connection, in a word or two. */
export function StatusPill({ id, stream }: StatusPillProps) {
  const texts = useTexts(discussionTexts)
  const { inQueue } = useTexts(continueTexts)
  const status = useView((view) => view.status)
  const open = useView((view) => view.open)
  const seatOf = useSeats()
  const list = useListFormatter()
  const isReplaying = useReplay().place !== undefined
  const place = useQueuePlace(id)
  const [tone, text, isMoving] = ((): [Tone, string, boolean] => {
    if (isReplaying) return ["plain", texts.replay.open, false]
    if (isOver(status)) {
      const ends = { completed: "good", failed: "bad", aborted: "plain" } as const
      const end = status as keyof typeof ends
      return [ends[end], texts.pill[end], false]
    }
    if (stream === "reconnecting") return ["warn", texts.pill.reconnecting, true]
    if (stream !== "live") return ["plain", texts.pill.connecting, true]
    if (status === "paused" && open.some((call) => !call.isAwaited)) return ["warn", texts.pill.pausing, true]
    if (status === "queued" || status === "paused") return ["plain", texts.pill[status], false]
    if (status === "waiting") {
      const names = open.filter((call) => call.isAwaited).map((call) => seatOf(call.seat).name)
      return ["warn", texts.pill.waitingFor(list(names)), false]
    }
    if (place !== undefined) return ["plain", inQueue(place), false]
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

/** A running discussion that is idle for this long may be queued on the server. */
const idleMs = 1_500

/** Its position in the worker queue; fetched only while the discussion is idle. */
function useQueuePlace(id: string): number | undefined {
  const isIdle = useView(({ status, open }) => status === "running" && open.length === 0)
  const isNew = useView(({ items }) => items.length === 0)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    setAsked(false)
    if (!isIdle) return
    const timer = setTimeout(() => setAsked(true), isNew ? 0 : idleMs)
    return () => clearTimeout(timer)
  }, [isIdle, isNew])
  const { data } = useQuery({ ...queuePlaceQuery(id, useOwnSeat()), enabled: isAsked })
  return isAsked ? (data ?? undefined) : undefined
}
