import { formatNumber } from "../counting/ballot-sentence.ts"
import type { DecisionRecord } from "../discussion/decision-record.ts"
import type { Entry } from "../discussion/history.ts"
import { isBestSoFar, type Outcome } from "../discussion/outcome.ts"
import type { SeatId } from "../discussion/seat.ts"
import { type DiscussionState, isOver } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { describeVote, shownVotes } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
import type { Language } from "../languages/language.ts"
import { isAnonymous, pseudonyms } from "../prompting/pseudonyms.ts"
import { speakerName } from "../prompting/transcript.ts"
import { discussionFacts, isRehearsal } from "./discussion-facts.ts"
import { diffBlock, embedMarkdown, inlineMarkdown, jsonBlock, plainMarkdown } from "./embed-markdown.ts"
import { recordSections } from "./record-sections.ts"
import { voteLines } from "./vote-lines.ts"

/** The discussion as Markdown: first the answer with its reasons, then the decision, the transcript and the facts. */
export function writeMarkdown(state: DiscussionState): string {
  const language = languageFor(state.table.language)
  const { report } = language
  const name = seatNames(state)
  const synthesis = state.turns.find((turn) => turn.purpose === "synthesis")
  const contributions = state.turns.filter((turn) => turn.purpose === "turn" && !turn.passed).length
  const entriesIn = (round: number) =>
    state.entries.filter((entry) => roundOf(entry) === round).map((entry) => writeEntry(entry, name, language))
  return [
    ...topicParts(state.table.topic),
    ...(isRehearsal(state) ? [`*${report.rehearsal}*`] : []),
    ...(isOver(state.status) && isAnonymous(state.table.format) ? [`*${pseudonymKey(state)}*`] : []),
    ...(state.outcome ? [`**${plainMarkdown(state.outcome.sentence)}**`] : []),
    ...(state.outcome?.error ? [`*${plainMarkdown(state.outcome.error.message)}*`] : []),
    ...recordParts(state, language),
    ...(synthesis ? [`## ${report.synthesis}`, contribution(synthesis, name, language)] : []),
    ...outcomeParts(state, name, language),
    ...entriesIn(0),
    ...roundsOf(state).flatMap((round) => [
      `## ${report.round({ round, contributions: contributionsIn(state, round) })}`,
      ...entriesIn(round),
    ]),
    `## ${report.about}`,
    ...factParts(state),
    `*${report.total({ contributions, rounds: state.rounds.length })}*`,
  ]
    .join("\n\n")
    .concat("\n")
}

/** The first line as the heading, then the rest. A diff is not Markdown and goes into a code block. */
function topicParts(topic: string): readonly string[] {
  const [title = "", ...rest] = topic.trim().split("\n")
  const text = rest.join("\n").trim()
  const isDiff = /^@@ /m.test(text)
  return [`# ${plainMarkdown(title)}`, ...(text === "" ? [] : [isDiff ? diffBlock(text) : embedMarkdown(text, 2)])]
}

export function seatNames({ everyone }: DiscussionState): Names {
  return (id) => plainMarkdown(everyone.find((seat) => seat.id === id)?.name ?? id)
}

/** The decision record under second-level headings, or the reason why a requested one is missing. */
function recordParts(state: DiscussionState, language: Language): readonly string[] {
  const { record, failedClosingCalls, outcome } = state
  const { report } = language
  const failed = failedClosingCalls.findLast(({ purpose }) => purpose === "record")
  if (!record) return failed && outcome ? [`*${report.noRecord({ reason: plainMarkdown(failed.message) })}*`] : []
  const name = seatNames(state)
  return [
    `## ${language.record.titles.answer}`,
    embedMarkdown(record.answer, 3),
    ...recordSections(record, name, language).flatMap(({ title, items }) => [`## ${title}`, itemList(items)]),
    writtenBy(record, name, language),
  ]
}

export function writtenBy({ writtenBy: { seat, modelId } }: DecisionRecord, name: Names, { report }: Language): string {
  return `*${report.writtenBy({ name: name(seat), model: plainMarkdown(modelId ?? "") })}*`
}

type Item = ReturnType<typeof recordSections>[number]["items"][number]

export function itemList(items: readonly Item[]): string {
  return items.map((item) => `- ${itemText(item)}`).join("\n")
}

function itemText({ speaker, text, citations }: Item): string {
  const sources = citations.map(({ turn, speaker: by, quote }) =>
    quote === undefined || text.includes(quote) ? `${by}, ${turn}` : `${by}, ${turn}: “${inlineMarkdown(quote)}”`,
  )
  const said = speaker === undefined ? inlineMarkdown(text) : `**${speaker}:** ${inlineMarkdown(text)}`
  return sources.length === 0 ? said : `${said} (${sources.join("; ")})`
}

export function factParts(state: DiscussionState): readonly string[] {
  const { colon } = languageFor(state.table.language).outcomeSentences
  const lines = discussionFacts(state).map(({ title, lines: [first = "", ...others] }) =>
    others.length === 0
      ? `- ${title}${colon}${plainMarkdown(first)}`
      : [`- ${title}${colon.trim()}`, ...[first, ...others].map((line) => `  - ${plainMarkdown(line)}`)].join("\n"),
  )
  return [lines.join("\n")]
}

/** Resolves the pseudonyms, which are the only names in the transcript. */
function pseudonymKey(state: DiscussionState): string {
  const shown = pseudonyms(state)
  const hidden = state.everyone.filter(({ id, name }) => shown(id) !== name)
  const pairs = hidden.map(({ id, name }) => `${shown(id)} = ${plainMarkdown(name)}`).toSorted()
  return languageFor(state.table.language).report.pseudonyms({ pairs })
}

type Names = (id: SeatId) => string

function roundsOf(state: DiscussionState): readonly number[] {
  return Array.from({ length: state.round?.number ?? 0 }, (_, index) => index + 1)
}

function roundOf(entry: Entry): number {
  switch (entry.kind) {
    case "turn":
      return entry.turn.roundNumber
    case "interjection":
      return entry.interjection.roundNumber
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
      return `**${plainMarkdown(entry.interjection.author)}**\n\n${embedMarkdown(entry.interjection.content, 3)}`
    case "ballot": {
      const { ballot } = entry
      const votes = shownVotes(ballot).map((vote) => {
        const answer = describeVote(vote) ?? (vote.hasConsensus === null ? "?" : vote.hasConsensus ? "✓" : "✗")
        const amount = vote.amount === undefined ? "" : ` ${formatNumber(vote.amount)}`
        const said = `${plainMarkdown(answer)}${amount} (${vote.confidence}%)`
        const voter = vote.seat === undefined ? "" : `${name(vote.seat)}: `
        return `- ${voter}${said} ${inlineMarkdown(vote.reasoning)}`.trimEnd()
      })
      const sentence = ballot.result?.sentence ?? report.ballots[ballot.asks]
      return [`**${plainMarkdown(sentence)}**`, "", ...votes].join("\n")
    }
  }
}

/** The name is on its own line, so that text which begins with a heading or a list keeps its form. */
function contribution(turn: Turn, name: Names, language: Language): string {
  const { ends } = language.report
  const end = Object.entries(ends).find(([reason]) => reason === turn.finishReason)?.[1]
  const words = embedMarkdown(turn.content, 3)
  return `**${speakerName(turn, name, language)}** · ${turn.id}\n\n${words}${end === undefined ? "" : `\n\n*(${end})*`}`
}

function resultParts({ result, resultProblem }: Outcome, report: Language["report"]): readonly string[] {
  if (result === undefined) return []
  if (result === null && resultProblem !== undefined)
    return [`*${report.noResult({ reason: plainMarkdown(resultProblem) })}*`]
  return [`## ${report.result}`, jsonBlock(result)]
}

/** A bold title with a colon. Markdown does not close bold text after a full-width colon, so it goes outside. */
function lead(title: string, { space, outcomeSentences: { colon } }: Language): string {
  return space === "" ? `**${title}**${colon}` : `**${title}:** `
}

function outcomeParts(state: DiscussionState, name: Names, language: Language): readonly string[] {
  if (!state.outcome) return []
  const { report } = language
  const { solution, solutionFrom, amount, bestProposal, dissent } = state.outcome
  const lines: string[] = []
  // The synthesis and the record are already shown in full.
  if (solution !== undefined && solutionFrom !== "synthesis" && solutionFrom !== "record") {
    const title = isBestSoFar(state.outcome) ? report.bestSoFar : report.solution
    lines.push(
      `${lead(title, language)}${embedMarkdown(solution, 3)}${amount === undefined ? "" : ` (${formatNumber(amount)})`}`,
    )
  } else if (bestProposal) {
    const title = report.bestProposal({ name: bestProposal.seat && name(bestProposal.seat) })
    lines.push(`${lead(title, language)}${embedMarkdown(bestProposal.solution, 3)}`)
  }
  const votes = voteLines(state.outcome, name, report)
  const { colon } = language.outcomeSentences
  if (votes.length > 0)
    lines.push(votes.map(({ title, text }) => `- ${title}${colon}${plainMarkdown(text)}`).join("\n"))
  if (dissent.length > 0) {
    const objections = dissent.map(
      (one) => `- ${one.name === undefined ? "" : `${plainMarkdown(one.name)}: `}${inlineMarkdown(one.reasoning)}`,
    )
    lines.push([`**${report.dissent}**`, "", ...objections].join("\n"))
  }
  return [...(lines.length === 0 ? [] : [`## ${report.outcome}`, ...lines]), ...resultParts(state.outcome, report)]
}
