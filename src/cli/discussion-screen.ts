import { applyPublic } from "../core/public/apply-public.ts"
import type { PublicEvent, PublicTurn } from "../core/public/types.ts"
import {
  type BallotItem,
  type DiscussionView,
  defaultAbortReason,
  emptyView,
  type Item,
  isOver,
  type Note,
  type Retry,
  type TurnItem,
} from "../core/public/view.ts"
import { printable, printableLine } from "./printable.ts"
import { type ScreenOptions, ScreenWriter } from "./screen-writer.ts"

/** Shows what has happened so far, in the order of the record. */
export function showEvents(events: readonly PublicEvent[], terminal: ScreenOptions): void {
  const screen = new DiscussionScreen(terminal)
  screen.apply(events)
  screen.print()
}

/** The turn whose words are being written; what else happens is shown under them. */
interface TurnOnScreen {
  readonly key: string
  readonly attempt: number
  readonly text: ReturnType<ScreenWriter["liveWords"]>
  /** The words of the attempt that were handed to `text`. */
  shown: string
}

/** What of an item that is under way is on the screen. */
interface Shown {
  retries: number
  readonly voters: Set<string>
}

/** Most passes are shorter than this; a longer one is shown and then called what it is. */
const maxPassLength = 80

/** A discussion on a terminal: what is new in its view is written, row by row, and nothing is taken back. */
export class DiscussionScreen {
  readonly #out: ScreenWriter
  #view: DiscussionView = emptyView
  #isIntroduced = false
  /** The round from whose beginning rows are looked at; those before it are all written. */
  #round: string | undefined
  /** The round whose heading was written before it was over. */
  #openRound: string | undefined
  #written = new Set<string>()
  #shown = new Map<string, Shown>()
  readonly #waitingFor = new Set<string>()
  #speaking: TurnOnScreen | undefined

  constructor(options: ScreenOptions) {
    this.#out = new ScreenWriter(options, () => this.#view)
  }

  get view(): DiscussionView {
    return this.#view
  }

  apply(events: readonly PublicEvent[]): void {
    this.#view = applyPublic(this.#view, events)
  }

  /** Writes what is new since the last time. */
  print(): void {
    if (!this.#isIntroduced && this.#view.startedAt !== undefined) {
      this.#isIntroduced = true
      this.#out.introduction()
    }
    const { items } = this.#view
    if (this.#speaking) {
      const { key } = this.#speaking
      const item = items.findLast((one): one is TurnItem => one.kind === "turn" && one.key === key)
      if (item && !this.#print(item)) return
    }
    const first = this.#round === undefined ? 0 : items.findLastIndex(({ key }) => key === this.#round)
    for (const item of items.slice(Math.max(0, first))) {
      if (this.#written.has(keyOf(item))) continue
      if (!this.#print(item) && this.#speaking) return
    }
    this.#noteRoundEnd()
    this.#forgetEarlierRounds()
    this.#noteWaiting()
  }

  /** Whether nothing more will come of it. */
  #print(item: Item): boolean {
    const write = this.#rows[item.kind] as (item: Item) => boolean
    if (!write(item)) return false
    this.#written.add(keyOf(item))
    this.#shown.delete(keyOf(item))
    return true
  }

  /** How many spoke is known when all have. */
  #noteRoundEnd(): void {
    if (this.#openRound === undefined) return
    const round = this.#view.items.findLast(({ key }) => key === this.#openRound)
    if (round?.kind !== "round" || !round.summary) return
    this.#openRound = undefined
    const { number, summary } = round
    this.#out.note(this.#out.report.round({ round: number, contributions: summary.contributions }))
  }

  #forgetEarlierRounds(): void {
    const { items } = this.#view
    const last = items.findLastIndex(({ kind }) => kind === "round")
    if (last < 0 || items[last]!.key === this.#round) return
    this.#round = items[last]!.key
    const keys = items.slice(last).map(keyOf)
    this.#written = new Set(keys.filter((key) => this.#written.has(key)))
  }

  /** One for each kind of row: a new one that the screen does not know does not compile. */
  readonly #rows: { readonly [Kind in Item["kind"]]: (item: Extract<Item, { kind: Kind }>) => boolean } = {
    round: ({ key, number, summary }) => {
      this.#noteRoundEnd()
      if (this.#out.isSingleAnswer) return true
      const { messages, report } = this.#out
      this.#openRound = summary ? undefined : key
      this.#out.rule(
        summary
          ? report.round({ round: number, contributions: summary.contributions })
          : messages.round(number, this.#view.options?.rounds ?? number),
      )
      return true
    },
    turn: (item) => this.#turn(item),
    ballot: (item) => this.#ballot(item),
    interjection: ({ interjection: { author, content } }) => {
      this.#out.say(this.#out.paint.bold(printableLine(author)), content)
      this.#out.write("\n")
      return true
    },
    "sub-discussion": ({ seats, topic }) => {
      this.#out.note(this.#out.messages.subDiscussion(seats.map(this.#out.plainName), topic))
      return true
    },
    note: ({ note }) => {
      const write = this.#notes[note.is] as (note: Note) => void
      write(note)
      return true
    },
    end: () => {
      this.#noteRoundEnd()
      const { status, outcome, error, abortReason = defaultAbortReason } = this.#view
      const why = abortReason === defaultAbortReason ? "" : `: ${abortReason}`
      if (status === "failed") this.#out.note(`${this.#out.messages.failed}: ${error?.message ?? ""}`)
      if (status === "aborted") this.#out.note(this.#out.messages.stopped + why)
      if (outcome) this.#out.outcome(outcome)
      return true
    },
  }

  /** What is of no use to whoever reads along is left out, but has to be named here. */
  readonly #notes: { readonly [Is in Note["is"]]: (note: Extract<Note, { is: Is }>) => void } = {
    joined: ({ seat, fromRound }) => this.#out.note(this.#out.messages.joins(this.#out.plainName(seat), fromRound)),
    left: ({ seat }) => this.#out.note(this.#out.messages.leaves(this.#out.plainName(seat))),
    chosen: () => {},
    paused: () => this.#out.note(this.#out.messages.paused),
    resumed: () => {},
    forked: () => this.#out.note(this.#out.messages.forked),
    closing: () => {
      this.#noteRoundEnd()
      this.#out.rule(this.#out.report.synthesis)
    },
    unmeasured: ({ modelId, message }) => this.#out.note(`${this.#out.messages.embeddingFailed(modelId)}: ${message}`),
    memory: () => {},
    history: () => {},
    budget: ({ of }) => this.#out.note(this.#out.messages.nearBudget(of)),
  }

  #turn(item: TurnItem): boolean {
    for (const retry of this.#newRetries(item)) this.#endWithNote(this.#retryText(retry))
    switch (item.state) {
      case "speaking":
        this.#speak(item)
        return false
      case "said":
        this.#said(item.turn!)
        break
      case "passed":
        if (this.#speaking) this.#endWords()
        else this.#out.write(`${this.#out.name(item.seat)}\n`)
        this.#out.note(this.#out.messages.passes)
        this.#out.write("\n")
        break
      case "skipped":
        this.#endWithNote(`${this.#out.messages.skipped(this.#out.plainName(item.seat))}: ${item.skip!.message}`)
        break
      case "dropped":
        this.#endWords()
    }
    return true
  }

  /** Where passing is allowed, the first words are held back: they may turn out to be a pass. An interjection comes whole. */
  #speak({ key, seat, purpose }: TurnItem): void {
    if (purpose === "interjection") return
    const { attempt, text } = this.#view.live[key] ?? { attempt: 0, text: "" }
    if (this.#speaking && this.#speaking.attempt !== attempt) this.#endWords()
    if (!this.#speaking) {
      if (text === "" || (this.#view.options?.passing && text.length <= maxPassLength)) return
      this.#out.write(`${this.#out.name(seat)}\n`)
      this.#speaking = { key, attempt, text: this.#out.liveWords(), shown: "" }
    }
    this.#speaking.text.push(printable(text.slice(this.#speaking.shown.length)))
    this.#speaking.shown = text
  }

  #said(turn: PublicTurn): void {
    if (this.#speaking) {
      const { text, shown } = this.#speaking
      if (turn.content.startsWith(shown)) text.push(printable(turn.content.slice(shown.length)))
      this.#endWords(printable(turn.content))
    } else this.#out.say(this.#speaker(turn), turn.content)
    if (turn.belowMinimum) this.#out.note(this.#out.messages.tooShort)
    const end = Object.entries(this.#out.report.ends).find(([reason]) => reason === turn.finishReason)?.[1]
    if (end !== undefined) this.#out.note(end)
    this.#out.write("\n")
  }

  #ballot(item: BallotItem): boolean {
    const { ballot } = item
    const isConsensus = ballot.asks === "consensus"
    if (isConsensus && !this.#shown.has(keyOf(item))) {
      this.#out.write(`${this.#out.paint.dim(`  ${this.#out.messages.agreed}`)}\n`)
    }
    for (const retry of this.#newRetries(item)) if (retry.modelId !== undefined) this.#out.note(this.#retryText(retry))
    const { voters } = this.#shownOf(item)
    for (const [index, vote] of (isConsensus ? ballot.votes : []).entries()) {
      const key = vote.role ?? `${index}`
      if (!voters.has(key)) this.#out.vote(vote)
      voters.add(key)
    }
    if (!ballot.result) return isOver(this.#view.status)
    this.#out.note(ballot.result.sentence)
    if (isConsensus) this.#out.write("\n")
    return true
  }

  #noteWaiting(): void {
    const { open } = this.#view
    if (open.length === 0) this.#waitingFor.clear()
    for (const { id, seat, isAwaited } of open) {
      if (!isAwaited || this.#waitingFor.has(id)) continue
      this.#waitingFor.add(id)
      this.#out.note(this.#out.messages.waiting(this.#out.plainName(seat)))
    }
  }

  #shownOf(item: TurnItem | BallotItem): Shown {
    const shown = this.#shown.get(keyOf(item)) ?? { retries: 0, voters: new Set() }
    this.#shown.set(keyOf(item), shown)
    return shown
  }

  #newRetries(item: TurnItem | BallotItem): readonly Retry[] {
    const shown = this.#shownOf(item)
    const retries = item.retries.slice(shown.retries)
    shown.retries = item.retries.length
    return retries
  }

  #retryText({ seat, reason, modelId, message, delayMs = 0 }: Retry): string {
    const name = this.#out.plainName(seat)
    const why = message ?? this.#out.messages.retryReasons[reason]
    if (modelId === undefined) return `${this.#out.messages.askedAgain(name, Math.ceil(delayMs / 1_000))}: ${why}`
    return `${this.#out.messages.continuesAs(name, modelId)}: ${why}`
  }

  #endWithNote(text: string): void {
    this.#endWords()
    this.#out.note(text)
  }

  #endWords(whole?: string): void {
    this.#speaking?.text.end(whole)
    this.#speaking = undefined
  }

  #speaker({ role, purpose, subDiscussion }: PublicTurn): string {
    if (purpose === "interjection")
      return `${this.#out.name(role)} ${this.#out.paint.dim(this.#out.messages.outOfTurn)}`
    if (!subDiscussion) return this.#out.name(role)
    return this.#out.paint.bold(
      this.#out.language.subDiscussion.heading({ names: subDiscussion.seats.map(this.#out.plainName) }),
    )
  }
}

function keyOf({ kind, key }: Item): string {
  return `${kind} ${key}`
}
