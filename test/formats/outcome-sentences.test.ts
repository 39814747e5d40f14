import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { DiscussionState, OpenCall } from "../../src/core/discussion/state.ts"
import type { Table } from "../../src/core/discussion/table.ts"
import type { Turn } from "../../src/core/discussion/turn.ts"
import { ConclaveError } from "../../src/core/errors.ts"
import { presetNames } from "../../src/core/formats/index.ts"
import { buildSeatView } from "../../src/core/prompting/build-seat-view.ts"
import { writeMarkdown } from "../../src/core/reporting/write-markdown.ts"
import { finishAborted } from "../../src/core/steps/lifecycle.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { readTableFile } from "../../src/main/table-files.ts"
import { Player, type Script } from "../logs/player.ts"

const defaults = { model: "test/a", seed: 7, language: "en", roundsCeiling: 100, settings: {} }
const folder = join(import.meta.dirname, "../../tables")
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"))
const kinds: readonly Readonly<Record<string, unknown>>[] = [
  ...presetNames.map((format) => ({ format })),
  ...files.map((file) => ({ table: readTableFile(join(folder, file)) })),
]

type Answer = Script["answer"]

/** Speaks with a stance, and votes in the requested form for `wish`, the index of an option. */
function speaker(wish: (place: number) => number, says: "YES" | "NO"): Answer {
  return (state, call) => {
    const place = state.everyone.findIndex(({ id }) => id === call.seat)
    const positions = state.table.choices.length > 0 ? state.table.choices : ["Staged", "Big bang", "Do nothing"]
    const at = wish(place)
    if (call.purpose === "choose") return state.everyone.find(({ id }) => id === state.round?.remaining[0])?.name
    if (call.purpose === "record") return recordAnswer(state)
    if (call.purpose === "vote") return ballotAnswer(state, call, at, says)
    const words = `${call.seat} speaks in round ${state.round?.number} of what only ${call.seat} knows about step ${state.turns.length}.`
    if (call.purpose === "synthesis") return words
    return `${words}\nSTANCE: ${positions[at % positions.length]} | 70 | none`
  }
}

function ballotAnswer(state: DiscussionState, call: OpenCall, at: number, says: "YES" | "NO"): string {
  const { asks, form = "single" } = state.ballots.at(-1)!
  const { ask } = buildSeatView(state, call)
  const given = ask.kind === "vote" ? ask.options : []
  const end = "[CONFIDENCE]\n80\n[REASONING]\nSo it is."
  if (asks !== "choice") return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${says}\n${end}\n[PROPOSED_SOLUTION]\nPlan ${at + 1}`
  const first = at % given.length
  const liked = [...given.slice(first), ...given.slice(0, first)]
  if (form === "scores")
    return `[SCORES]\n${liked.map((option, index) => `${option}: ${6 - index}`).join("\n")}\n${end}`
  if (form === "ranking") return `[RANKING]\n${liked.join("\n")}\n${end}`
  return form === "approval" ? `[APPROVED]\n${liked[0]}\n${end}` : `[CHOICE]\n${liked[0]}\n${end}`
}

/** Cites existing turns and one that does not exist, which must be left out with a note. */
function recordAnswer(state: DiscussionState): string {
  const said = state.turns.filter(({ passed, purpose }) => !passed && purpose === "turn")
  const [first, last] = [said[0]!, said.at(-1)!]
  const cite = (turn: Turn, quote = "") => ({ turn: turn.id, quote })
  const seat = state.everyone.find(({ id }) => id === last.seat)!.name
  return JSON.stringify({
    answer: "What was said last, as far as it goes.",
    why: [
      { text: "It was said", citations: [cite(first, "of what only")] },
      { text: "Nobody said this", citations: [{ turn: "t999", quote: "" }] },
    ],
    dissent: [{ seat, text: "Sees it in another way", citations: [cite(last)] }],
    unanswered: ["What it costs"],
    wouldChange: ["A price"],
    nextSteps: [{ text: "Ask for a price", owner: seat }],
    agreedOn: [],
    contradictions: [{ text: "The first and the last differ", citations: [cite(first), cite(last)] }],
    singlePoints: [],
    blindSpots: ["Who does it"],
  })
}

const agreeing = speaker(() => 0, "YES")
const differing = speaker((place) => place, "NO")
const unreadable: Answer = (state, call) => (call.purpose === "vote" ? "Hmm." : differing(state, call))
const gone = { code: "MODEL_UNAVAILABLE", message: "it is gone", recoverable: false } as const

interface Ending {
  readonly answer: Answer
  readonly options?: object
  readonly budget?: object
  readonly decision?: object
  readonly acts?: Script["acts"]
}

const options = ["Sea", "Land", "Air"]
const endings: Readonly<Record<string, Ending>> = {
  "all agree": { answer: agreeing },
  "no agreement": { answer: differing },
  "all agree among options": { answer: agreeing, decision: { options } },
  "options without agreement": { answer: differing, decision: { options } },
  "options by plurality": { answer: differing, decision: { protocol: "plurality", options } },
  "options by Borda, vote first": { answer: differing, decision: { protocol: "borda", decide: "vote-first", options } },
  "options and a chair": { answer: differing, decision: { protocol: "chair", options } },
  "unreadable votes": { answer: unreadable },
  "all pass": {
    answer: (state, call) =>
      call.purpose === "turn" && (state.round?.number ?? 0) > 1 ? "[PASS]" : differing(state, call),
    options: { passing: true },
  },
  "turn limit": { answer: differing, options: { turnsPerRun: 3 } },
  budget: { answer: differing, budget: { tokens: 900 } },
  "time limit": { answer: differing, options: { rounds: 50 }, budget: { seconds: 14 } },
  stopped: { answer: differing, acts: { 3: (player) => [finishAborted(player.state, "a person")] } },
  "no model answers": { answer: () => ({ kind: "failed", error: gone }) },
  "the writer of the result fails": {
    answer: (state, call) => (call.purpose === "synthesis" ? { kind: "failed", error: gone } : differing(state, call)),
  },
}

/** This number of speaking seats with the table's own roles, plus its silent seats. */
function seatsFor(kind: Readonly<Record<string, unknown>>, count: number): readonly object[] {
  const { seats, format } = resolveTable({ topic: topicOf(kind), ...kind }, defaults)
  const silent = seats.filter(({ role }) => format.silentRoles.includes(role) || role === "devils-advocate")
  const speaking = seats.filter((seat) => !silent.includes(seat))
  const filled = Array.from({ length: count }, (_, index) => {
    const like = speaking[index % speaking.length]!
    return { name: index < speaking.length ? like.name : `${like.name} ${index + 1}`, role: like.role }
  })
  return [...filled, ...silent.map(({ name, role }) => ({ name, role }))]
}

function topicOf({ table }: Readonly<Record<string, unknown>>): string {
  return (table as { topic?: string } | undefined)?.topic ?? "How shall we move?"
}

function maxSeatsOf(kind: Readonly<Record<string, unknown>>): number {
  return resolveTable({ topic: topicOf(kind), ...kind }, defaults).format.maxSeats
}

function nameOf(kind: Readonly<Record<string, unknown>>): string {
  return String(kind.format ?? (kind.table as { name: string }).name)
}

function outcomeOf(table: Table, { answer, acts }: Ending): DiscussionState {
  return Player.begin("d", table).play({ answer, ...(acts && { acts }) }).state
}

/** One row for each number of seats: what decided, and the sentence. */
function rows(
  kind: Readonly<Record<string, unknown>>,
  name: string,
  language: string,
  counts: readonly number[],
): string[] {
  const ending = endings[name]!
  return counts.map((count) => {
    try {
      const { decision, budget } = ending
      const request = {
        ...{ topic: topicOf(kind), ...kind, language, seats: seatsFor(kind, count) },
        options: { rounds: 2, smartTermination: false, ...ending.options },
        ...(decision && { decision }),
        ...(budget && { budget }),
      }
      const state = outcomeOf(resolveTable(request, defaults), ending)
      const { decidedBy, sentence, solutionFrom = "" } = state.outcome!
      return `| ${count} | ${decidedBy.kind} | ${sentence} | ${solutionFrom} | ${recordOf(state)} |`
    } catch (error) {
      if (error instanceof ConclaveError) return `| ${count} | refused | ${error.message} | | |`
      throw error
    }
  })
}

/** States the record's writer, or why there is no record. */
function recordOf({ table, record, failedClosingCalls, outcome }: DiscussionState): string {
  if (record) return `by ${record.writtenBy.seat}, ${record.leftOut.length} left out`
  const failed = failedClosingCalls.findLast(({ purpose }) => purpose === "record")
  if (failed) return `none: ${failed.message}`
  const isEarly = outcome?.decidedBy.kind === "stopped" || outcome?.decidedBy.kind === "failed"
  return !table.format.record ? "not requested" : isEarly ? "none: it ended early" : "none"
}

/** The exported record up to the transcript. */
function recordPage(kind: Readonly<Record<string, unknown>>, language: string): string {
  const count = maxSeatsOf(kind) === 2 ? 2 : 5
  const seats = seatsFor(kind, count)
  const options = { rounds: 2, smartTermination: false }
  const request = { topic: topicOf(kind), ...kind, language, seats, options, record: true }
  const text = writeMarkdown(outcomeOf(resolveTable(request, defaults), { answer: differing }))
  const [before = ""] = text.split(/^## (?:Round 1|Ronda 1|第1轮)/m)
  return before.replaceAll(/^#/gm, "##").trim()
}

const head = "| seats | decided by | sentence | solution from | record |\n| --- | --- | --- | --- | --- |"

describe("every ending of every table says what happened [outcome.sentence] [record.event]", () => {
  test.each(kinds.map((kind) => [nameOf(kind), kind] as const))("%s", async (name, kind) => {
    const parts = ["en", "es", "zh"].flatMap((language) => [
      ...Object.keys(endings).flatMap((ending) => [
        `## ${ending} (${language})`,
        `${head}\n${rows(kind, ending, language, [2, 5, 12]).join("\n")}`,
      ]),
      `## record without agreement (${language})`,
      recordPage(kind, language),
    ])
    await expect([`# ${name}`, ...parts].join("\n\n").concat("\n")).toMatchFileSnapshot(`../golden/outcomes/${name}.md`)
  })
})
