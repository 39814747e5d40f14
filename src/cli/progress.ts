import { addUsage, noUsage, totalTokens } from "../core/discussion/usage.ts"
import { type DiscussionView, isOver } from "../core/public/view.ts"
import { printableLine } from "./printable.ts"
import { screenMessages } from "./screen-messages.ts"

/** One status line: round, speaker, tokens, cost and time. Empty before the start and after the end. */
export function progressLine(view: DiscussionView, now: number): string {
  const { startedAt, status, round, options, usage } = view
  if (startedAt === undefined || isOver(status)) return ""
  const messages = screenMessages(view.language)
  const used = Object.values(usage).reduce(addUsage, noUsage)
  return [
    round ? messages.round(round.number, options?.rounds ?? round.number).toLowerCase() : "",
    activity(view),
    messages.tokens(totalTokens(used)),
    used.cost === undefined ? "" : `$${used.cost.toFixed(used.cost < 0.1 ? 4 : 2)}`,
    elapsed(now - Date.parse(startedAt)),
  ]
    .filter((part) => part !== "")
    .join(" · ")
}

function activity({ language, open, seats, isPaused, items }: DiscussionView): string {
  const messages = screenMessages(language)
  const nameOf = (seat: string) => printableLine(seats.find(({ id }) => id === seat)?.name ?? seat)
  const speaking = open.filter(
    ({ purpose, isAwaited }) => ["turn", "synthesis", "interjection"].includes(purpose) && !isAwaited,
  )
  if (speaking.length > 0) return messages.speaking(speaking.map(({ seat }) => nameOf(seat)))
  if (isPaused) return messages.paused
  const awaited = open.filter(({ isAwaited }) => isAwaited)
  if (awaited.length > 0) return messages.waiting(awaited.map(({ seat }) => nameOf(seat)).join(", "))
  if (open.some(({ purpose }) => purpose === "vote")) return messages.voting
  if (open.some(({ purpose }) => purpose === "record" || purpose === "result")) return messages.recording
  if (open.some(({ purpose }) => purpose === "baseline")) return messages.comparing
  const last = items.at(-1)
  if (last?.kind === "sub-discussion" && last.status === "running") return messages.inSubDiscussion
  return ""
}

function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`
}
