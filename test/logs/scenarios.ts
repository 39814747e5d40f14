import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { DiscussionState, OpenCall } from "../../src/core/discussion/state.ts"
import { protocolNames } from "../../src/core/protocols/index.ts"
import { createFork } from "../../src/core/steering/create-fork.ts"
import { createSubDiscussion } from "../../src/core/steering/create-sub-discussion.ts"
import { addSeat, removeSeat } from "../../src/core/steering/seats.ts"
import { finishAborted } from "../../src/core/steps/lifecycle.ts"
import { interruptTurns, retryInterruptedCalls } from "../../src/core/steps/retry-call.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { readTableFile } from "../../src/main/table-files.ts"
import { Player, type Script } from "./player.ts"

const defaults = { model: "test/a", seed: 7, language: "en", settings: {} }
const models = ["test/a", "test/b"]
const three = ["Ann", "Bo", "Cy"].map((name) => ({ name, model: models }))
const options = ["Wind", "Sun", "Coal"]
const tables = join(import.meta.dirname, "../../tables")

function indexOf({ everyone }: DiscussionState, { seat }: OpenCall): number {
  return everyone.findIndex(({ id }) => id === seat)
}

const lines = [
  "I would begin with the smallest step that teaches us something.",
  "The risk lies in what nobody has measured yet.",
  "That leaves out who has to pay when it goes wrong.",
]

function said(state: DiscussionState, call: OpenCall): string {
  const round = state.round?.number ?? 0
  return `${lines[(indexOf(state, call) + round) % lines.length]} (${call.seat}, round ${round})`
}

/** A vote in the requested form. A seat that does not agree prefers the option at its own index. */
function vote(state: DiscussionState, call: OpenCall, agrees = true): string {
  const { asks, options, form = "single", answers, orders } = state.ballots.at(-1)!
  // Answers are ranked by their number in the voter's prompt.
  const given = answers ? orders![call.seat]!.map((_, index) => `Answer ${index + 1}`) : options
  const place = indexOf(state, call)
  const end = `[CONFIDENCE]\n${90 - 10 * place}\n[REASONING]\nAs ${call.seat} sees it.`
  if (asks !== "choice")
    return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${agrees ? "YES" : "NO"}\n${end}\n[PROPOSED_SOLUTION]\nPlan ${place + 1}`
  const wish = agrees ? 0 : place % given.length
  const liked = [...given.slice(wish), ...given.slice(0, wish)]
  switch (form) {
    case "approval":
      return `[APPROVED]\n${liked.slice(0, 2).join("\n")}\n${end}`
    case "ranking":
      return `[RANKING]\n${liked.join("\n")}\n${end}`
    case "scores":
      return `[SCORES]\n${liked.map((option, index) => `${option}: ${9 - 3 * index}`).join("\n")}\n${end}`
    default:
      return `[CHOICE]\n${liked[0]}\n[AMOUNT]\n${liked[0]!.includes("floor") ? "15,000" : ""}\n${end}`
  }
}

/** Names the last of the candidates. */
function choice({ round, everyone }: DiscussionState): string {
  return everyone.find(({ id }) => id === round?.remaining.at(-1))!.name
}

/** All seats speak, and agree from this round on. */
function agreeingFrom(round: number): Script["answer"] {
  return (state, call) => {
    if (call.purpose === "vote") return vote(state, call, state.round!.number >= round)
    return call.purpose === "choose" ? choice(state) : said(state, call)
  }
}

const agreeing = agreeingFrom(2)
const never = agreeingFrom(1_000)

/** All seats want to vote, each for a different option. */
const differing: Script["answer"] = (state, call) =>
  call.purpose === "vote" && state.ballots.at(-1)!.asks !== "choice" ? vote(state, call) : never(state, call)

function interjection(player: Player, content = "Mind the cost.") {
  const { now, state } = player
  const word = { id: `i${state.seq}`, author: "Kim", content, roundNumber: state.round?.number ?? 0, timestamp: now }
  return [{ type: "interjection", data: { interjection: word } } as const]
}

/** Every kind of failed attempt, then a successful one. */
function failingAttempts(): Script["answer"] {
  const tried = new Map<string, number>()
  const turns = [
    { kind: "failed" } as const,
    { kind: "failed", error: { code: "TURN_TIMEOUT", message: "too slow", recoverable: true } } as const,
    { kind: "said", text: "", finishReason: "length" } as const,
    { kind: "failed", error: { code: "MODEL_UNAVAILABLE", message: "gone", recoverable: false } } as const,
    { kind: "said", text: "Too short.", finishReason: "stop", reasoning: "I have little to say." } as const,
  ]
  return (state, call) => {
    const key = call.purpose === "vote" ? "vote" : call.seat
    const index = tried.get(key) ?? 0
    tried.set(key, index + 1)
    if (call.purpose === "vote") return ["…", "Perhaps.", vote(state, call)][index % 3]!
    return turns[(index + 2 * indexOf(state, call)) % 8] ?? said(state, call)
  }
}

const people = [
  { name: "Ann", model: "test/a" },
  { name: "Kim", kind: "human" },
  { name: "Bot", kind: "external" },
]

/** People answer in the first round only. */
const silentLater: Script["answer"] = (state, call) =>
  call.awaiting && state.round!.number > 1 ? undefined : agreeing(state, call)

/** Wrong at first: there is no turn t9. */
function recorded({ attempt }: OpenCall): string {
  const cited = [{ turn: attempt === 1 ? "t9" : "t1", quote: attempt === 1 ? "" : "what nobody has measured" }]
  return JSON.stringify({ answer: "Measure first.", why: [{ text: "Nobody knows yet", citations: cited }] })
}

interface Scenario extends Partial<Script> {
  readonly input: Readonly<Record<string, unknown>>
}

const subDiscussion = { topic: "What may the rent be?", seats: ["Bo", "Cy"], options: { rounds: 1 } }

const scenarios: Readonly<Record<string, Scenario>> = {
  panel: { input: { format: "panel" } },
  hive: { input: { format: "hive", seats: [...three, { name: "Queen", role: "queen", persona: "Terse." }] } },
  assembly: { input: { format: "assembly", seats: three, language: "es" } },
  duet: { input: { format: "duet", seats: [{ model: models }, { model: "test/b", language: "zh" }] } },
  "duet-without-agreement": { input: { format: "duet", options: { rounds: 2 } }, answer: never },
  "panel-parallel": { input: { format: "panel", seats: three, options: { rounds: 2, order: "parallel" } } },
  "panel-chosen": {
    input: {
      format: "panel",
      seats: [...three, { name: "Dee", role: "chair" }],
      options: { rounds: 2, order: "chosen" },
    },
  },
  "hive-passes": {
    input: { format: "hive", seats: three, options: { rounds: 4, smartTermination: true } },
    answer: (state, call) => (state.round!.number > 1 ? "[PASS]" : said(state, call)),
  },
  "hive-trimmed": {
    input: {
      ...{ format: "hive", seats: three, language: "zh" },
      options: {
        rounds: 4,
        smartTermination: false,
        memoryStyle: "structured",
        memoryMaxLength: 150,
        historyMaxLength: 1_000,
      },
    },
  },
  "hive-novelty": {
    input: { format: "hive", seats: three, options: { smartTermination: true, noveltyModel: "test/embedding" } },
  },
  "positions-compared": {
    input: { format: "panel", seats: three, options: { rounds: 1, stanceModel: "test/embedding" }, record: false },
    answer: (state, call) =>
      `${said(state, call)}\nSTANCE: ${["a slow rollout", "release gradually", "wait"][indexOf(state, call)]} | 70`,
  },
  "vote-first": {
    input: { format: "panel", seats: three, options: { rounds: 3 }, decision: { decide: "vote-first", options } },
    answer: agreeingFrom(3),
  },
  "options-from-proposals": {
    input: {
      format: "assembly",
      seats: three,
      options: { rounds: 2 },
      decision: { protocol: "approval", options: "proposals" },
    },
    answer: differing,
  },
  "options-shuffled": {
    input: {
      format: "assembly",
      seats: three,
      options: { rounds: 1 },
      decision: { protocol: "borda", options, optionOrder: "shuffled" },
    },
    answer: differing,
  },
  people: { input: { format: "assembly", seats: people, options: { rounds: 3 } } },
  "people-skipped": {
    input: { format: "assembly", seats: people, options: { rounds: 3, waitMs: 60_000 } },
    answer: silentLater,
  },
  "people-passed-over": {
    input: { format: "panel", seats: people, options: { rounds: 3, waitMs: 60_000, afterWait: "pass" } },
    answer: silentLater,
  },
  "people-waited-for": { input: { format: "panel", seats: people, options: { rounds: 2 } }, answer: silentLater },
  "people-paused-for": {
    input: { format: "panel", seats: people, options: { rounds: 2, waitMs: 60_000, afterWait: "pause" } },
    answer: silentLater,
    stop: ({ paused }) => paused,
  },
  retries: {
    input: {
      ...{ format: "assembly", seats: three.map((seat) => ({ ...seat, options: { temperature: 0.1 } })) },
      options: { rounds: 2, retries: 2, statementRetries: 2, voteRetries: 2 },
    },
    answer: failingAttempts(),
    acts: { 1: ({ state }) => retryInterruptedCalls(state) },
  },
  "too-short": {
    input: { format: "hive", seats: three.slice(0, 2), options: { rounds: 1, statementRetries: 1 } },
    answer: () => "Too short.",
  },
  readings: {
    input: { format: "duet", options: { rounds: 2 } },
    answer: (state, call) => {
      if (call.purpose !== "vote") return { kind: "said", text: said(state, call), reasoning: "What would they want?" }
      const object = { hasConsensus: true, confidence: 80, reasoning: "so", proposedSolution: "Wind" }
      return call.seat === "model-a" ? JSON.stringify(object) : "Yes, I fully agree with that."
    },
  },
  steered: {
    input: { format: "panel", seats: three, options: { rounds: 4 } },
    acts: {
      1: (player) => interjection(player),
      2: ({ state, now }) => interruptTurns(state, undefined, now),
      3: () => [{ type: "discussion_paused", data: { reason: "person" } }],
      4: ({ state }) => [addSeat(state, { name: "Dee", model: "test/b", briefing: "Knows the rent." })],
      5: ({ state }) => removeSeat(state, "Bo"),
    },
  },
  interjections: {
    input: { format: "panel", seats: three, options: { rounds: 2, interjections: 2 } },
    answer: (state, call) =>
      call.purpose === "interjection" && call.seat === "cy"
        ? "[PASS]"
        : `${said(state, call)} What do you say, Bo, Cy?`,
  },
  "people-paused": {
    input: { format: "panel", seats: people, options: { rounds: 2, waitMs: 60_000 } },
    answer: (state, call) => (state.paused ? undefined : agreeing(state, call)),
    acts: {
      1: (player) => {
        player.now += 5_000
        return [{ type: "discussion_paused", data: { reason: "person" } }]
      },
      2: ({ state, now }) => [
        createSubDiscussion(state, { topic: "What may the rent be?", seats: ["Ann", "Kim"] }, now),
      ],
    },
  },
  "people-parallel": { input: { format: "panel", seats: people, options: { rounds: 1, order: "parallel" } } },
  "parallel-round-given-up": {
    input: {
      ...{ format: "panel", seats: three },
      options: { rounds: 2, retries: 0, order: "parallel", onFailure: "abort-round" },
    },
    answer: (state, call) => (state.round!.number === 1 ? { kind: "failed" } : said(state, call)),
  },
  "closing-failed": {
    input: {
      ...{ format: "duet", options: { rounds: 1, retries: 1 }, decision: { options }, baseline: "Model A" },
      ...{ record: true, result: { type: "object" } },
    },
    answer: (state, call) => {
      if (call.purpose === "record" || call.purpose === "result") return { kind: "failed" }
      if (call.purpose === "baseline") return call.id.endsWith("1") ? { kind: "failed" } : `[CHOICE]\n${options[0]}`
      return differing(state, call)
    },
  },
  "turn-limit": { input: { format: "panel", seats: three, options: { rounds: 3, turnsPerRun: 4 } } },
  budget: {
    input: { format: "assembly", seats: three, budget: { tokens: 1_500, seconds: 9_000, dollars: 1 } },
    answer: never,
  },
  "out-of-time": { input: { format: "duet", options: { totalTimeoutMs: 7_000 } }, answer: never },
  failed: {
    input: { format: "duet", options: { retries: 1 } },
    answer: (state, call) =>
      state.round!.number > 1 && call.purpose !== "vote" ? { kind: "failed" } : never(state, call),
  },
  "round-given-up": {
    input: { format: "hive", seats: three, options: { rounds: 2, retries: 0, onFailure: "abort-round" } },
    answer: (state, call) =>
      call.seat === "bo" && state.round!.number === 1 ? { kind: "failed" } : agreeing(state, call),
  },
  "nobody-heard": {
    input: { format: "panel", seats: three, options: { retries: 0 } },
    answer: () => ({ kind: "failed" }),
  },
  aborted: {
    input: { format: "assembly", seats: three, decision: { protocol: "score", options }, options: { minRounds: 3 } },
    answer: differing,
    acts: { 4: ({ state }) => [finishAborted(state, "That is enough.")] },
  },
  "aborted-memories": {
    input: { format: "hive", seats: three, language: "es", options: { memoryStyle: "narrative" } },
    acts: { 4: ({ state }) => [finishAborted(state, "Basta.")] },
  },
  running: { input: { format: "assembly", seats: three }, stop: ({ ballots }) => ballots.at(-1)?.votes.length === 1 },
  created: { input: { format: "duet" }, stop: () => true },
  record: {
    input: { format: "panel", seats: three, options: { rounds: 1 }, record: true, result: { type: "object" } },
    answer: (state, call) =>
      call.purpose === "record" ? recorded(call) : call.purpose === "result" ? "{}" : said(state, call),
  },
  "record-failed": {
    input: { format: "duet", options: { rounds: 1, retries: 0 }, record: true },
    answer: (state, call) => (call.purpose === "record" ? { kind: "failed" } : never(state, call)),
  },
  baseline: {
    input: { format: "duet", options: { rounds: 1 }, decision: { options }, baseline: "Model A" },
    answer: (state, call) => (call.purpose === "baseline" ? `[CHOICE]\n${options[0]}` : differing(state, call)),
  },
  "sub-discussion": {
    input: { format: "hive", seats: three, options: { rounds: 2 } },
    acts: { 1: ({ state, now }) => [createSubDiscussion(state, subDiscussion, now)] },
  },
  "sub-discussion-by-seat": {
    input: { format: "panel", seats: three, options: { rounds: 2, subDiscussionsBySeats: true } },
    answer: (state, call) => {
      const asks = call.id === "t1" && state.table.parent === undefined
      return `${said(state, call)}${asks ? "\n[SUB-DISCUSSION: Bo | What may the rent be?]" : ""}`
    },
  },
}

function begin(id: string, input: Scenario["input"]): Player {
  const { topic = "What should we do first?" } = (input.table ?? {}) as { readonly topic?: string }
  return Player.begin(id, resolveTable({ topic, record: false, ...input }, defaults))
}

/** All recorded logs, by name. */
export function playAll(): ReadonlyMap<string, Player> {
  const played = new Map<string, Player>()
  for (const [name, { input, ...script }] of Object.entries(scenarios)) {
    const player = begin(name, input).play({ answer: agreeing, ...script })
    played.set(name, player)
    player.children.forEach((child, index) => {
      played.set(`${name}-child-${index + 1}`, child)
    })
  }
  for (const protocol of protocolNames) {
    const seats = protocol === "chair" ? [...three, { name: "Dee", role: "chair" }] : three
    const weighed = seats.map((seat, index) => ({ ...seat, ...(protocol === "weighted" && { weight: index + 1 }) }))
    const input = { format: "assembly", seats: weighed, options: { rounds: 1 }, decision: { protocol, options } }
    played.set(`protocol-${protocol}`, begin(`protocol-${protocol}`, input).play({ answer: differing }))
  }
  for (const file of readdirSync(tables).filter((file) => file.endsWith(".yaml"))) {
    const name = `table-${file.replace(".yaml", "")}`
    const input = { table: readTableFile(join(tables, file)), options: { rounds: 2 } }
    played.set(name, begin(name, input).play({ answer: agreeing }))
  }
  const forkOf = (parentId: string, atTurn: string, changes: object) => {
    const parent = { parentId, events: played.get(parentId)!.events, atTurn, changes, defaults, secret: "" }
    return createFork("fork", parent, 1_767_229_200_000).events
  }
  const changes = { topic: "And then?", leave: ["Cy"], join: [{ name: "Eve", kind: "human" }] }
  played.set("fork", new Player("fork", forkOf("assembly", "t2", changes)).play({ answer: agreeing }))
  played.set("fork-awaiting", new Player("fork", forkOf("people-parallel", "t1", {})).play({ answer: agreeing }))
  return played
}
