import { isBestSoFar } from "../../core/discussion/outcome.ts"
import { areRehearsed } from "../../core/discussion/seat.ts"
import { describeVote } from "../../core/discussion/vote.ts"
import { languageFor } from "../../core/languages/index.ts"
import { applyPublic } from "../../core/public/apply-public.ts"
import type {
  PublicErrorDetail,
  PublicEvent,
  PublicEventData,
  PublicOutcome,
  PublicVote,
} from "../../core/public/types.ts"
import { emptyView, isOver } from "../../core/public/view.ts"
import type { RenderEvent } from "../sse/event-encoder.ts"

export type DeliberationEnd =
  | { readonly kind: "answered"; readonly answer: string; readonly cut: boolean; readonly outcome: PublicOutcome }
  | { readonly kind: "failed"; readonly error: PublicErrorDetail; readonly outcome: PublicOutcome }
  | { readonly kind: "aborted"; readonly reason: string; readonly outcome: PublicOutcome }

interface ReplyParts {
  readonly begin: () => string
  /** A piece of the reasoning text. */
  readonly think: (delta: string) => string
  readonly end: (end: DeliberationEnd) => string
}

/** Renders a discussion as a stream with one reply. */
export function renderReply(read: Deliberation, { begin, think, end }: ReplyParts): RenderEvent {
  return (event) => {
    const delta = read.read(event)
    const begun = event.type === "discussion_created" ? begin() : ""
    const thought = delta === "" ? "" : think(delta)
    return `${begun}${thought}${read.end ? end(read.end) : ""}`
  }
}

/** Renders a discussion as a reasoning text and an answer, for protocols in which a discussion is one reply. */
export class Deliberation {
  /** When the discussion was created, in Unix seconds. */
  createdAt = 0
  #view = emptyView
  /** The turn that is streamed; parallel turns follow as a whole once they are complete. */
  #speaking: { readonly turnId: string; readonly heading: string; attempt: number; length: number } | undefined

  get table(): string {
    return this.#view.format
  }

  get isRehearsal(): boolean {
    return areRehearsed(this.#view.seats)
  }

  get end(): DeliberationEnd | undefined {
    const { status, outcome, error, abortReason: reason } = this.#view
    if (!outcome || !isOver(status)) return undefined
    if (error) return { kind: "failed", error, outcome }
    return reason === undefined ? this.#answered(outcome) : { kind: "aborted", reason, outcome }
  }

  /** Applies an event and returns the text that it adds, including turns that were withheld until now. */
  read(event: PublicEvent): string {
    if (this.#view === emptyView) this.createdAt = Math.floor(Date.parse(event.at) / 1_000)
    if (event.type !== "turn_chunk") this.#view = applyPublic(this.#view, [event])
    const { revealed = [] } = event.data
    return this.#readEvent(event) + revealed.map((turn) => this.#completeTurn(turn)).join("")
  }

  #readEvent(event: PublicEvent): string {
    switch (event.type) {
      case "discussion_created":
        return this.isRehearsal ? `*${this.#language.report.rehearsal}*\n\n` : ""
      case "turn_started":
        return this.#startTurn(event.data)
      case "turn_chunk":
        return this.#addChunk(event.data)
      case "turn_retried":
        return this.#startAgain(event.data)
      case "turn_completed":
        return this.#completeTurn(event.data.turn)
      case "turn_passed": {
        const { id, role } = event.data.turn
        if (this.#speaking?.turnId === id) this.#speaking = undefined
        return `${this.#language.report.passes({ name: this.#nameOf(role) })}\n\n`
      }
      case "turn_skipped": {
        if (this.#speaking?.turnId !== event.data.turnId) return ""
        const { length } = this.#speaking
        this.#speaking = undefined
        return length > 0 ? "\n\n" : ""
      }
      case "interjection":
        return `**${event.data.interjection.author}:** ${event.data.interjection.content}\n\n`
      case "ballot_started":
      case "consensus_check_started":
        return `**${this.#language.labels.ballot({ round: event.data.roundNumber })}**\n\n`
      case "ballot_vote":
      case "consensus_vote":
        return this.#voteLine(event.data.vote)
      case "ballot_result":
      case "consensus_result":
        return `\n${event.data.result.sentence}\n\n`
      default:
        return ""
    }
  }

  get #language() {
    return languageFor(this.#view.language)
  }

  get #synthesis(): string | undefined {
    const item = this.#view.items.findLast((one) => one.kind === "turn" && one.purpose === "synthesis" && one.turn)
    return item?.kind === "turn" ? item.turn?.content : undefined
  }

  #nameOf(role: string): string {
    return this.#view.seats.find(({ id }) => id === role)?.name ?? role
  }

  #heading(role: string, round: number): string {
    return `**${this.#language.labels.turn({ round, name: this.#nameOf(role) })}**\n\n`
  }

  #startTurn({ turnId, role, roundNumber, attempt }: PublicEventData["turn_started"]): string {
    this.#speaking ??= { turnId, attempt, length: 0, heading: this.#heading(role, roundNumber) }
    return ""
  }

  #addChunk({ turnId, attempt, chunk }: PublicEventData["turn_chunk"]): string {
    const speaking = this.#speaking
    if (speaking?.turnId !== turnId || speaking.attempt !== attempt) return ""
    const heading = speaking.length === 0 ? speaking.heading : ""
    speaking.length += chunk.length
    return heading + chunk
  }

  /** Streamed text cannot be taken back, so the new attempt starts below a line. */
  #startAgain({ turnId, attempt }: PublicEventData["turn_retried"]): string {
    const speaking = this.#speaking
    if (speaking?.turnId !== turnId) return ""
    const hadText = speaking.length > 0
    speaking.attempt = attempt
    speaking.length = 0
    return hadText ? "\n\n---\n\n" : ""
  }

  #completeTurn(turn: PublicEventData["turn_completed"]["turn"]): string {
    const { length } = this.#speaking?.turnId === turn.id ? this.#speaking : { length: 0 }
    if (this.#speaking?.turnId === turn.id) this.#speaking = undefined
    if (turn.hidden) return ""
    const heading = length === 0 ? this.#heading(turn.role, turn.roundNumber) : ""
    return `${heading}${turn.content.slice(length)}\n\n`
  }

  /** Votes without a role are secret and not shown. */
  #voteLine(vote: PublicVote | undefined): string {
    if (vote?.role === undefined) return ""
    const { hasConsensus: answer, confidence, reasoning } = vote
    const name = this.#nameOf(vote.role)
    return `- ${this.#language.voteLine({ name, answer, choice: describeVote(vote), confidence, reasoning })}\n`
  }

  #answered(outcome: PublicOutcome): DeliberationEnd {
    const cut = outcome.stoppingReason === "budget"
    if (outcome.result === null) {
      const message = `the answer does not match its schema: ${outcome.resultProblem ?? "no model could write it"}`
      return { kind: "failed", error: { code: "TURN_FAILED", message, recoverable: false }, outcome }
    }
    // A JSON answer cannot carry the rehearsal notice; `conclave.rehearsal` does.
    if (outcome.result !== undefined) return { kind: "answered", answer: JSON.stringify(outcome.result), cut, outcome }
    const text = this.#answerText(outcome)
    const answer = this.isRehearsal ? `${text}\n\n*${this.#language.report.rehearsal}*` : text
    return { kind: "answered", answer, cut, outcome }
  }

  /** The agreed solution or the synthesis; without either, the text starts with how the discussion ended. */
  #answerText(outcome: PublicOutcome): string {
    const { report } = this.#language
    const { solution, solutionFrom, bestProposal, sentence } = outcome
    const isOpen = isBestSoFar(outcome)
    if (solution !== undefined && !isOpen && (solutionFrom === "agreement" || solutionFrom === "synthesis"))
      return solution
    const synthesis = this.#synthesis
    if (synthesis !== undefined && !isOpen) return `${sentence}\n\n${synthesis}`
    if (solution !== undefined) return `${sentence}\n\n**${isOpen ? report.bestSoFar : report.solution}:** ${solution}`
    if (!bestProposal) return sentence
    const by = report.bestProposal({ name: bestProposal.role && this.#nameOf(bestProposal.role) })
    return `${sentence}\n\n**${by}:** ${bestProposal.solution}`
  }
}
