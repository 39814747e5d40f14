import { describe, expect, test } from "vitest"
import type { Table } from "../core/discussion/table.ts"
import { noUsage } from "../core/discussion/usage.ts"
import { presets } from "../core/formats/index.ts"
import type { PublicEvent, PublicEventOf } from "../core/public/types.ts"
import { showDiscussion } from "./discussion-screen.ts"

const seats = ["Ann", "Bo"].map((name) => ({
  id: name.toLowerCase(),
  name,
  kind: "model" as const,
  role: "member",
  model: "x/y",
}))

const started = (passing: boolean): PublicEvent => ({
  type: "discussion_started",
  data: { prompt: "Tea?", format: "hive", seats, options: { ...presets.hive.settings, passing } },
  seq: 2,
  at: 0,
})
const chunk = (turnId: string, words: string, attempt = 1): PublicEvent => ({
  type: "turn_chunk",
  data: { role: turnId === "t1" ? "ann" : "bo", turnId, attempt, offset: 0, chunk: words },
  seq: 3,
  at: 0,
})
const ended = (turnId: string, content: string): PublicEvent => {
  const spent = { timestamp: 0, durationMs: 0, attempt: 1, tokenUsage: noUsage, finishReason: "stop" as const }
  const turn = {
    id: turnId,
    role: turnId === "t1" ? "ann" : "bo",
    roundNumber: 1,
    purpose: "turn" as const,
    content,
    ...spent,
  }
  return content === ""
    ? { type: "turn_passed", data: { turn: { ...turn, passed: true } }, seq: 4, at: 0 }
    : { type: "turn_completed", data: { turn: { ...turn, passed: false } }, seq: 4, at: 0 }
}

async function shown(events: readonly PublicEvent[], colour = false): Promise<string> {
  let out = ""
  async function* all() {
    yield* events
  }
  await showDiscussion(all(), { write: (text) => (out += text), width: 80, colour })
  return out
}

describe("a discussion on the screen", () => {
  test("shows a turn once, under its name, as it is spoken", async () => {
    const out = await shown([started(false), chunk("t1", "Tea is "), chunk("t1", "warm."), ended("t1", "Tea is warm.")])
    expect(out).toContain("\nAnn\n  Tea is warm.\n")
    expect(out.match(/warm/g)).toHaveLength(1)
  })

  test("says who discuss apart, and what they came to under all their names [across.sub-discussion]", async () => {
    const { data } = ended("s1", "They came to this: tea.") as PublicEventOf<"turn_completed">
    const subDiscussion = { discussionId: "d2", seats: ["ann", "bo"] }
    const turn = { ...data.turn, purpose: "sub-discussion" as const, subDiscussion }
    const table = { topic: "Why?", seats: [] } as unknown as Table
    const opened = { subId: "s1", roundNumber: 1, by: null, role: "ann", topic: "Why?", table, ...subDiscussion }
    const out = await shown([
      started(false),
      { type: "sub_discussion_started", data: opened, seq: 3, at: 0 },
      { type: "turn_completed", data: { turn }, seq: 5, at: 0 },
    ])
    expect(out).toContain("(Ann, Bo discuss apart: Why?)")
    expect(out).toContain("Sub-discussion · Ann, Bo\n  They came to this: tea.")
  })

  test("turns spoken at once do not run into each other", async () => {
    const both = [chunk("t1", "Tea "), chunk("t2", "Coffee "), chunk("t1", "is warm."), chunk("t2", "wakes.")]
    const out = await shown([started(false), ...both, ended("t2", "Coffee wakes."), ended("t1", "Tea is warm.")])
    expect(out.replace(/\s+/g, " ")).toContain("Tea is warm.")
    expect(out.replace(/\s+/g, " ")).toContain("Bo Coffee wakes.")
  })

  test("what happens beside a turn stands under it, not in its lines", async () => {
    const interjection = { id: "i1", author: "Kim", content: "Mind the budget.", roundNumber: 1, timestamp: 0 }
    const beside: PublicEvent[] = [
      { type: "interjection", data: { interjection }, seq: 4, at: 0 },
      { type: "seat_left", data: { role: "bo", name: "Bo", roundNumber: 1 }, seq: 5, at: 0 },
      { type: "budget_warning", data: { of: "tokens", used: 8, limit: 10 }, seq: 6, at: 0 },
    ]
    const turn = [chunk("t1", "Tea is "), ...beside, chunk("t1", "warm."), ended("t1", "Tea is warm.")]
    expect(await shown([started(false), ...turn])).toContain(
      "\nAnn\n  Tea is warm.\n\nKim\n  Mind the budget.\n\n  (Bo leaves the table)\n  (most of the budget is used: tokens)\n",
    )
    const aborted: PublicEvent = { type: "discussion_aborted", data: { reason: "a person" }, seq: 7, at: 0 }
    expect(await shown([started(false), chunk("t1", "Tea is "), beside[0]!, aborted])).toMatch(
      /Tea is\n {2}\(stopped: a person\)\nKim\n {2}Mind the budget\.\n/,
    )
    expect(await shown([started(true), chunk("t1", "Tea "), beside[0]!, ended("t1", "Tea")])).toMatch(
      /\nKim\n {2}Mind the budget\.\n\nAnn\n {2}Tea\n/,
    )
  })

  test("headings are in the discussion's language", async () => {
    const table = { language: "es-MX" } as unknown as Table
    const round: PublicEvent = {
      type: "round_started",
      data: { roundNumber: 1, order: [], parallel: false },
      seq: 3,
      at: 0,
    }
    const created: PublicEvent = { type: "discussion_created", data: { table }, seq: 1, at: 0 }
    expect(await shown([created, started(true), round, ended("t1", "")])).toMatch(
      /── Ronda 1 de 3 ─+\n\nAnn\n {2}\(pasa\)/,
    )
  })

  test("a pass is a pass, however it was worded and however long", async () => {
    expect(await shown([started(true), chunk("t1", "I have nothing "), ended("t1", "")])).toMatch(
      /\nAnn\n {2}\(passes\)\n/,
    )
    expect(await shown([started(true), chunk("t1", "[PASS]"), ended("t1", "")])).not.toContain("[PASS]")
    const long = await shown([started(true), chunk("t1", `[PASS] ${"because ".repeat(30)}`), ended("t1", "")])
    expect(long.match(/Ann/g)).toHaveLength(2)
    expect(long).toMatch(/because\n {2}\(passes\)\n/)
  })

  test("a marker at the end of a contribution is not shown", async () => {
    const said = "Tea warms the hands and the heart, and it keeps the meeting short, which is worth a lot."
    const out = await shown([started(true), chunk("t1", `${said}\n\n[PASS]`), ended("t1", said)])
    expect(out).not.toContain("[PASS]")
    expect(out.replace(/\s+/g, " ")).toContain(said)
  })

  test("a new attempt begins on its own line, after a word of why", async () => {
    const retried: PublicEvent = {
      type: "turn_retried",
      data: {
        turnId: "t1",
        role: "ann",
        roundNumber: 1,
        attempt: 2,
        reason: "too_short",
        delayMs: 0,
        tokenUsage: noUsage,
      },
      seq: 4,
      at: 0,
    }
    const out = await shown([
      started(false),
      chunk("t1", "Tea."),
      retried,
      chunk("t1", "Tea, and gladly.", 2),
      ended("t1", "Tea, and gladly."),
    ])
    expect(out).toContain("  Tea.\n  (Ann is asked again: too short)\nAnn\n  Tea, and gladly.\n")
  })

  test("the end shows the first vote beside the last, and what there was where a limit ended it", async () => {
    const standing = (roundNumber: number, positions: readonly [string, string][]) => ({
      ...{ ballotId: `b${roundNumber}`, roundNumber, asks: "choice" as const },
      positions: positions.map(([position, seat]) => ({ position, seats: [seat], confidence: 70 })),
    })
    const outcome = {
      ...{
        stoppingReason: "budget" as const,
        agreed: false,
        solution: "Tea",
        solutionFrom: "ballot" as const,
        rounds: 2,
      },
      ...{ contributions: [], dissent: [], usage: noUsage },
      votes: {
        first: standing(1, [
          ["Coffee", "ann"],
          ["Tea", "bo"],
        ]),
        final: standing(2, [["Tea", "ann"]]),
      },
      recounts: [{ protocol: "consensus" as const, winner: null, differs: true }],
    }
    const data = { stoppingReason: outcome.stoppingReason, outcome, totalTokensUsed: 7 }
    const out = await shown([started(false), { type: "discussion_completed", data, seq: 9, at: 0 }])
    expect(out).toContain("  The best answer there was by then:\n  Tea\n")
    expect(out).toContain("  First vote, round 1: Coffee: Ann (70%); Tea: Bo (70%)\n")
    expect(out).toContain("  Final vote, round 2: Tea: Ann (70%)\n")
    expect(out).toContain("  Counted otherwise: consensus: nothing decided\n")
  })

  test("what is said does nothing to the terminal", async () => {
    const words = "Tea \u001b]0;owned\u0007is \u001b[2Jwarm\u009b31m."
    const out = await shown([started(false), chunk("t1", words), ended("t1", words)])
    expect(out).toContain("  Tea is warm.\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be gone
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  test("nothing is drawn for those who have it read to them", async () => {
    const round: PublicEvent = {
      type: "round_started",
      data: { roundNumber: 1, order: [], parallel: false },
      seq: 3,
      at: 0,
    }
    let out = ""
    async function* all() {
      yield* [started(false), round]
    }
    await showDiscussion(all(), { write: (text) => (out += text), width: 80, colour: false, plain: true })
    expect(out).toMatch(/\nRound 1 of 3\n/)
    expect(out).not.toContain("─")
  })

  test("colours only where they are wanted", async () => {
    const events = [started(false), ended("t1", "Tea.")]
    expect(await shown(events)).not.toContain("\u001b")
    expect(await shown(events, true)).toContain("\u001b[")
  })
})

describe("what models do on the screen", () => {
  const turn = (finishReason: "length" | "refusal" | "content_filter" | "stop"): PublicEvent => {
    const event = ended("t1", "Tea is warm.") as Extract<PublicEvent, { type: "turn_completed" }>
    return { ...event, data: { turn: { ...event.data.turn, finishReason } } }
  }

  test.each([
    ["length", "(cut at the token limit)"],
    ["refusal", "(a refusal)"],
    ["content_filter", "(cut by a content filter)"],
  ] as const)("an end by %s is noted", async (finishReason, note) => {
    expect(await shown([started(false), turn(finishReason)])).toContain(note)
    expect(await shown([started(false), turn("stop")])).not.toContain(note)
  })

  test("a model that takes over is named, with why", async () => {
    const retry = { role: "ann", roundNumber: 1, attempt: 2, delayMs: 0, tokenUsage: noUsage }
    const error = { code: "PROVIDER_ERROR" as const, message: "too many requests", recoverable: true }
    const fallback: PublicEvent = {
      type: "turn_retried",
      data: { turnId: "t1", ...retry, reason: "fallback", modelId: "x/z", error },
      seq: 4,
      at: 0,
    }
    const out = await shown([
      started(false),
      chunk("t1", "Tea "),
      fallback,
      chunk("t1", "Milk", 2),
      ended("t1", "Milk."),
    ])
    expect(out).toContain("(Ann goes on as x/z: too many requests)")
    const vote: PublicEvent = {
      type: "ballot_retried",
      data: { ballotId: "b1", ...retry, reason: "fallback", modelId: "x/z", error },
      seq: 4,
      at: 0,
    }
    expect(await shown([started(false), vote])).toContain("(Ann goes on as x/z: too many requests)")
  })
})
