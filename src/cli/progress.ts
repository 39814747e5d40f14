import { addUsage, noUsage, type TokenUsage, totalTokens } from "../core/discussion/usage.ts"
import { languageFor } from "../core/languages/index.ts"
import type { PublicEvent } from "../core/public/types.ts"
import { printableLine } from "./printable.ts"
import { screenMessages } from "./screen-messages.ts"

/** Where a discussion stands, in one line: the round, who speaks, tokens, cost and time. */
export class Progress {
  readonly #now: () => number
  readonly #speaking = new Map<string, string>()
  #rounds = 0
  #round = 0
  #step = ""
  #usage: TokenUsage = noUsage
  #since: number | undefined
  #over = false
  #report = languageFor("en").report
  #words = screenMessages("en")

  constructor(now: () => number) {
    this.#now = now
  }

  event(event: PublicEvent): void {
    this.#since ??= Date.parse(event.at)
    if ("tokenUsage" in event.data) this.#usage = addUsage(this.#usage, event.data.tokenUsage)
    switch (event.type) {
      case "discussion_created":
        this.#report = languageFor(event.data.language).report
        this.#words = screenMessages(event.data.language)
        break
      case "discussion_started":
        this.#rounds = event.data.options.rounds
        break
      case "round_started":
        this.#round = event.data.roundNumber
        this.#step = ""
        break
      case "turn_started":
        this.#speaking.set(event.data.turnId, printableLine(event.data.name))
        break
      case "turn_completed":
      case "turn_passed":
        this.#speaking.delete(event.data.turn.id)
        this.#usage = addUsage(this.#usage, event.data.turn.tokenUsage)
        break
      case "turn_skipped":
        this.#speaking.delete(event.data.turnId)
        break
      case "consensus_check_started":
      case "ballot_started":
        this.#step = this.#words.voting
        break
      case "closing_started":
        this.#step = this.#report.synthesis.toLowerCase()
        break
      case "discussion_paused":
        this.#step = this.#words.paused
        break
      case "awaiting_input":
        this.#step = this.#words.waiting(printableLine(event.data.name))
        break
      case "sub_discussion_started":
        this.#step = "some discuss apart"
        break
      case "sub_discussion_completed":
      case "discussion_resumed":
        this.#step = ""
        break
      case "discussion_completed":
      case "discussion_error":
      case "discussion_aborted":
        this.#over = true
    }
  }

  /** Empty where there is nothing to tell: before it began and after it ended. */
  line(): string {
    if (this.#since === undefined || this.#over) return ""
    const names = [...this.#speaking.values()]
    const who = names.length === 0 ? this.#step : this.#words.speaking(names)
    const { cost } = this.#usage
    return [
      this.#round === 0 ? "" : this.#words.round(this.#round, this.#rounds).toLowerCase(),
      who,
      this.#words.tokens(totalTokens(this.#usage)),
      cost === undefined ? "" : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`,
      elapsed(this.#now() - this.#since),
    ]
      .filter((part) => part !== "")
      .join(" · ")
  }
}

function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`
}
