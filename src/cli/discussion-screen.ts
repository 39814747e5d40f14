import { isBestSoFar } from "../core/discussion/outcome.ts"
import { languageFor } from "../core/languages/index.ts"
import type {
  PublicEvent,
  PublicEventData,
  PublicEventType,
  PublicOutcome,
  PublicSeat,
  PublicTurn,
  PublicVote,
} from "../core/public/types.ts"
import { voteLines } from "../core/reporting/vote-lines.ts"
import { colours, type Paint } from "./colours.ts"
import { displayWidth } from "./display-width.ts"
import { printableDeep } from "./printable.ts"
import { screenMessages } from "./screen-messages.ts"
import { WrappedText, wrapText } from "./wrapped-text.ts"

export interface ScreenOptions {
  readonly write: (text: string) => void
  readonly width: number
  readonly colour: boolean
  /** Nothing is drawn, for those who have it read to them. */
  readonly plain?: boolean
  /** Part of a conversation: what was asked and who sits there is known. */
  readonly talk?: boolean
}

/** Shows a discussion on a terminal while it happens. */
export async function showDiscussion(events: AsyncIterable<PublicEvent>, screen: ScreenOptions): Promise<void> {
  const show = new DiscussionScreen(screen)
  for await (const event of events) show.event(event)
}

interface TurnOnScreen {
  readonly role: string
  readonly turnId: string
  readonly attempt: number
  /** Not shown yet: where passing is allowed, the first words may turn out to be a pass. */
  held: string
  readonly text: WrappedText
}

/** Most passes are shorter than this; a longer one is shown and then called what it is. */
const maxPassLength = 80

/** What of a discussion is on the screen. */
export class DiscussionScreen {
  readonly #screen: ScreenOptions
  readonly #paint: ReturnType<typeof colours>
  #seats: readonly PublicSeat[] = []
  #report = languageFor("en").report
  #words = screenMessages("en")
  #rounds = 0
  #isPassingAllowed = false
  /** The turn whose words are on the screen now; others wait for their end. */
  #speaking: TurnOnScreen | undefined
  /** What is to be shown when the turn on the screen has ended. */
  #deferred: (() => void)[] = []
  #contributions = 0

  constructor(screen: ScreenOptions) {
    this.#screen = screen
    this.#paint = colours(screen.colour)
  }

  event(event: PublicEvent): void {
    const show = this.#handlers[event.type] as ((data: unknown) => void) | undefined
    show?.(printableDeep(event.data))
  }

  readonly #handlers: {
    readonly [T in PublicEventType]?: (data: PublicEventData[T]) => unknown
  } = {
    discussion_created: (data) => {
      this.#report = languageFor(data.language).report
      this.#words = screenMessages(data.language)
    },
    discussion_started: (data) => this.#started(data),
    round_started: ({ roundNumber }) =>
      this.#isSingleAnswer || this.#rule(this.#words.round(roundNumber, this.#rounds)),
    closing_started: () => this.#rule(this.#report.synthesis),
    turn_chunk: (data) => this.#appendChunk(data),
    turn_completed: ({ turn }) => this.#whenTurnIsShown(turn.id, () => this.#completed(turn)),
    turn_passed: ({ turn }) => this.#whenTurnIsShown(turn.id, () => this.#passed(turn.role)),
    turn_retried: (data) => this.#whenTurnIsShown(data.turnId, () => this.#endTurnWithNote(this.#retried(data))),
    turn_skipped: ({ turnId, role, error }) =>
      this.#whenTurnIsShown(turnId, () =>
        this.#endTurnWithNote(`${this.#words.skipped(this.#plainName(role))}: ${error.message}`),
      ),
    seat_joined: ({ seat, fromRound }) => {
      this.#seats = [...this.#seats, seat]
      this.#afterTurn(() => this.#note(this.#words.joins(seat.name, fromRound)))
    },
    seat_left: ({ name }) => this.#afterTurn(() => this.#note(this.#words.leaves(name))),
    sub_discussion_started: ({ seats, topic }) =>
      this.#afterTurn(() =>
        this.#note(
          this.#words.subDiscussion(
            seats.map((role) => this.#plainName(role)),
            topic,
          ),
        ),
      ),
    awaiting_input: ({ name }) => this.#afterTurn(() => this.#note(this.#words.waiting(name))),
    interjection: ({ interjection: { author, content } }) =>
      this.#afterTurn(() => {
        this.#say(this.#paint.bold(author), content)
        this.#write("\n")
      }),
    budget_warning: ({ of }) => this.#afterTurn(() => this.#note(this.#words.nearBudget(of))),
    fork_started: () => this.#afterTurn(() => this.#note(this.#words.forked)),
    consensus_check_started: () => this.#line(this.#paint.dim(`  ${this.#words.agreed}`)),
    ballot_retried: (data) => data.modelId !== undefined && this.#note(this.#retried(data)),
    consensus_vote: ({ vote }) => this.#voted(vote),
    consensus_result: () => this.#write("\n"),
    ballot_result: (data) => this.#ballot(data),
    novelty_measured: ({ modelId, error }) =>
      error && this.#note(`${this.#words.embeddingFailed(modelId)}: ${error.message}`),
    discussion_paused: () => this.#afterTurn(() => this.#note(this.#words.paused)),
    discussion_completed: ({ outcome, totalTokensUsed }) => this.#showOutcome(outcome, totalTokensUsed),
    discussion_error: ({ error }) => this.#end(`${this.#words.failed}: ${error.message}`),
    discussion_aborted: ({ reason }) => this.#end(`${this.#words.stopped}: ${reason}`),
  }

  #started({ prompt, format, seats, options }: PublicEventData["discussion_started"]): void {
    this.#seats = seats
    this.#rounds = options.rounds
    this.#isPassingAllowed = options.passing
    this.#write("\n")
    if (!this.#screen.talk) this.#introduce({ prompt, format, seats })
    if (seats.some((seat) => /^(replay\/)?rehearsal\//.test(seat.model ?? ""))) {
      this.#block(this.#report.rehearsal, "  ", this.#paint.warn)
    }
    if (this.#isSingleAnswer) this.#write("\n")
  }

  /** One voice, one time: nothing to be headed or summed up. */
  get #isSingleAnswer(): boolean {
    return this.#screen.talk === true && this.#seats.length === 1
  }

  #introduce({
    prompt,
    format,
    seats,
  }: Pick<PublicEventData["discussion_started"], "prompt" | "format" | "seats">): void {
    this.#write(`${this.#paint.bold(`Conclave · ${format}`)}\n\n`)
    this.#block(prompt)
    this.#write("\n")
    const longest = Math.max(...seats.map((seat) => seat.name.length))
    for (const seat of seats) {
      const models = seat.model === undefined ? [] : [seat.model, ...(seat.fallbacks ?? [])]
      const who =
        models.join(`, ${this.#words.otherwise} `) || (seat.kind === "human" ? this.#words.person : this.#words.agent)
      this.#write(`  ${this.#name(seat.id)}${" ".repeat(longest - seat.name.length)}${this.#paint.dim(`  ${who}`)}\n`)
    }
    this.#write("\n")
  }

  #appendChunk({ role, turnId, attempt, chunk }: PublicEventData["turn_chunk"]): void {
    this.#speaking ??= { role, turnId, attempt, held: "", text: this.#wrapped() }
    const { turnId: onScreen, attempt: current } = this.#speaking
    if (onScreen !== turnId || current !== attempt) return
    this.#speaking.held += chunk
    if (!this.#isPassingAllowed || this.#speaking.held.length > maxPassLength) this.#release(this.#speaking)
  }

  #release(speaking: TurnOnScreen): void {
    if (!speaking.text.hasContent) this.#write(`${this.#name(speaking.role)}\n`)
    speaking.text.push(speaking.held)
    speaking.held = ""
  }

  #completed(turn: PublicEventData["turn_completed"]["turn"]): void {
    if (this.#speaking?.turnId === turn.id) {
      this.#release(this.#speaking)
      this.#endTurn(turn.content)
    } else this.#say(this.#speaker(turn), turn.content)
    if (turn.purpose === "turn") this.#contributions++
    if (turn.belowMinimum) this.#note(this.#words.tooShort)
    const end = Object.entries(this.#report.ends).find(([reason]) => reason === turn.finishReason)?.[1]
    if (end !== undefined) this.#note(end)
    this.#write("\n")
  }

  #retried({ role, reason, modelId, error }: PublicEventData["turn_retried" | "ballot_retried"]): string {
    const name = this.#plainName(role)
    const why = this.#words.retryReasons[reason]
    if (modelId === undefined) return `${this.#words.askedAgain(name)}: ${why}`
    return `${this.#words.continuesAs(name, modelId)}: ${error?.message ?? why}`
  }

  #voted(vote: PublicVote): void {
    const answer = this.#words.vote(vote.hasConsensus, vote.confidence)
    const read = vote.reading === "inferred" ? `, ${this.#words.inferred}` : ""
    this.#write(`  ${this.#name(vote.role)}: ${answer}${read}\n`)
    if (vote.reasoning) this.#block(vote.reasoning, "    ")
  }

  #ballot({ ballotId, result }: PublicEventData["ballot_result"]): void {
    const choice =
      result.choice === undefined ? "" : `: ${result.choice}${result.amount === undefined ? "" : `, ${result.amount}`}`
    this.#note(`${this.#words.ballot(ballotId.slice(1), result)}${choice}`)
  }

  #showOutcome(outcome: PublicOutcome, tokens: number): void {
    if (this.#isSingleAnswer) return
    this.#rule(this.#report.outcome)
    const counted = this.#report.total({ contributions: this.#contributions, rounds: outcome.rounds })
    this.#write(`  ${this.#paint.bold(this.#report.reasons[outcome.stoppingReason])}\n`)
    this.#write(`  ${this.#paint.dim(this.#words.used(counted, tokens))}\n`)
    if (outcome.solution !== undefined && outcome.solutionFrom !== "synthesis") {
      if (isBestSoFar(outcome)) this.#write(`  ${this.#paint.dim(`${this.#report.bestSoFar}:`)}\n`)
      this.#block(outcome.solution)
    } else if (outcome.bestProposal) {
      const { role, solution } = outcome.bestProposal
      this.#block(`${this.#report.bestProposal({ name: this.#plainName(role) })}:`, "  ", this.#paint.dim)
      this.#block(solution)
    }
    for (const { title, text } of voteLines(outcome, (id) => this.#plainName(id), this.#report)) {
      this.#block(`${title}: ${text}`, "  ", this.#paint.dim)
    }
    for (const dissent of outcome.dissent) {
      this.#write(`  ${this.#paint.dim(`${this.#report.dissent}:`)} ${this.#name(dissent.role)}\n`)
      this.#block(dissent.reasoning, "    ")
    }
    this.#write("\n")
  }

  #passed(role: string): void {
    if (this.#speaking?.text.hasContent) this.#endTurn()
    else {
      this.#speaking = undefined
      this.#line(this.#name(role))
    }
    this.#note(this.#words.passes)
    this.#write("\n")
  }

  /** Turns spoken at once are shown one after the other. */
  #whenTurnIsShown(turnId: string, show: () => void): void {
    if (this.#speaking && this.#speaking.turnId !== turnId) {
      this.#deferred.push(show)
      return
    }
    show()
    for (const waiting of this.#deferred.splice(0)) waiting()
  }

  /** What happens beside a turn that is on the screen is shown under it, not within. */
  #afterTurn(show: () => void): void {
    if (this.#speaking?.text.hasContent) this.#deferred.push(show)
    else show()
  }

  #end(note: string): void {
    this.#endTurnWithNote(note)
    for (const waiting of this.#deferred.splice(0)) waiting()
  }

  #endTurnWithNote(note: string): void {
    this.#endTurn()
    this.#note(note)
  }

  /** Ends what is being said on the screen. */
  #endTurn(whole?: string): void {
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
    const line = "─".repeat(Math.max(3, Math.min(this.#screen.width, 72) - displayWidth(title) - 4))
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

  #speaker({ role, subDiscussion }: PublicTurn): string {
    if (!subDiscussion) return this.#name(role)
    return this.#paint.bold(`Sub-discussion · ${subDiscussion.seats.map((seat) => this.#plainName(seat)).join(", ")}`)
  }

  #name(role: string): string {
    const index = this.#seats.findIndex((seat) => seat.id === role)
    return this.#paint.bold(this.#paint.seat(Math.max(0, index))(this.#plainName(role)))
  }
}
