import { isBestSoFar } from "../core/discussion/outcome.ts"
import { areRehearsed } from "../core/discussion/seat.ts"
import { totalTokens } from "../core/discussion/usage.ts"
import { languageFor } from "../core/languages/index.ts"
import type { Language } from "../core/languages/language.ts"
import type { PublicOutcome, PublicRecord, PublicVote } from "../core/public/types.ts"
import type { DiscussionView, Item } from "../core/public/view.ts"
import { jsonBlock } from "../core/reporting/embed-markdown.ts"
import { recordSections } from "../core/reporting/record-sections.ts"
import { voteLines } from "../core/reporting/vote-lines.ts"
import { LiveMarkdown } from "./live-markdown.ts"
import { markdownText } from "./markdown-text.ts"
import { printable, printableLine } from "./printable.ts"
import { screenMessages } from "./screen-messages.ts"
import { type Colours, colours, type Paint, type Terminal } from "./terminal.ts"
import { displayWidth, WrappedText, wrapText } from "./text-layout.ts"

export interface ScreenOptions
  extends Pick<Terminal, "write" | "width" | "colour" | "plain">,
    Partial<Pick<Terminal, "live">> {
  /** In a conversation, the topic and seats are not introduced again. */
  readonly talk?: boolean
}

/** Writes parts of a discussion to a terminal, in its language. Sanitizes untrusted text. */
export class ScreenWriter {
  readonly paint: Colours
  readonly #options: ScreenOptions
  readonly #view: () => DiscussionView

  constructor(options: ScreenOptions, view: () => DiscussionView) {
    this.paint = colours(options.colour)
    this.#options = options
    this.#view = view
  }

  get columns(): number {
    return Math.min(this.#options.width(), 96)
  }

  get language(): Language {
    return languageFor(this.#view().language)
  }

  get report() {
    return this.language.report
  }

  get messages() {
    return screenMessages(this.#view().language)
  }

  /** A single seat's answer in a conversation needs no headings and no outcome. */
  get isSingleAnswer(): boolean {
    return this.#options.talk === true && this.#view().seats.length === 1
  }

  readonly plainName = (seat: string): string =>
    printableLine(this.#view().seats.find(({ id }) => id === seat)?.name ?? seat)

  name(seat: string): string {
    const place = this.#view().seats.find(({ id }) => id === seat)?.place ?? 0
    return this.paint.bold(this.paint.seat(place)(this.plainName(seat)))
  }

  write(text: string): void {
    this.#options.write(text)
  }

  block(text: string, indent = "  ", paint?: Paint): void {
    this.write(wrapText(printable(text), this.columns, indent, paint))
  }

  note(text: string): void {
    this.block(`(${text})`, "  ", this.paint.dim)
  }

  say(name: string, content: string): void {
    this.write(`${name}\n`)
    this.words(content)
  }

  rule(title: string): void {
    if (this.#options.plain) {
      this.write(`\n${title}\n\n`)
      return
    }
    const line = "─".repeat(Math.max(3, Math.min(this.#options.width(), 72) - displayWidth(title) - 4))
    this.write(`\n${this.paint.dim("──")} ${this.paint.bold(title)} ${this.paint.dim(line)}\n\n`)
  }

  introduction(): void {
    const { topic, format, seats } = this.#view()
    this.write("\n")
    if (!this.#options.talk) {
      this.write(`${this.paint.bold(`Conclave · ${printableLine(format)}`)}\n\n`)
      this.block(topic)
      this.write("\n")
      const longest = Math.max(...seats.map((seat) => this.plainName(seat.id).length))
      for (const { id, kind, model, fallbacks = [] } of seats) {
        const models = model === undefined ? [] : [model, ...fallbacks].map(printableLine)
        const other = kind === "human" ? this.messages.person : this.messages.agent
        const who = models.join(`, ${this.messages.otherwise} `) || other
        const gap = " ".repeat(longest - this.plainName(id).length)
        this.write(`  ${this.name(id)}${gap}${this.paint.dim(`  ${who}`)}\n`)
      }
      this.write("\n")
    }
    if (areRehearsed(seats)) {
      this.block(this.report.rehearsal, "  ", this.paint.warn)
    }
    if (this.isSingleAnswer) this.write("\n")
  }

  vote(vote: PublicVote): void {
    const answer = this.messages.vote(vote.hasConsensus, vote.confidence)
    const inferred = vote.reading === "inferred" ? `, ${this.messages.inferred}` : ""
    this.write(`  ${vote.role === undefined ? "" : `${this.name(vote.role)}: `}${answer}${inferred}\n`)
    if (vote.reasoning) this.block(vote.reasoning, "    ")
  }

  /** Text that may be Markdown: rendered in a terminal, unchanged in a pipe or for a screen reader. */
  words(text: string, indent = "  "): void {
    if (this.#isRendered) this.write(markdownText(text, indent, { width: this.columns, paint: this.paint }))
    else this.block(text, indent)
  }

  /** Like `words`, for streamed text. */
  liveWords(): Pick<WrappedText, "push" | "end"> {
    const write = (text: string) => this.write(text)
    const layout = { width: this.columns, paint: this.paint }
    return this.#isRendered ? new LiveMarkdown(write, layout) : new WrappedText(write, this.columns)
  }

  get #isRendered(): boolean {
    return this.#options.live === true && !this.#options.plain
  }

  /** The answer first, then the reasons, then the figures. */
  outcome(outcome: PublicOutcome): void {
    if (this.isSingleAnswer) return
    const { record, recordFailure } = this.#view()
    this.rule(this.report.outcome)
    this.block(printableLine(outcome.sentence), "  ", this.paint.bold)
    if (record) this.#record(record)
    else this.#answer(outcome)
    if (!record && recordFailure !== undefined) this.note(this.report.noRecord({ reason: recordFailure }))
    this.#result(outcome)
    this.#figures(outcome)
    this.write("\n")
  }

  #result({ result, resultProblem }: PublicOutcome): void {
    if (resultProblem !== undefined) this.note(this.report.noResult({ reason: resultProblem }))
    if (result === undefined || result === null) return
    this.write(`\n  ${this.paint.bold(this.report.result)}\n`)
    this.words(jsonBlock(result))
    this.write("\n")
  }

  #answer(outcome: PublicOutcome): void {
    const { report, paint } = this
    if (outcome.solution !== undefined && outcome.solutionFrom !== "synthesis") {
      if (isBestSoFar(outcome)) this.write(`  ${paint.dim(`${report.bestSoFar}:`)}\n`)
      this.words(outcome.solution)
    } else if (outcome.bestProposal) {
      const { role, solution } = outcome.bestProposal
      this.block(`${report.bestProposal({ name: role && this.plainName(role) })}:`, "  ", paint.dim)
      this.words(solution)
    }
  }

  #record(record: PublicRecord): void {
    const { paint, language } = this
    this.write("\n")
    this.words(record.answer)
    for (const { title, items } of recordSections(record, this.plainName, language)) {
      this.write(`\n  ${paint.bold(title)}\n`)
      for (const { text, speaker, citations } of items) {
        const labelled = speaker === undefined ? text : `${speaker}: ${text}`
        const lines = wrapText(printableLine(labelled), this.columns, "    ")
        this.write(`  • ${lines.slice(4)}`)
        const sources = citations.map(({ turn, speaker: by, quote }) =>
          quote === undefined || text.includes(quote) ? `${by}, ${turn}` : `${by}, ${turn}: “${quote}”`,
        )
        if (sources.length > 0) this.block(sources.join("; "), "    ", paint.dim)
      }
    }
    const { seat, modelId = "" } = record.writtenBy
    this.write("\n")
    this.block(language.report.writtenBy({ name: this.plainName(seat), model: modelId }), "  ", paint.dim)
  }

  #figures(outcome: PublicOutcome): void {
    const { report, paint } = this
    const contributions = this.#view().items.filter(isContribution).length
    const total = report.total({ contributions, rounds: outcome.rounds })
    this.write(`  ${paint.dim(this.messages.used(total, totalTokens(outcome.usage)))}\n`)
    for (const { title, text } of voteLines(outcome, this.plainName, report)) {
      this.block(`${title}: ${text}`, "  ", paint.dim)
    }
    if (outcome.baseline) this.block(printableLine(outcome.baseline.sentence), "  ", paint.dim)
    for (const dissent of outcome.dissent) {
      const { role } = dissent
      const title =
        role === undefined ? paint.dim(report.dissent) : `${paint.dim(`${report.dissent}:`)} ${this.name(role)}`
      this.write(`  ${title}\n`)
      this.block(dissent.reasoning, "    ")
    }
  }
}

function isContribution(item: Item): boolean {
  return item.kind === "turn" && item.state === "said" && item.purpose === "turn"
}
