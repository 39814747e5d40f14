import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { applyPublic } from "./apply-public.ts"
import type { PublicEvent } from "./types.ts"
import { type DiscussionView, emptyView, type TurnItem } from "./view.ts"

const at = "2026-01-31T12:00:00.000Z"
const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 }
const seats = ["ann", "ben"].map((id) => ({ id, name: id, kind: "model" as const, role: "partner", model: "test/a" }))

/** Builds events from a name and partial data: the reducer does not validate. */
function event(type: string, data: object = {}): PublicEvent {
  return { seq: 1, type, at, data } as unknown as PublicEvent
}

const opening = [
  event("discussion_created", {
    topic: "What first?",
    format: "duet",
    seats,
    language: "en",
    decision: { options: [] },
    budget: {},
  }),
  event("discussion_started", { prompt: "What first?", format: "duet", options: { rounds: 3, waitMs: 5_000 } }),
  event("round_started", { roundNumber: 1, order: ["ann", "ben"], parallel: false }),
]
const started = (turnId: string, role = "ann") =>
  event("turn_started", { turnId, role, name: role, modelId: "test/a", roundNumber: 1, attempt: 1, purpose: "turn" })
const chunk = (turnId: string, attempt: number, offset: number, text: string) =>
  event("turn_chunk", { turnId, attempt, offset, chunk: text })
const turn = (id: string, content: string, more: object = {}) => ({
  ...{ id, role: "ann", roundNumber: 1, purpose: "turn", content, passed: false, timestamp: at, durationMs: 10 },
  ...{ attempt: 1, tokenUsage: usage, finishReason: "stop", modelId: "test/a" },
  ...more,
})
const completed = (id: string, content: string, more: object = {}) =>
  event("turn_completed", { turn: turn(id, content, more) })
const retried = (turnId: string, attempt: number, more: object = {}) =>
  event("turn_retried", {
    ...{ turnId, role: "ann", roundNumber: 1, attempt, reason: "failed", delayMs: 0, tokenUsage: usage },
    ...more,
  })

const view = (...events: readonly PublicEvent[]) => applyPublic(emptyView, [...opening, ...events])
const turnOf = (shown: DiscussionView, key: string) =>
  shown.items.find((item): item is TurnItem => item.kind === "turn" && item.key === key)!

describe("a discussion's view", () => {
  test("has the topic, the seats with their places, the rounds and the status", () => {
    const shown = view()
    expect(shown).toMatchObject({ topic: "What first?", status: "running", options: { rounds: 3 } })
    expect(shown.seats.map(({ id, place }) => [id, place])).toEqual([
      ["ann", 0],
      ["ben", 1],
    ])
    expect(shown.items.map(({ key }) => key)).toEqual(["r1"])
  })

  test("a chunk changes the text of its turn and nothing else", () => {
    const before = view(started("t1"))
    const after = applyPublic(before, [chunk("t1", 1, 0, "Hello"), chunk("t1", 1, 5, " all")])
    expect(after.live).toEqual({ t1: { attempt: 1, text: "Hello all" } })
    for (const key of Object.keys(before) as (keyof DiscussionView)[]) {
      if (key !== "live") expect(after[key]).toBe(before[key])
    }
  })

  test("unchanged parts keep their identity when a turn ends", () => {
    const before = view(started("t1"), completed("t1", "One"), started("t2", "ben"))
    const after = applyPublic(before, [completed("t2", "Two", { role: "ben" })])
    expect(turnOf(after, "t1")).toBe(turnOf(before, "t1"))
    expect(turnOf(after, "t2")).not.toBe(turnOf(before, "t2"))
  })

  test("repeated, late and abandoned chunks are not shown twice [web.live]", () => {
    const shown = view(
      started("t1"),
      chunk("t1", 1, 0, "First tr"),
      retried("t1", 2),
      chunk("t1", 1, 8, "y"),
      chunk("t1", 2, 0, "Second"),
      chunk("t1", 2, 0, "Second"),
      chunk("t1", 2, 3, "ond try"),
      chunk("t1", 2, 99, "lost"),
    )
    expect(shown.live).toEqual({ t1: { attempt: 2, text: "Second try" } })
    expect(turnOf(shown, "t1")).toMatchObject({ attempt: 2, retries: [{ attempt: 2, reason: "failed" }] })
  })

  test("chunks of an attempt whose start was not announced begin a new text", () => {
    expect(view(started("t1"), chunk("t1", 1, 0, "Old"), chunk("t1", 2, 0, "New")).live).toEqual({
      t1: { attempt: 2, text: "New" },
    })
  })

  test("the final turn replaces the live text; passes, skips and interruptions are distinguished", () => {
    const shown = view(
      started("t1"),
      chunk("t1", 1, 0, "half"),
      event("turn_interrupted", { turnId: "t1", role: "ann", roundNumber: 1, attempt: 1 }),
      completed("t1", "half", { finishReason: "cut" }),
      started("t2"),
      event("turn_passed", { turn: turn("t2", "", { passed: true }) }),
      started("t3"),
      event("turn_skipped", {
        turnId: "t3",
        role: "ann",
        error: { message: "gone" },
        tokenUsage: usage,
        abortsRound: false,
      }),
    )
    expect(shown.live).toEqual({})
    expect(["t1", "t2", "t3"].map((key) => turnOf(shown, key).state)).toEqual(["said", "passed", "skipped"])
    expect(turnOf(shown, "t1")).toMatchObject({ isInterrupted: true, turn: { finishReason: "cut" } })
    expect(turnOf(shown, "t3").skip).toMatchObject({ message: "gone" })
  })

  test("a lasting fallback model is remembered, and every attempt is counted in the usage", () => {
    const shown = view(
      started("t1"),
      retried("t1", 2, { reason: "fallback", modelId: "test/b", lasting: true }),
      completed("t1", "x"),
    )
    expect(shown.seats[0]).toMatchObject({ modelOverride: "test/b" })
    expect(shown.usage.ann).toEqual({ promptTokens: 20, cachedTokens: 0, completionTokens: 10 })
  })

  test("the status is waiting while all open questions are to people, with a deadline that restarts after a pause", () => {
    const waiting = view(
      started("t1"),
      event("awaiting_input", { callId: "t1", role: "ann", purpose: "turn", until: at }),
    )
    expect(waiting).toMatchObject({ status: "waiting", open: [{ seat: "ann", isAwaited: true, until: at }] })
    const paused = applyPublic(waiting, [event("discussion_paused", { reason: "person" })])
    expect(paused.status).toBe("paused")
    const resumed = applyPublic(paused, [event("discussion_resumed")])
    expect(resumed).toMatchObject({ status: "waiting", open: [{ until: "2026-01-31T12:00:05.000Z" }] })
    expect(applyPublic(resumed, [completed("t1", "x")]).status).toBe("running")
  })

  test("an open ballot asks voters in turn, a secret one all at once", () => {
    const opens = (secret: boolean) =>
      view(
        event("ballot_started", {
          ballotId: "b1",
          asks: "call",
          secret,
          voters: ["ann", "ben"],
          options: [],
          roundNumber: 1,
        }),
      )
    expect(opens(true).open.map(({ seat }) => seat)).toEqual(["ann", "ben"])
    const open = opens(false)
    expect(open.open.map(({ seat }) => seat)).toEqual(["ann"])
    const vote = { role: "ann", hasConsensus: true, confidence: 80, reasoning: "so", reading: "markers", attempt: 1 }
    const voted = applyPublic(open, [event("ballot_vote", { role: "ann", ballotId: "b1", vote, tokenUsage: usage })])
    expect(voted.open.map(({ seat }) => seat)).toEqual(["ben"])
    const closed = applyPublic(voted, [
      event("ballot_result", {
        ballotId: "b1",
        result: { passed: false, yes: 1, no: 0, unreadable: 1, roundNumber: 1 },
      }),
    ])
    expect(closed.items.at(-1)).toMatchObject({ ballot: { votes: [vote], result: { passed: false, yes: 1 } } })
  })

  test("joining, leaving, warnings, forks and sub-discussions have a row; unknown events have none", () => {
    const shown = view(
      event("seat_joined", { seat: { id: "cai", name: "Cai", kind: "human", role: "guest" }, fromRound: 2 }),
      event("seat_left", { role: "ben", name: "ben", roundNumber: 1 }),
      event("budget_warning", { of: "tokens", used: 80, limit: 100 }),
      event("history_trimmed", { entriesDropped: 4, firstEntry: 4 }),
      event("fork_started", { parent: { discussionId: "p", atTurn: "t1", seq: 4 } }),
      event("sub_discussion_started", { subId: "s1", discussionId: "c", by: "ann", seats: ["ann"], topic: "Apart" }),
      event("sub_discussion_completed", {
        ...{ subId: "s1", discussionId: "c", status: "completed", usage: { ann: usage } },
      }),
      completed("s1", "What we came to", { purpose: "sub-discussion" }),
      event("something_new", { whatever: true }),
    )
    expect(shown.seats).toMatchObject([{}, { hasLeft: true }, { place: 2, fromRound: 2 }])
    const rows = shown.items.map((item) => (item.kind === "note" ? item.note.is : item.kind))
    expect(rows).toEqual(["round", "joined", "left", "budget", "history", "forked", "sub-discussion", "turn"])
    expect(shown.items.at(-2)).toMatchObject({ discussionId: "c", status: "completed" })
    expect(shown.usage).toEqual({ ann: usage })
  })

  test("usage of embeddings is counted under their model, and a failure is noted once", () => {
    const measured = { roundNumber: 1, modelId: "test/embed", similarity: 0.2, tokenUsage: usage }
    const shown = view(event("novelty_measured", measured))
    expect(shown.usage).toEqual({ "test/embed": usage })
    expect(shown.items.map(({ kind }) => kind)).toEqual(["round"])
    const failed = view(
      event("novelty_measured", { ...measured, similarity: null, error: { message: "no such model" } }),
    )
    expect(failed.items.at(-1)).toMatchObject({ note: { is: "unmeasured", message: "no such model" } })
  })

  test("an interjection comes before the turn during which it was made, and before all turns of a parallel stage", () => {
    const comment = event("interjection", { interjection: { id: "i1", author: "Kim", content: "Mind the cost." } })
    const inTurn = view(started("t1"), comment, completed("t1", "One"))
    expect(inTurn.items.map(({ key }) => key)).toEqual(["r1", "i1", "t1"])

    const parallel = event("stage_started", { roundNumber: 1, order: ["ann", "ben"], parallel: true, stage: 0 })
    const both = [parallel, started("t1"), started("t2", "ben"), completed("t2", "Two", { role: "ben" })]
    const inStage = view(...both, comment, completed("t1", "One"))
    expect(inStage.items.map(({ key }) => key)).toEqual(["r1", "i1", "t1", "t2"])
    const after = view(...both, completed("t1", "One"), comment)
    expect(after.items.map(({ key }) => key)).toEqual(["r1", "t1", "t2", "i1"])
  })

  test.each([
    ["discussion_completed", { outcome: { stoppingReason: "max_rounds" } }, "completed"],
    ["discussion_error", { error: { code: "TURN_FAILED", message: "broke" } }, "failed"],
    ["discussion_aborted", { reason: "enough" }, "aborted"],
  ])("%s ends it, and unfinished text is dropped", (type, data, status) => {
    const shown = view(started("t1"), chunk("t1", 1, 0, "half"), event(type, data))
    expect(shown).toMatchObject({ status, open: [], live: {}, endedAt: at })
    expect(turnOf(shown, "t1").state).toBe("dropped")
    expect(shown.items.at(-1)!.kind).toBe("end")
  })
})

/** A turn with several attempts, each split into chunks at random. */
const spoken = fc.array(
  fc.record({ attempts: fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 3 }), passes: fc.boolean() }),
  { maxLength: 6 },
)

function eventsOf(
  turns: readonly { attempts: readonly string[]; passes: boolean }[],
  cuts: () => number,
): PublicEvent[] {
  return turns.flatMap(({ attempts, passes }, index) => {
    const id = `t${index + 1}`
    const said = attempts.flatMap((text, tried) => [
      ...(tried > 0 ? [retried(id, tried + 1)] : []),
      ...chunksOf(id, tried + 1, text, cuts),
    ])
    const end = turn(id, attempts.at(-1)!, { attempt: attempts.length, passed: passes })
    return [started(id), ...said, event(passes ? "turn_passed" : "turn_completed", { turn: end })]
  })
}

/** Chunks may overlap earlier ones, as after a reconnect from an older position. */
function chunksOf(id: string, attempt: number, text: string, cuts: () => number): PublicEvent[] {
  const chunks: PublicEvent[] = []
  for (let end = 0; end < text.length; ) {
    const from = Math.max(0, end - (cuts() % 3))
    const to = Math.min(text.length, end + 1 + (cuts() % 4))
    chunks.push(chunk(id, attempt, from, text.slice(from, to)))
    end = to
  }
  return chunks
}

test("the view is the same however the events are batched, cut off or repeated [web.live]", () => {
  const numbers = fc.infiniteStream(fc.nat(11))
  fc.assert(
    fc.property(spoken, numbers, numbers, fc.nat(40), (turns, one, other, cut) => {
      const whole = [...opening, ...eventsOf(turns, () => one.next().value!)]
      const again = [...opening, ...eventsOf(turns, () => other.next().value!)]
      const atOnce = applyPublic(emptyView, whole)
      const oneByOne = again.reduce((shown, each) => applyPublic(shown, [each]), emptyView)
      const inTwo = applyPublic(applyPublic(emptyView, whole.slice(0, cut)), whole.slice(cut))
      expect(oneByOne).toEqual(atOnce)
      expect(inTwo).toEqual(atOnce)
    }),
  )
})
