import type { LiveEvent, LiveEventOf } from "../core/discussion/event.ts"
import type { Outcome } from "../core/discussion/outcome.ts"
import type { PublicSeat } from "../core/discussion/seat.ts"
import type { Turn } from "../core/discussion/turn.ts"
import type { Vote } from "../core/discussion/vote.ts"
import { languageFor } from "../core/prompting/languages/index.ts"
import { colours, type Paint } from "./colours.ts"
import type { SeenEvent } from "./doors.ts"
import { printableAll } from "./printable.ts"
import { WrappedText, wrapText } from "./wrapped-text.ts"

export interface Screen {
  readonly write: (text: string) => void
  readonly width: number
  readonly colour: boolean
  /** Nothing is drawn, for those who have it read to them. */
  readonly plain?: boolean
  /** Part of a conversation: what was asked and who sits there is known. */
  readonly talk?: boolean
}

/** Shows a discussion on a terminal while it happens. */
export async function showDiscussion(events: AsyncIterable<LiveEvent | SeenEvent>, screen: Screen): Promise<void> {
  const show = new DiscussionScreen(screen)
  for await (const event of events) show.event(event)
}

interface Speaking {
  readonly role: string
  readonly turnId: string
  readonly attempt: number
  /** Not shown yet: where passing is allowed, the first words may turn out to be a pass. */
  held: string
  readonly text: WrappedText
}

type Created = LiveEventOf<"discussion_created">["data"] | { readonly language: string }

/** Most passes are shorter than this; a longer one is shown and then called what it is. */
const usualPass = 80

/** What of a discussion is on the screen. */
export class DiscussionScreen {
  readonly #screen: Screen
  readonly #paint: ReturnType<typeof colours>
  #seats: readonly PublicSeat[] = []
  #words = languageFor("en").report
  #rounds = 0
  #passing = false
  /** The turn whose words are on the screen now; others wait for their end. */
  #speaking: Speaking | undefined
  /** What is to be shown when the turn on the screen has ended. */
  #later: (() => void)[] = []
  #contributions = 0

  constructor(screen: Screen) {
    this.#screen = screen
    this.#paint = colours(screen.colour)
  }

  event(event: LiveEvent | SeenEvent): void {
    const show = this.#shows[event.type] as ((data: unknown) => void) | undefined
    show?.(printableAll(event.data))
  }

  readonly #shows: {
    readonly [T in LiveEvent["type"]]?: (
      data: T extends "discussion_created" ? Created : LiveEventOf<T>["data"],
    ) => unknown
  } = {
    discussion_created: (data) => {
      this.#words = languageFor("table" in data ? data.table.language : data.language).report
    },
    discussion_started: (data) => this.#started(data),
    round_started: ({ roundNumber }) => this.#isShort || this.#rule(`Round ${roundNumber} of ${this.#rounds}`),
    closing_started: () => this.#rule("Synthesis"),
    turn_chunk: (data) => this.#heard(data),
    turn_completed: ({ turn }) => this.#inTurn(turn.id, () => this.#completed(turn)),
    turn_passed: ({ turn }) => this.#inTurn(turn.id, () => this.#passed(turn.role)),
    turn_retried: (data) => this.#inTurn(data.turnId, () => this.#broken(this.#retried(data))),
    turn_skipped: ({ turnId, role, error }) =>
      this.#inTurn(turnId, () => this.#broken(`${this.#plainName(role)} is skipped: ${error.message}`)),
    seat_joined: ({ seat, fromRound }) => {
      this.#seats = [...this.#seats, seat]
      this.#note(`${seat.name} sits down and takes part from round ${fromRound} on`)
    },
    seat_left: ({ name }) => this.#note(`${name} leaves the table`),
    sub_discussion_started: ({ seats, topic }) =>
      this.#note(`${seats.map((role) => this.#plainName(role)).join(", ")} discuss apart: ${topic}`),
    awaiting_input: ({ name }) => this.#note(`waiting for ${name}`),
    interjection: ({ interjection }) => this.#say(this.#paint.bold(interjection.author), interjection.content),
    consensus_check_started: () => this.#line(this.#paint.dim("  Do you agree now?")),
    ballot_retried: (data) => data.modelId !== undefined && this.#note(this.#retried(data)),
    consensus_vote: ({ vote }) => this.#voted(vote),
    consensus_result: () => this.#write("\n"),
    ballot_result: (data) => this.#ballot(data),
    discussion_paused: () => this.#note("paused"),
    discussion_completed: ({ outcome, totalTokensUsed }) => this.#over(outcome, totalTokensUsed),
    discussion_error: ({ error }) => this.#broken(`ended by an error: ${error.message}`),
    discussion_aborted: ({ reason }) => this.#broken(`stopped: ${reason}`),
  }

  #started({ prompt, format, seats, options }: LiveEventOf<"discussion_started">["data"]): void {
    this.#seats = seats
    this.#rounds = options.rounds
    this.#passing = options.passing
    this.#write("\n")
    if (!this.#screen.talk) this.#introduce({ prompt, format, seats })
    if (seats.some((seat) => /^(replay\/)?rehearsal\//.test(seat.model ?? ""))) {
      this.#block(this.#words.rehearsal, "  ", this.#paint.warn)
    }
    if (this.#isShort) this.#write("\n")
  }

  /** One voice, one time: nothing to be headed or summed up. */
  get #isShort(): boolean {
    return this.#screen.talk === true && this.#seats.length === 1
  }

  #introduce({
    prompt,
    format,
    seats,
  }: Pick<LiveEventOf<"discussion_started">["data"], "prompt" | "format" | "seats">): void {
    this.#write(`${this.#paint.bold(`Conclave · ${format}`)}\n\n`)
    this.#block(prompt)
    this.#write("\n")
    const longest = Math.max(...seats.map((seat) => seat.name.length))
    for (const seat of seats) {
      const models = seat.model === undefined ? [] : [seat.model, ...(seat.fallbacks ?? [])]
      const who = models.join(", else ") || (seat.kind === "human" ? "a person" : "an outside agent")
      this.#write(`  ${this.#name(seat.id)}${" ".repeat(longest - seat.name.length)}${this.#paint.dim(`  ${who}`)}\n`)
    }
    this.#write("\n")
  }

  #heard({ role, turnId, attempt, chunk }: LiveEventOf<"turn_chunk">["data"]): void {
    this.#speaking ??= { role, turnId, attempt, held: "", text: this.#wrapped() }
    const { turnId: onScreen, attempt: current } = this.#speaking
    if (onScreen !== turnId || current !== attempt) return
    this.#speaking.held += chunk
    if (!this.#passing || this.#speaking.held.length > usualPass) this.#release(this.#speaking)
  }

  #release(speaking: Speaking): void {
    if (!speaking.text.begun) this.#write(`${this.#name(speaking.role)}\n`)
    speaking.text.push(speaking.held)
    speaking.held = ""
  }

  #completed(turn: LiveEventOf<"turn_completed">["data"]["turn"]): void {
    if (this.#speaking?.turnId === turn.id) {
      this.#release(this.#speaking)
      this.#silence(turn.content)
    } else this.#say(this.#speaker(turn), turn.content)
    if (turn.purpose === "turn") this.#contributions++
    if (turn.belowMinimum) this.#note("shorter than asked for; no attempt was longer")
    const end = Object.entries(this.#words.ends).find(([reason]) => reason === turn.finishReason)?.[1]
    if (end !== undefined) this.#note(end)
    this.#write("\n")
  }

  #retried({ role, reason, modelId, error }: LiveEventOf<"turn_retried" | "ballot_retried">["data"]): string {
    const name = this.#plainName(role)
    if (modelId === undefined) return `${name} is asked again: ${reason.replace("_", " ")}`
    return `${name} goes on as ${modelId}: ${error?.message ?? "the model before failed"}`
  }

  #voted(vote: Vote): void {
    const answer = vote.hasConsensus === null ? "unreadable" : vote.hasConsensus ? "yes" : "no"
    const read = vote.reading === "inferred" ? ", read from prose" : ""
    this.#write(`  ${this.#name(vote.role)}: ${answer}, ${vote.confidence}% sure${read}\n`)
    if (vote.reasoning) this.#block(vote.reasoning, "    ")
  }

  #ballot({ ballotId, result }: LiveEventOf<"ballot_result">["data"]): void {
    const choice =
      result.choice === undefined ? "" : `: ${result.choice}${result.amount === undefined ? "" : `, ${result.amount}`}`
    const unreadable = result.unreadable > 0 ? `, ${result.unreadable} unreadable` : ""
    this.#note(
      `ballot ${ballotId.slice(1)}: ${result.passed ? "passed" : "not passed"} (${result.yes} yes, ${result.no} no${unreadable})${choice}`,
    )
  }

  #over(outcome: Outcome, tokens: number): void {
    if (this.#isShort) return
    this.#rule("Outcome")
    const counted = this.#words.total({ contributions: this.#contributions, rounds: outcome.rounds })
    this.#write(`  ${this.#paint.bold(this.#words.reasons[outcome.stoppingReason])}\n`)
    this.#write(`  ${this.#paint.dim(`${counted} ${tokens.toLocaleString("en")} tokens.`)}\n`)
    if ((outcome.agreed || outcome.stoppingReason === "decided") && outcome.solution) this.#block(outcome.solution)
    if (outcome.bestProposal) {
      this.#write(
        `  ${this.#paint.dim("Nothing was agreed. The surest proposal, by")} ${this.#name(outcome.bestProposal.role)}:\n`,
      )
      this.#block(outcome.bestProposal.solution)
    }
    for (const dissent of outcome.dissent) {
      this.#write(`  ${this.#paint.dim("Dissent:")} ${this.#name(dissent.role)}\n`)
      this.#block(dissent.reasoning, "    ")
    }
    this.#write("\n")
  }

  #passed(role: string): void {
    if (this.#speaking?.text.begun) this.#silence()
    else {
      this.#speaking = undefined
      this.#line(this.#name(role))
    }
    this.#note("passes")
    this.#write("\n")
  }

  /** Turns spoken at once are shown one after the other. */
  #inTurn(turnId: string, show: () => void): void {
    if (this.#speaking && this.#speaking.turnId !== turnId) {
      this.#later.push(show)
      return
    }
    show()
    for (const waiting of this.#later.splice(0)) waiting()
  }

  #broken(note: string): void {
    this.#silence()
    this.#note(note)
  }

  /** Ends what is being said on the screen. */
  #silence(whole?: string): void {
    this.#speaking?.text.end(whole)
    this.#speaking = undefined
  }

  #say(name: string, content: string): void {
    this.#write(`${name}\n`)
    this.#block(content)
  }

  #block(text: string, indent = "  ", paint?: Paint): void {
    this.#write(wrapText(text, Math.min(this.#screen.width, 96), indent, paint))
  }

  #wrapped(): WrappedText {
    return new WrappedText(this.#screen.write, Math.min(this.#screen.width, 96))
  }

  #rule(title: string): void {
    if (this.#screen.plain) {
      this.#write(`\n${title}\n\n`)
      return
    }
    const line = "─".repeat(Math.max(3, Math.min(this.#screen.width, 72) - title.length - 4))
    this.#write(`\n${this.#paint.dim("──")} ${this.#paint.bold(title)} ${this.#paint.dim(line)}\n\n`)
  }

  #note(text: string): void {
    this.#block(`(${text})`, "  ", this.#paint.dim)
  }

  #line(text: string): void {
    this.#write(`${text}\n`)
  }

  #write(text: string): void {
    this.#screen.write(text)
  }

  #plainName(role: string): string {
    return this.#seats.find((seat) => seat.id === role)?.name ?? role
  }

  #speaker({ role, subDiscussion }: Turn): string {
    if (!subDiscussion) return this.#name(role)
    return this.#paint.bold(`Sub-discussion · ${subDiscussion.seats.map((seat) => this.#plainName(seat)).join(", ")}`)
  }

  #name(role: string): string {
    const index = this.#seats.findIndex((seat) => seat.id === role)
    return this.#paint.bold(this.#paint.seat(Math.max(0, index))(this.#plainName(role)))
  }
}
