import { isBestSoFar } from "../../core/discussion/outcome.ts"
import { describeVote } from "../../core/discussion/vote.ts"
import { languageFor } from "../../core/languages/index.ts"
import type {
  PublicErrorDetail,
  PublicEvent,
  PublicEventData,
  PublicOutcome,
  PublicVote,
} from "../../core/public/types.ts"

/** How a discussion ended, for whoever asked it as one model. */
export type DeliberationEnd =
  | { readonly kind: "answered"; readonly answer: string; readonly cut: boolean; readonly outcome: PublicOutcome }
  | { readonly kind: "failed"; readonly error: PublicErrorDetail; readonly outcome: PublicOutcome }
  | { readonly kind: "aborted"; readonly reason: string; readonly outcome: PublicOutcome }

/** Reads a discussion's events as one text to think by and one answer. */
export class Deliberation {
  /** The table's name, and when the discussion was asked for in seconds. */
  table = ""
  createdAt = 0
  isRehearsal = false
  end: DeliberationEnd | undefined
  #language = languageFor("en")
  readonly #names = new Map<string, string>()
  /** The turn whose words are passed on as they come; of turns spoken at once the others follow whole. */
  #speaking: { readonly turnId: string; readonly heading: string; attempt: number; length: number } | undefined
  #synthesis: string | undefined

  /** What an event adds to the thinking: also what was withheld from its reader until now. */
  read(event: PublicEvent): string {
    const { revealed = [] } = event.data
    return this.#readEvent(event) + revealed.map((turn) => this.#completeTurn(turn)).join("")
  }

  #readEvent(event: PublicEvent): string {
    switch (event.type) {
      case "discussion_created": {
        const { seats, language, format } = event.data
        this.table = format
        this.createdAt = Math.floor(Date.parse(event.at) / 1_000)
        this.#language = languageFor(language)
        for (const seat of seats) this.#addSeat(seat)
        return this.isRehearsal ? `*${this.#language.report.rehearsal}*\n\n` : ""
      }
      case "seat_joined":
        this.#addSeat(event.data.seat)
        return ""
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
      case "discussion_completed":
        this.end = this.#answered(event.data.outcome)
        return ""
      case "discussion_error": {
        const { error, outcome } = event.data
        this.end = { kind: "failed", error, outcome }
        return ""
      }
      case "discussion_aborted":
        this.end = { kind: "aborted", ...event.data }
        return ""
      default:
        return ""
    }
  }

  #addSeat({ id, name, model = "" }: PublicEventData["seat_joined"]["seat"]): void {
    this.#names.set(id, name)
    if (/^(replay\/)?rehearsal\//.test(model)) this.isRehearsal = true
  }

  #nameOf(role: string): string {
    return this.#names.get(role) ?? role
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

  /** What was said stays said in a stream: the new attempt begins after a line. */
  #startAgain({ turnId, attempt }: PublicEventData["turn_retried"]): string {
    const speaking = this.#speaking
    if (speaking?.turnId !== turnId) return ""
    const hadWords = speaking.length > 0
    speaking.attempt = attempt
    speaking.length = 0
    return hadWords ? "\n\n---\n\n" : ""
  }

  #completeTurn(turn: PublicEventData["turn_completed"]["turn"]): string {
    if (turn.purpose === "synthesis") this.#synthesis = turn.content
    const { length } = this.#speaking?.turnId === turn.id ? this.#speaking : { length: 0 }
    if (this.#speaking?.turnId === turn.id) this.#speaking = undefined
    if (turn.hidden) return ""
    const heading = length === 0 ? this.#heading(turn.role, turn.roundNumber) : ""
    return `${heading}${turn.content.slice(length)}\n\n`
  }

  /** Of a secret ballot nobody may know who cast a vote, or even what it was before the count. */
  #voteLine(vote: PublicVote | undefined): string {
    if (vote?.role === undefined) return ""
    const { hasConsensus: answer, confidence, reasoning } = vote
    const name = this.#nameOf(vote.role)
    return `- ${this.#language.voteLine({ name, answer, choice: describeVote(vote), confidence, reasoning })}\n`
  }

  #answered(outcome: PublicOutcome): DeliberationEnd {
    const cut = outcome.stoppingReason === "budget"
    if (outcome.result === null) {
      const message = `the answer did not keep its schema: ${outcome.resultProblem ?? "no model could write it"}`
      return { kind: "failed", error: { code: "TURN_FAILED", message, recoverable: false }, outcome }
    }
    // Nothing can be added to an object: that rehearsal models wrote it stands beside it.
    if (outcome.result !== undefined) return { kind: "answered", answer: JSON.stringify(outcome.result), cut, outcome }
    const text = this.#answerText(outcome)
    const answer = this.isRehearsal ? `${text}\n\n*${this.#language.report.rehearsal}*` : text
    return { kind: "answered", answer, cut, outcome }
  }

  /** What was agreed on or written as the result; where it is neither, how it ended comes first. */
  #answerText(outcome: PublicOutcome): string {
    const { report } = this.#language
    const { solution, solutionFrom, bestProposal, sentence } = outcome
    const isOpen = isBestSoFar(outcome)
    if (solution !== undefined && !isOpen && (solutionFrom === "agreement" || solutionFrom === "synthesis"))
      return solution
    if (this.#synthesis !== undefined && !isOpen) return `${sentence}\n\n${this.#synthesis}`
    if (solution !== undefined) return `${sentence}\n\n**${isOpen ? report.bestSoFar : report.solution}:** ${solution}`
    if (!bestProposal) return sentence
    const by = report.bestProposal({ name: bestProposal.role && this.#nameOf(bestProposal.role) })
    return `${sentence}\n\n**${by}:** ${bestProposal.solution}`
  }
}
