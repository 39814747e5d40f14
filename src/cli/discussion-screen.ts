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

/** Prints a discussion from its events. */
export function showEvents(events: readonly PublicEvent[], terminal: ScreenOptions): void {
  const screen = new DiscussionScreen(terminal)
  screen.apply(events)
  screen.print()
}

/** The turn being streamed; other output waits until it ends. */
interface TurnOnScreen {
  readonly key: string
  readonly attempt: number
  readonly text: ReturnType<ScreenWriter["liveWords"]>
  /** The part of the attempt already passed to `text`. */
  shown: string
}

/** What was printed of an unfinished item. */
interface Shown {
  retries: number
  readonly voters: Set<string>
}

/** A longer pass is printed before it is recognised as one; most are shorter. */
const maxPassLength = 80

/** Prints a discussion to a terminal, append-only: each call prints what is new in its view. */
export class DiscussionScreen {
  readonly #out: ScreenWriter
  #view: DiscussionView = emptyView
  #isIntroduced = false
  /** The current round; all items before it are printed. */
  #round: string | undefined
  /** The round whose heading was printed before its summary was known. */
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

  /** Prints what is new since the last call. */
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

  /** Returns whether the item is complete. */
  #print(item: Item): boolean {
    const write = this.#rows[item.kind] as (item: Item) => boolean
    if (!write(item)) return false
    this.#written.add(keyOf(item))
    this.#shown.delete(keyOf(item))
    return true
  }

  /** Prints the number of contributions, which is known only at the end of a round. */
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

  /** Exhaustive: a new kind of item does not compile until it is handled here. */
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
      if (status === "aborted") this.#out.note(this.#out.messages.aborted + why)
      if (outcome) this.#out.outcome(outcome)
      return true
    },
  }

  /** Exhaustive; notes that do not matter to a reader print nothing. */
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

  /** Streams a turn. If seats may pass, the first characters are held back, since they may be a pass. */
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
      this.#out.write(`${this.#out.paint.dim(`  ${this.#out.report.ballots.consensus}`)}\n`)
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
