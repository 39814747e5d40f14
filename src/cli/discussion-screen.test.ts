import { describe, expect, test } from "vitest"
import { noUsage } from "../core/discussion/usage.ts"
import { presets } from "../core/formats/index.ts"
import type { PublicEvent, PublicEventData, PublicEventType, PublicTurn } from "../core/public/types.ts"
import { DiscussionScreen, showEvents } from "./discussion-screen.ts"

const at = "2026-01-31T12:00:00.000Z"
const seats = ["Ann", "Bo"].map((name) => ({
  id: name.toLowerCase(),
  name,
  kind: "model" as const,
  role: "member",
  model: "x/y",
}))

function event<Type extends PublicEventType>(type: Type, data: PublicEventData[Type]): PublicEvent {
  return { type, data, seq: 1, at } as PublicEvent
}

const opening = (passing: boolean, language = "en"): PublicEvent[] => {
  const table = { topic: "Tea?", format: "hive", seats, language, seed: 1, decision: { options: [] }, budget: {} }
  const options = { ...presets.hive.settings, passing }
  return [
    event("discussion_created", table),
    event("discussion_started", { prompt: "Tea?", format: "hive", seats, options }),
  ]
}
const round = event("round_started", { roundNumber: 1, order: ["ann", "bo"], parallel: false })
const speaker = (turnId: string) => (turnId === "t1" ? "ann" : "bo")
const begins = (turnId: string) => {
  const [role, attempt, purpose] = [speaker(turnId), 1, "turn" as const]
  return event("turn_started", { turnId, role, name: role, modelId: "x/y", roundNumber: 1, attempt, purpose })
}
const chunk = (turnId: string, offset: number, words: string, attempt = 1) =>
  event("turn_chunk", { role: speaker(turnId), turnId, attempt, offset, chunk: words })
/** A turn with one or several chunks. */
const speaks = (turnId: string, ...pieces: readonly string[]) => [
  begins(turnId),
  ...pieces.map((words, index) => chunk(turnId, pieces.slice(0, index).join("").length, words)),
]
const turnCompleted = (turnId: string, content: string, more: Partial<PublicTurn> = {}): PublicEvent => {
  const spent = { timestamp: at, durationMs: 0, attempt: 1, tokenUsage: noUsage, finishReason: "stop" as const }
  const role = speaker(turnId)
  const turn = { id: turnId, role, roundNumber: 1, purpose: "turn" as const, content, passed: content === "", ...spent }
  return event(content === "" ? "turn_passed" : "turn_completed", { turn: { ...turn, ...more } })
}
const outcome = {
  ...{ stoppingReason: "user_abort" as const, agreed: false, rounds: 1, contributions: [], dissent: [] },
  ...{ decidedBy: { kind: "stopped" as const }, sentence: "Aborted by the user: no conclusion." },
}

/** As when watching: event by event. */
function render(events: readonly PublicEvent[], { colour = false, plain = false } = {}): string {
  let out = ""
  const screen = new DiscussionScreen({ write: (text) => (out += text), width: () => 80, colour, plain })
  for (const one of events) {
    screen.apply([one])
    screen.print()
  }
  return out
}

const record = {
  answer: "## Tea\n\n- warm",
  why: [{ text: "It is warm", citations: [{ turn: "t1", seat: "ann", quote: "Tea is warm" }] }],
  ...{ dissent: [], unanswered: [], wouldChange: [], nextSteps: [], agreedOn: [], contradictions: [] },
  ...{ singlePoints: [], blindSpots: [], findings: [], leftOut: [], writtenBy: { seat: "ann", modelId: "test/a" } },
}

test("a stopped or failed discussion is shown as far as it went, as not agreed", () => {
  const known = { ...outcome, usage: noUsage, bestProposal: { role: "ann", solution: "Green tea", confidence: 80 } }
  const error = { code: "PROVIDER_ERROR" as const, message: "it is down", recoverable: true }
  for (const end of [
    event("discussion_aborted", { reason: "a person", outcome: known }),
    event("discussion_error", { error, stoppingReason: "error", outcome: known }),
  ]) {
    expect(render([...opening(false), ...speaks("t1", "Tea"), turnCompleted("t1", "Tea"), end])).toMatch(
      /Aborted by the user: no conclusion\.\n {2}No agreement\. Most confident proposal, by Ann:\n {2}Green tea\n/u,
    )
  }
})

test("the answer comes first, then the reasons, then the figures; on a terminal Markdown is rendered [record.screen]", () => {
  const written = event("record_written", { callId: "record1", record, tokenUsage: noUsage })
  const done = event("discussion_completed", {
    ...{ stoppingReason: "max_rounds", totalTokensUsed: 0 },
    outcome: { ...outcome, usage: noUsage },
  })
  const events = [...opening(false), ...speaks("t1", "Tea."), turnCompleted("t1", "Tea."), written, done]
  const screens = [true, false].map((live) => {
    let out = ""
    showEvents(events, { write: (text) => (out += text), width: () => 80, colour: false, plain: false, live })
    return out.slice(out.indexOf("Aborted by the user"))
  })
  expect(screens[0]).toMatch(
    /^Aborted by the user: no conclusion\.\n\n {2}Tea\n\n {2}• warm\n\n {2}Why\n {2}• It is warm\n {4}Ann, t1: “Tea is\s+warm”\n/,
  )
  expect(screens[1]).toContain("  ## Tea\n\n  - warm\n")
  for (const screen of screens) expect(screen.indexOf("It is warm")).toBeLessThan(screen.indexOf("1 contribution in"))
})

describe("a discussion on the screen", () => {
  test("shows a turn once, under its name, while it is streamed", () => {
    const events = [...opening(false), ...speaks("t1", "Tea is ", "warm."), turnCompleted("t1", "Tea is warm.")]
    expect(render(events.slice(0, -1))).toContain("\nAnn\n  Tea is")
    expect(render(events)).toContain("\nAnn\n  Tea is warm.\n")
    expect(render(events).match(/warm/g)).toHaveLength(1)
  })

  test("shows how many seats spoke after a round, and in its heading if that is known in advance", () => {
    const summary = { number: 1, contributions: 1, passes: 0, skips: 0 }
    const events = [
      ...[...opening(false), round, ...speaks("t1", "Tea."), turnCompleted("t1", "Tea.")],
      event("round_completed", { round: summary }),
    ]
    expect(render(events)).toMatch(/── Round 1 of 3 ─+\n\nAnn\n {2}Tea\.\n\n {2}\(Round 1: 1 contribution\)\n$/)
    let out = ""
    showEvents(events, { write: (text) => (out += text), width: () => 80, colour: false, plain: false })
    expect(out).toMatch(/── Round 1: 1 contribution ─+\n\nAnn\n {2}Tea\.\n\n$/)
  })

  test("names the members of a sub-discussion, and shows its result under all of their names [across.sub-discussion]", () => {
    const subDiscussion = { discussionId: "d2", seats: ["ann", "bo"] }
    const format = { format: "hive", options: presets.hive.settings, budget: {} }
    const opened = { subId: "s1", roundNumber: 1, by: null, role: "ann", topic: "Why?", ...subDiscussion, ...format }
    const out = render([
      ...opening(false),
      event("sub_discussion_started", opened),
      turnCompleted("s1", "They came to this: tea.", { purpose: "sub-discussion", subDiscussion }),
    ])
    expect(out).toContain("(side discussion of Ann, Bo: Why?)")
    expect(out).toContain("Side discussion · Ann, Bo\n  They came to this: tea.")
  })

  test("parallel turns are not interleaved", () => {
    const both = [
      ...[begins("t1"), begins("t2"), chunk("t1", 0, "Tea "), chunk("t2", 0, "Coffee ")],
      ...[chunk("t1", 4, "is warm."), chunk("t2", 7, "wakes.")],
    ]
    const out = render([
      ...opening(false),
      ...both,
      turnCompleted("t2", "Coffee wakes."),
      turnCompleted("t1", "Tea is warm."),
    ])
    expect(out).toContain("\nAnn\n  Tea is warm.\n\nBo\n  Coffee wakes.\n")
  })

  const interjection = event("interjection", {
    interjection: { id: "i1", author: "Kim", content: "Mind the budget.", roundNumber: 1, timestamp: at },
  })

  test("events during a turn are shown below it, not within its lines", () => {
    const beside = [
      interjection,
      event("seat_left", { role: "bo", name: "Bo", roundNumber: 1 }),
      event("budget_warning", { of: "tokens", used: 8, limit: 10 }),
    ]
    const turn = [...speaks("t1", "Tea is "), ...beside, chunk("t1", 7, "warm."), turnCompleted("t1", "Tea is warm.")]
    expect(render([...opening(false), ...turn])).toContain(
      "\nAnn\n  Tea is warm.\n\nKim\n  Mind the budget.\n\n  (Bo leaves)\n  (most of the budget is used: tokens)\n",
    )
    const aborted = event("discussion_aborted", { reason: "a person", outcome: { ...outcome, usage: noUsage } })
    expect(render([...opening(false), ...speaks("t1", "Tea is "), interjection, aborted])).toMatch(
      /Tea is\nKim\n {2}Mind the budget\.\n\n {2}\(aborted: a person\)\n/,
    )
  })

  test("a comment has the same place as in the view once the events are known, and comes before unseen text", () => {
    const held = [...opening(true), ...speaks("t1", "Tea "), interjection, turnCompleted("t1", "Tea")]
    expect(render(held)).toMatch(/\nKim\n {2}Mind the budget\.\n\nAnn\n {2}Tea\n/)
    const screen = new DiscussionScreen({ write: () => {}, width: () => 80, colour: false, plain: false })
    screen.apply(held)
    let out = ""
    showEvents(held, { write: (text) => (out += text), width: () => 80, colour: false, plain: false })
    const order = screen.view.items.map(({ kind }) => (kind === "interjection" ? "Kim" : "Ann"))
    expect(out).toMatch(new RegExp(order.join("[^]*")))
  })

  test("headings are in the discussion's language", () => {
    const out = render([...opening(true, "es-MX"), round, begins("t1"), turnCompleted("t1", "")])
    expect(out).toMatch(/── Ronda 1 de 3 ─+\n\nAnn\n {2}\(pasa\)/)
    const subDiscussion = { discussionId: "d2", seats: ["ann", "bo"] }
    const told = turnCompleted("s1", "Té.", { purpose: "sub-discussion", subDiscussion })
    expect(render([...opening(false, "es"), told])).toContain("Discusión aparte · Ann, Bo")
  })

  test("a pass is shown as a pass, whatever its wording and length", () => {
    const passes = (words: string) => render([...opening(true), ...speaks("t1", words), turnCompleted("t1", "")])
    expect(passes("I have nothing ")).toMatch(/\nAnn\n {2}\(passes\)\n/)
    expect(passes("[PASS]")).not.toContain("[PASS]")
    const long = passes(`[PASS] ${"because ".repeat(30)}`)
    expect(long.match(/Ann/g)).toHaveLength(2)
    expect(long).toMatch(/because\n {2}\(passes\)\n/)
  })

  test("a marker at the end of a turn is not shown", () => {
    const said = "Tea warms the hands and the heart, and it keeps the meeting short, which is worth a lot."
    const out = render([...opening(true), ...speaks("t1", `${said}\n\n[PASS]`), turnCompleted("t1", said)])
    expect(out).not.toContain("[PASS]")
    expect(out.replace(/\s+/g, " ")).toContain(said)
  })

  const retry = { role: "ann", roundNumber: 1, attempt: 2, delayMs: 0, tokenUsage: noUsage }

  test("a retry starts on its own line, after the reason", () => {
    const out = render([
      ...opening(false),
      ...speaks("t1", "Tea."),
      event("turn_retried", { turnId: "t1", ...retry, reason: "too_short" }),
      chunk("t1", 0, "Tea, and gladly.", 2),
      turnCompleted("t1", "Tea, and gladly.", { attempt: 2 }),
    ])
    expect(out).toContain("  Tea.\n  (Ann is retried: the answer was too short)\nAnn\n  Tea, and gladly.\n")
  })

  test("the end shows the first vote beside the last, and the partial result if a limit was reached", () => {
    const standing = (roundNumber: number, positions: readonly [string, string][]) => ({
      ...{ ballotId: `b${roundNumber}`, roundNumber, asks: "choice" as const },
      positions: positions.map(([position, seat]) => ({ position, count: 1, seats: [seat], confidence: 70 })),
    })
    const ending = {
      ...outcome,
      ...{ stoppingReason: "budget" as const, solution: "Tea", solutionFrom: "ballot" as const, rounds: 2 },
      usage: noUsage,
      votes: {
        first: standing(1, [
          ["Coffee", "ann"],
          ["Tea", "bo"],
        ]),
        final: standing(2, [["Tea", "ann"]]),
      },
      recounts: [{ protocol: "consensus" as const, winner: null, differs: true }],
      dissent: [{ reasoning: "Coffee keeps me awake.", confidence: 70, reading: "markers" as const }],
    }
    const data = { stoppingReason: ending.stoppingReason, outcome: ending, totalTokensUsed: 7 }
    const out = render([...opening(false), event("discussion_completed", data)])
    expect(out).toContain("  Best answer so far:\n  Tea\n")
    expect(out).toContain("  First vote, round 1: Coffee: Ann (70%); Tea: Bo (70%)\n")
    expect(out).toContain("  Final vote, round 2: Tea: Ann (70%)\n")
    expect(out).toContain("  Counted by other methods: nothing decided (consensus)\n")
    expect(out).toContain("  Dissent\n    Coffee keeps me awake.\n")
  })

  test("turns cannot control the terminal", () => {
    const words = "Tea \u001b]0;owned\u0007is \u001b[2Jwarm\u009b31m."
    const out = render([...opening(false), ...speaks("t1", words), turnCompleted("t1", words)])
    expect(out).toContain("  Tea is warm.\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: checks that they were removed
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  test("draws nothing for screen readers", () => {
    const out = render([...opening(false), round], { plain: true })
    expect(out).toMatch(/\nRound 1 of 3\n/)
    expect(out).not.toContain("─")
  })

  test("uses colours only if enabled", () => {
    const events = [...opening(false), begins("t1"), turnCompleted("t1", "Tea.")]
    expect(render(events)).not.toContain("\u001b")
    expect(render(events, { colour: true })).toContain("\u001b[")
  })

  test.each([
    ["length", "(cut at the token limit)"],
    ["refusal", "(a refusal)"],
    ["content_filter", "(cut by a content filter)"],
  ] as const)("an end by %s is noted", (finishReason, note) => {
    const turn = (reason: typeof finishReason | "stop") =>
      render([...opening(false), begins("t1"), turnCompleted("t1", "Tea is warm.", { finishReason: reason })])
    expect(turn(finishReason)).toContain(note)
    expect(turn("stop")).not.toContain(note)
  })

  test("a fallback model is named, with the reason", () => {
    const error = { code: "PROVIDER_ERROR" as const, message: "too many requests", recoverable: true }
    const fallback = { ...retry, reason: "fallback" as const, modelId: "x/z", error }
    const out = render([
      ...opening(false),
      ...speaks("t1", "Tea "),
      event("turn_retried", { turnId: "t1", ...fallback }),
      chunk("t1", 0, "Milk", 2),
      turnCompleted("t1", "Milk.", { attempt: 2 }),
    ])
    expect(out).toContain("(Ann continues with x/z: too many requests)")
    const ballot = { ballotId: "b1", roundNumber: 1, stage: 1, asks: "choice" as const, secret: true }
    const voting = [
      event("ballot_started", { ...ballot, voters: ["ann", "bo"], options: ["tea", "milk"] }),
      event("ballot_retried", { ballotId: "b1", ...fallback }),
    ]
    expect(render([...opening(false), ...voting])).toContain("(Ann continues with x/z: too many requests)")
  })
})
