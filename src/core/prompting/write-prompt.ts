import type { SeatQuestion } from "../discussion/seat-question.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { seatsMayOpenSubDiscussions } from "../discussion/sub-discussion.ts"
import type { Table } from "../discussion/table.ts"
import type { Turn } from "../discussion/turn.ts"
import { languageFor } from "../languages/index.ts"
import type { Language, PromptStyle } from "../languages/language.ts"
import { excerpt } from "../text.ts"
import { buildSeatView, fillPlaceholders } from "./build-seat-view.ts"
import { isAnonymous } from "./pseudonyms.ts"
import { type Ask, type Prompt, type SeatView, withView } from "./seat-view.ts"
import { escapeLabels, label, speakerName, writeTranscript } from "./transcript.ts"

const rulesCache = new WeakMap<Table, string>()

/**
 * The prompt of one call. The shared part comes first, in the table's language, byte-identical for all seats; the seat's
 * own part comes last, in the seat's language.
 */
export function writePrompt(state: DiscussionState, view: SeatView, structured: boolean): Prompt {
  const { table } = state
  const shared = languageFor(table.language)
  const { entries, shownName, partial } = view
  return withView(view, {
    rules: view.ask.kind === "vote" && view.ask.alone ? writeTask(table, shared) : writeRules(table, shared),
    transcript: writeTranscript({ table, entries, shownName, language: shared, ...(partial && { partial }) }),
    ask: writeAsk({ view, style: promptStyleOf(table), language: languageFor(view.language), structured }),
  })
}

/** Requests and table files are only accepted with a style of the prompt catalogue. */
function promptStyleOf({ format }: Table): PromptStyle {
  return format.promptStyle as PromptStyle
}

function writeRules(table: Table, language: Language): string {
  const known = rulesCache.get(table)
  if (known !== undefined) return known
  const { format } = table
  const seats = isAnonymous(format)
    ? []
    : table.seats.map(({ name, role }) => (sameWord(name, role) ? name : `${name} (${role})`))
  const words = {
    topic: escapeLabels(table.topic),
    rounds: format.settings.rounds,
    seats,
    mayPass: format.stages.every((stage) => stage.kind === "ballot" || (stage.passing ?? format.settings.passing)),
    mayOpen: seatsMayOpenSubDiscussions(format.settings),
    customRules:
      format.rules && escapeLabels(fillPlaceholders(format.rules, { rounds: String(format.settings.rounds) })),
    options: table.choices.map((option) => escapeLabels(option.replace(/\s+/g, " "))),
    materials: writeMaterials(table, language),
    votesFirst: format.settings.decide === "vote-first",
  }
  const text = language.rules[promptStyleOf(table)](words)
  rulesCache.set(table, text)
  return text
}

/** For a baseline answer: the topic without the rules of the discussion. */
function writeTask(table: Table, language: Language): string {
  return language.task({ topic: escapeLabels(table.topic), materials: writeMaterials(table, language) })
}

/** Each under a label that its text cannot forge, with an end label, so that the last cannot extend past its end. */
function writeMaterials({ materials = [] }: Table, { labels }: Language): readonly string[] {
  if (materials.length === 0) return []
  const texts = materials.map(({ name, text }, index) => {
    return `${label(labels.material({ number: index + 1, name }))}\n${escapeLabels(text)}`
  })
  return [...texts, label(labels.materialsEnd)]
}

function sameWord(name: string, role: string): boolean {
  return name.toLowerCase() === role.toLowerCase()
}

interface Asked {
  readonly view: SeatView
  readonly style: PromptStyle
  readonly language: Language
  readonly structured: boolean
}

function writeAsk(asked: Asked): string {
  const { view, language } = asked
  const { seat, memory, ask } = view
  // A record or result is not written as a seat, so persona, briefing and memory are left out.
  const isSelf = ask.kind !== "record" && ask.kind !== "result"
  const name = ask.kind === "vote" && ask.alone ? undefined : view.shownName(seat.id)
  const own = { name, persona: seat.persona, briefing: seat.briefing, memory }
  const self = isSelf ? language.self(own) : ""
  const minLength = ask.kind === "turn" ? ask.minLength : 0
  const again = "clarify" in ask && ask.clarify ? language.clarify[ask.clarify]({ minLength }) : ""
  const stance = ask.kind === "turn" && ask.stance ? language.askForStance({ hasOptions: view.options.length > 0 }) : ""
  return [self, writeInstruction(asked), voteFirstNote(ask, language), again, stance].filter(Boolean).join("\n\n")
}

/** With vote-first: that this answer precedes the vote, or which positions the last vote left open. */
function voteFirstNote(ask: Ask, language: Language): string {
  if (ask.kind !== "turn") return ""
  if (ask.alone) return language.voteFirst.alone
  if (!ask.contested) return ""
  const { positions, dropped } = ask.contested
  return language.voteFirst.contested({
    positions: positions.map(({ position, seats }) => ({ position: escapeLabels(position), seats })),
    dropped: dropped.map(escapeLabels),
  })
}

function writeInstruction({ view, style, language, structured }: Asked): string {
  const { ask, round, rounds, seat } = view
  switch (ask.kind) {
    case "turn": {
      const { first, mayPass } = ask
      if (ask.instruction === undefined) {
        return language.turn[style]({ role: seat.role, first, round, rounds, mayPass })
      }
      return mayPass && !first ? `${ask.instruction} ${language.passHint}` : ask.instruction
    }
    case "synthesis":
      return ask.instruction ?? language.synthesis({ round })
    case "vote":
      if (ask.alone) return language.askAlone({ options: ask.options })
      return language.vote[ask.asks]({
        options: ask.options,
        answers: ask.answers && writeAnswers(ask.options, ask.answers, language),
        form: ask.form ?? "single",
        question: ask.instruction,
        structured,
      })
    case "record": {
      const { turns, ended, findings, problems } = ask
      const lines = turns.map((turn) => citableTurn(turn, view, language))
      return language.record.prompt({ turns: lines, ended, findings, structured, problems })
    }
    case "result": {
      const { ended, problems, schema } = ask
      return language.result.prompt({ ended, problems, schema: JSON.stringify(schema) })
    }
    case "choose":
      return language.choose({ candidates: ask.candidates.map(view.shownName) })
  }
}

/** Each under a label that its text cannot forge, with an end label. */
function writeAnswers(labels: readonly string[], answers: readonly string[], language: Language): string {
  const written = answers.map((answer, index) => `${label(labels[index]!)}\n${escapeLabels(answer)}`)
  return [...written, label(language.labels.answersEnd)].join("\n\n")
}

const maxOpeningLength = 60

/** A turn by its id and its first words, for citations. */
function citableTurn(turn: Turn, view: SeatView, language: Language): string {
  const name = speakerName(turn, view.shownName, language)
  const label = language.labels.turn({ round: turn.roundNumber, name })
  return `${turn.id} · ${label}: ${excerpt(escapeLabels(turn.content), maxOpeningLength)}`
}

/** The question to a person or outside agent. It is published, so it contains nothing private to the seat. */
export function describeQuestion(state: DiscussionState, call: OpenCall): SeatQuestion {
  const view = buildSeatView(state, call)
  const { ask } = view
  const language = languageFor(view.language)
  const asked = { view, style: promptStyleOf(state.table), language, structured: false }
  switch (ask.kind) {
    case "turn": {
      const question = writeInstruction(asked)
      return { question, form: "text", ...(ask.mayPass && { mayPass: true }), example: language.example.statement }
    }
    case "synthesis":
    // Records and results are only asked of models.
    case "record":
    case "result":
      return { question: writeInstruction(asked), form: "text", example: language.example.statement }
    case "choose": {
      const options = ask.candidates.map(view.shownName)
      return { question: writeInstruction(asked), form: "name", options, example: options[0] ?? "" }
    }
    case "vote": {
      const { asks, options, form = "single" } = ask
      if (asks !== "choice") {
        const question = ask.instruction ?? language.voteQuestions[asks]
        return { question, form: "yes-no", mayPass: true, example: language.voteExamples[asks]() }
      }
      const question = ask.instruction ?? language.ballotQuestions[form].ask
      return { question, form, options, mayPass: true, example: language.voteExamples.choice({ options, form }) }
    }
  }
}
