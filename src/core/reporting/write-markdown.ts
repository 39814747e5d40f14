import type { Entry } from "../discussion/history.ts"
import { isBestSoFar } from "../discussion/outcome.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { describeVote, shownVotes } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
import type { Language } from "../languages/language.ts"
import { isAnonymous, pseudonyms } from "../prompting/pseudonyms.ts"
import { speakerName } from "../prompting/transcript.ts"
import { voteLines } from "./vote-lines.ts"

/** The whole record as Markdown: topic, rounds with their contributions, who said what, and how it ended. */
export function writeMarkdown(state: DiscussionState): string {
  const language = languageFor(state.table.language)
  const { report } = language
  const name = (id: SeatId) => state.everyone.find((seat) => seat.id === id)?.name ?? id
  const synthesis = state.turns.find((turn) => turn.purpose === "synthesis")
  const contributions = state.turns.filter((turn) => turn.purpose === "turn" && !turn.passed).length
  const models = [...state.everyone.map((seat) => seat.model), ...state.turns.map((turn) => turn.modelId)]
  const isRehearsal = models.some((model) => model !== undefined && /^(replay\/)?rehearsal\//.test(model))
  return [
    `# ${state.table.topic.replace(/\s+/g, " ")}`,
    ...(isRehearsal ? [`*${report.rehearsal}*`] : []),
    ...(isAnonymous(state.table.format) ? [`*${pseudonymKey(state)}*`] : []),
    ...roundsOf(state).flatMap((round) => [
      `## ${report.round({ round, contributions: contributionsIn(state, round) })}`,
      ...state.entries.filter((entry) => roundOf(entry) === round).map((entry) => writeEntry(entry, name, language)),
    ]),
    ...(synthesis ? [`## ${report.synthesis}`, contribution(synthesis, name, language)] : []),
    ...(state.outcome ? [`## ${report.outcome}`, ...outcomeLines(state, name, report)] : []),
    `*${report.total({ contributions, rounds: state.rounds.length })}*`,
  ]
    .join("\n\n")
    .concat("\n")
}

/** Who was who: what seats say of each other in the record has only the pseudonyms. */
function pseudonymKey(state: DiscussionState): string {
  const shown = pseudonyms(state)
  const hidden = state.everyone.filter(({ id, name }) => shown(id) !== name)
  const pairs = hidden.map(({ id, name }) => `${shown(id)} = ${name}`).toSorted()
  return languageFor(state.table.language).report.pseudonyms({ pairs })
}

type Report = Language["report"]
type Names = (id: SeatId) => string

function roundsOf(state: DiscussionState): readonly number[] {
  return Array.from({ length: state.round?.number ?? 0 }, (_, index) => index + 1)
}

function roundOf(entry: Entry): number {
  switch (entry.kind) {
    case "turn":
      return entry.turn.roundNumber
    case "interjection":
      return Math.max(1, entry.interjection.roundNumber)
    case "ballot":
      return entry.ballot.roundNumber
  }
}

function contributionsIn(state: DiscussionState, round: number): number {
  return state.turns.filter((turn) => turn.roundNumber === round && turn.purpose === "turn" && !turn.passed).length
}

function writeEntry(entry: Entry, name: Names, language: Language): string {
  const { report } = language
  switch (entry.kind) {
    case "turn":
      return entry.turn.passed
        ? `*${report.passes({ name: name(entry.turn.seat) })}*`
        : contribution(entry.turn, name, language)
    case "interjection":
      return `**${entry.interjection.author}:** ${entry.interjection.content}`
    case "ballot": {
      const { ballot } = entry
      const votes = shownVotes(ballot).map((vote) => {
        const answer = describeVote(vote) ?? (vote.hasConsensus === null ? "?" : vote.hasConsensus ? "✓" : "✗")
        const amount = vote.amount === undefined ? "" : ` ${vote.amount}`
        const voter = vote.role === undefined ? "" : `${name(vote.role)}: `
        return `- ${voter}${answer}${amount} (${vote.confidence}%) ${vote.reasoning.replace(/\s+/g, " ")}`.trimEnd()
      })
      return [`**${ballot.result?.sentence ?? report.ballots[ballot.asks]}**`, "", ...votes].join("\n")
    }
  }
}

function contribution(turn: Turn, name: Names, language: Language): string {
  const { ends } = language.report
  const end = Object.entries(ends).find(([reason]) => reason === turn.finishReason)?.[1]
  return `**${speakerName(turn, name, language)}:** ${turn.content}${end === undefined ? "" : `\n\n*(${end})*`}`
}

function outcomeLines(state: DiscussionState, name: Names, report: Report): readonly string[] {
  const { sentence, solution, solutionFrom, amount, bestProposal, dissent } = state.outcome!
  const lines = [sentence]
  // The synthesis stands above in full.
  if (solution !== undefined && solutionFrom !== "synthesis") {
    const title = isBestSoFar(state.outcome!) ? report.bestSoFar : report.solution
    lines.push(`**${title}:** ${solution}${amount === undefined ? "" : ` (${amount})`}`)
  } else if (bestProposal)
    lines.push(
      `**${report.bestProposal({ name: bestProposal.seat && name(bestProposal.seat) })}:** ${bestProposal.solution}`,
    )
  const votes = voteLines(state.outcome!, name, report)
  if (votes.length > 0) lines.push(votes.map(({ title, text }) => `- ${title}: ${text}`).join("\n"))
  if (dissent.length > 0) {
    const objections = dissent.map(
      (one) => `- ${one.name === undefined ? "" : `${one.name}: `}${one.reasoning.replace(/\s+/g, " ")}`,
    )
    lines.push([`**${report.dissent}**`, "", ...objections].join("\n"))
  }
  return lines
}
