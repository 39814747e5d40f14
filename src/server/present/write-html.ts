import { html } from "hono/html"
import type { Entry } from "../../core/discussion/history.ts"
import { isBestSoFar } from "../../core/discussion/outcome.ts"
import type { SeatId } from "../../core/discussion/seat.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { describeVote, type ShownVote, shownVotes } from "../../core/discussion/vote.ts"
import { languageFor } from "../../core/languages/index.ts"
import type { Language } from "../../core/languages/language.ts"
import { speakerName } from "../../core/prompting/transcript.ts"
import { voteLines } from "../../core/reporting/vote-lines.ts"
import { type Html, htmlPage } from "./html-page.ts"

interface HtmlContext {
  readonly name: (id: SeatId) => string
  readonly report: Language["report"]
  readonly language: Language
}

/** The whole record as one page to keep. All words are shown as they were said: none is read as HTML. */
export function writeHtml(state: DiscussionState): Html {
  const language = languageFor(state.table.language)
  const { report } = language
  const writer = { language, report, name: (id: SeatId) => state.everyone.find((seat) => seat.id === id)?.name ?? id }
  const isRehearsal = state.everyone.some((seat) => seat.model?.startsWith("rehearsal/"))
  const synthesis = state.turns.find((turn) => turn.purpose === "synthesis")
  const rounds = Array.from({ length: state.round?.number ?? 0 }, (_, index) => index + 1)
  return htmlPage(state.table.topic, [
    html`<h1>${state.table.topic}</h1>`,
    html`<p class="quiet">${state.table.format.name} · ${state.status} · ${state.everyone.map((seat) => seat.name).join(", ")}</p>`,
    ...(isRehearsal ? [html`<p class="quiet">${report.rehearsal}</p>`] : []),
    ...rounds.map((round) => writeRound(state, round, writer)),
    ...(synthesis
      ? [html`<h2>${report.synthesis}</h2>`, writeSpeech(writer.name(synthesis.seat), synthesis.content)]
      : []),
    ...(state.outcome ? [writeOutcome(state, writer)] : []),
  ])
}

function writeRound(state: DiscussionState, round: number, writer: HtmlContext): Html {
  const entries = state.entries.filter((entry) => roundOf(entry) === round)
  const contributions = entries.filter((entry) => entry.kind === "turn" && isContribution(entry)).length
  const shown = entries.filter((entry) => entry.kind !== "turn" || entry.turn.purpose !== "synthesis")
  return html`<h2>${writer.report.round({ round, contributions })}</h2>${shown.map((entry) => writeEntry(entry, writer))}`
}

function isContribution({ turn }: Extract<Entry, { kind: "turn" }>): boolean {
  return turn.purpose === "turn" && !turn.passed
}

function roundOf(entry: Entry): number {
  if (entry.kind === "turn") return entry.turn.roundNumber
  if (entry.kind === "ballot") return entry.ballot.roundNumber
  return Math.max(1, entry.interjection.roundNumber)
}

function writeEntry(entry: Entry, writer: HtmlContext): Html {
  const { name, report } = writer
  switch (entry.kind) {
    case "turn":
      return entry.turn.passed
        ? html`<p class="quiet">${report.passes({ name: name(entry.turn.seat) })}</p>`
        : writeSpeech(speakerName(entry.turn, name, writer.language), entry.turn.content)
    case "interjection":
      return writeSpeech(entry.interjection.author, entry.interjection.content)
    case "ballot": {
      const { asks, result } = entry.ballot
      const rows = shownVotes(entry.ballot).map((vote) => writeVote(vote, writer))
      return html`<h3>${result?.sentence ?? report.ballots[asks]}</h3><table>${rows}</table>`
    }
  }
}

function writeVote(vote: ShownVote, { name }: HtmlContext): Html {
  const answer = describeVote(vote) ?? (vote.hasConsensus === null ? "?" : vote.hasConsensus ? "✓" : "✗")
  const amount = vote.amount === undefined ? "" : ` ${vote.amount}`
  return html`<tr><th>${vote.role === undefined ? "" : name(vote.role)}</th><td>${answer}${amount} (${vote.confidence}%)</td><td>${vote.reasoning}</td></tr>`
}

function writeSpeech(name: string, words: string): Html {
  return html`<section><strong>${name}</strong><p class="words">${words}</p></section>`
}

function writeOutcome(state: DiscussionState, { name, report }: HtmlContext): Html {
  const { outcome } = state
  const { sentence, solution, solutionFrom, amount, bestProposal, dissent } = outcome!
  const sum = amount === undefined ? "" : ` (${amount})`
  const title = isBestSoFar(outcome!) ? report.bestSoFar : report.solution
  const votes = voteLines(outcome!, name, report)
  return html`<h2>${report.outcome}</h2><p>${sentence}</p>${
    solution !== undefined && solutionFrom !== "synthesis"
      ? writeSpeech(title, `${solution}${sum}`)
      : bestProposal
        ? writeSpeech(
            report.bestProposal({ name: bestProposal.seat && name(bestProposal.seat) }),
            bestProposal.solution,
          )
        : ""
  }${
    votes.length > 0 ? html`<ul>${votes.map(({ title, text }) => html`<li>${title}: ${text}</li>`)}</ul>` : ""
  }${dissent.length > 0 ? html`<h3>${report.dissent}</h3>${dissent.map((one) => writeSpeech(one.name ?? "—", one.reasoning))}` : ""}`
}
