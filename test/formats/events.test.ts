import { ConclaveError, type PublicEvent } from "conclave"
import { ManualClock, type ScriptedReply, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { block, collectEvents, ofType, start, talker } from "./support.ts"

const a = "test/a"
const b = "test/b"
const duet = { format: "duet", topic: "One or several?", seats: [{ model: a }, { model: b }], seed: 4 } as const
const usage = { promptTokens: 50, cachedTokens: 5, completionTokens: 10 }
const agreeing = (id: string) =>
  talker(id, { chunks: ["One ", "service."], usage }, { chunks: [block("YES", 75, "one")], usage })

const known = new Set(
  `discussion_created discussion_started round_started stage_started turn_started turn_chunk turn_completed consensus_check_started
  consensus_vote consensus_result round_completed discussion_completed discussion_error discussion_aborted turn_passed turn_retried
  turn_skipped turn_interrupted seat_left fork_started awaiting_input discussion_paused discussion_resumed interjection seat_joined ballot_started ballot_vote ballot_result
  sub_discussion_started sub_discussion_completed ballot_retried memory_trimmed history_trimmed budget_warning chair_asked speaker_chosen
  closing_started novelty_measured`.split(/\s+/),
)

describe("events", () => {
  test("of a duet have the fields of the contract [events.names] [events.started] [events.rounds] [events.turn-started]", async () => {
    const events = await collectEvents(start([agreeing(a), agreeing(b)], duet))
    for (const { type } of events) expect(known).toContain(type)
    expect(ofType(events, "discussion_started")[0]).toMatchObject({
      prompt: "One or several?",
      format: "duet",
      seats: [
        { id: "model-a", name: "Model A", kind: "model", model: a },
        { id: "model-b", name: "Model B", kind: "model", model: b },
      ],
      options: { rounds: 10, temperature: 0.7 },
    })
    expect(ofType(events, "round_started")[0]).toMatchObject({ roundNumber: 1, order: ["model-a", "model-b"] })
    expect(ofType(events, "round_completed")[0]).toMatchObject({ round: { number: 1, contributions: 2 } })
    expect(ofType(events, "turn_started")[0]).toEqual({
      role: "model-a",
      name: "Model A",
      modelId: a,
      roundNumber: 1,
      turnId: "t1",
      attempt: 1,
      purpose: "turn",
    })
  })

  test("of a turn contain its whole text [events.turn-completed] [events.turn-chunk]", async () => {
    const events = await collectEvents(start([agreeing(a), agreeing(b)], duet))
    const { turn } = ofType(events, "turn_completed")[0]!
    expect(turn).toMatchObject({
      id: "t1",
      role: "model-a",
      roundNumber: 1,
      content: "One service.",
      tokenUsage: usage,
      finishReason: "stop",
      modelId: a,
    })
    expect(turn.durationMs).toBeGreaterThanOrEqual(0)
    const chunks = ofType(events, "turn_chunk").filter(({ turnId }) => turnId === "t1")
    for (const { role, attempt } of chunks) expect({ role, attempt }).toEqual({ role: "model-a", attempt: 1 })
    expect(joined(events, "t1")).toBe("One service.")
  })

  test("of a consensus check contain the parsed votes and the result [events.consensus]", async () => {
    const events = await collectEvents(start([agreeing(a), agreeing(b)], duet))
    const votes = ofType(events, "consensus_vote").map(({ vote }) => vote)
    expect(ofType(events, "consensus_check_started")[0]).toMatchObject({ roundNumber: 1, asks: "consensus" })
    expect(votes[0]).toMatchObject({
      role: "model-a",
      hasConsensus: true,
      confidence: 75,
      reasoning: "because",
      proposedSolution: "one",
      reading: "markers",
    })
    expect(ofType(events, "consensus_result")[0]!.result).toMatchObject({
      isUnanimous: true,
      votes,
      modelAVote: votes[0],
      modelBVote: votes[1],
      finalSolution: "one",
      roundNumber: 1,
    })
  })

  test("of the end contain reason, consensus, contributions and tokens [events.completed]", async () => {
    const events = await collectEvents(start([agreeing(a), agreeing(b)], duet))
    expect(ofType(events, "discussion_completed")[0]).toMatchObject({
      stoppingReason: "consensus_reached",
      finalConsensus: {
        solution: "one",
        achievedAtRound: 1,
        contributions: [{ role: "model-a" }, { role: "model-b" }],
        modelAContribution: "One service.",
        modelBContribution: "One service.",
      },
      outcome: { agreed: true },
      totalTokensUsed: 240,
    })
  })

  test("say in which round agreement was reached, and that there was none before [events.consensus] [events.completed]", async () => {
    const later = scriptedModel({
      id: b,
      replies: ({ view }) => (view.ask.kind === "vote" ? block(view.round === 1 ? "NO" : "YES", 75, "one") : "Two."),
    })
    const events = await collectEvents(start([agreeing(a), later], duet))
    const results = ofType(events, "consensus_result").map(({ result }) => [result.roundNumber, result.isUnanimous])
    expect(results).toEqual([
      [1, false],
      [2, true],
    ])
    expect(ofType(events, "discussion_completed")[0]!.finalConsensus?.achievedAtRound).toBe(2)
  })

  test("further event types cover retries, skips, passes, waiting, pausing and trimming [events.beyond]", async () => {
    const replies: ScriptedReply[] = ["", "[PASS]"]
    const seats = [
      { name: "Ann", model: a },
      { name: "Kim", kind: "human" as const },
      { name: "Bo", model: b },
    ]
    const models = [
      talker(a, () => replies.shift() ?? "More words."),
      talker(b, { chunks: [], ends: new ConclaveError("PROVIDER_ERROR", "no") }),
    ]
    const run = start(models, { format: "hive", topic: "t", seats, options: { rounds: 1 } })
    run.on("awaiting_input", async () => {
      await run.pause()
      await run.resume()
      await run.say("I think so too.")
    })
    const types = (await collectEvents(run)).map(({ type }) => type)
    for (const type of [
      "turn_retried",
      "turn_passed",
      "awaiting_input",
      "discussion_paused",
      "discussion_resumed",
      "turn_skipped",
    ] as const) {
      expect(types).toContain(type)
    }
  })
})

/** The chunks of a turn's last attempt, placed at their offsets. */
function joined(events: readonly PublicEvent[], turnId: string): string {
  const chunks = ofType(events, "turn_chunk").filter((chunk) => chunk.turnId === turnId)
  const attempt = Math.max(...chunks.map((chunk) => chunk.attempt))
  return chunks
    .filter((chunk) => chunk.attempt === attempt)
    .reduce((text, { offset, chunk }) => {
      expect(offset).toBe(text.length)
      return text + chunk
    }, "")
}

describe("model calls", () => {
  test("a retried turn restarts its text: no watcher sees two attempts joined [models.retry-restart] [traps.retry-text] [models.cut-stream]", async () => {
    const clock = new ManualClock()
    const replies: ScriptedReply[] = [
      { chunks: ["We should ", "wait"], ends: "cut" },
      { chunks: ["We should ", "act."] },
    ]
    const run = start(
      [talker(a, () => replies.shift() ?? "Yes."), talker(b, "Yes.")],
      { ...duet, options: { rounds: 1 } },
      { clock },
    )
    const collecting = collectEvents(run)
    await clock.advance(5_000)
    const events = await collecting
    expect(ofType(events, "turn_retried")[0]).toMatchObject({
      turnId: "t1",
      attempt: 2,
      reason: "failed",
      error: { code: "PROVIDER_ERROR" },
    })
    expect(joined(events, "t1")).toBe("We should act.")
    const retried = events.findIndex(({ type }) => type === "turn_retried")
    for (const [index, event] of events.entries()) {
      if (event.type === "turn_chunk" && event.data.turnId === "t1")
        expect(event.data.attempt).toBe(index < retried ? 1 : 2)
    }
    expect(run.state.turns[0]).toMatchObject({ content: "We should act.", attempt: 2 })
  })

  test("the delay that a provider asks for is respected [models.retry-after]", async () => {
    const clock = new ManualClock()
    const busy = new ConclaveError("PROVIDER_ERROR", "429", { recoverable: true, retryAfterMs: 20_000 })
    const replies: ScriptedReply[] = [{ chunks: [], ends: busy }]
    const model = talker(a, () => replies.shift() ?? "Yes.", block("YES"))
    const run = start([model, talker(b, "Yes.", block("YES"))], duet, { clock })
    await clock.advance(19_999)
    expect(model.calls).toHaveLength(1)
    await clock.advance(1)
    expect((await run.outcome).agreed).toBe(true)
  })

  test("a character or a line ending that arrives in two chunks stays whole", async () => {
    const split = { chunks: ["Yes \ud83d", "\ude00 one\r", "\ntwo"] }
    const run = start([talker(a, split)], {
      format: "panel",
      topic: "t",
      seats: [{ model: a }],
      options: { rounds: 1 },
    })
    const events = await collectEvents(run)
    expect(run.state.turns[0]!.content).toBe("Yes 😀 one\ntwo")
    expect(joined(events, "t1")).toBe("Yes 😀 one\ntwo")
  })

  test("NUL, escape sequences and lone surrogates in a reply never reach the record", async () => {
    const dirty = { chunks: ["Red \u001b[31malert\u0000", " half\ud83d"] }
    const run = start([talker(a, dirty, block("YES")), talker(b, "Yes.", block("YES"))], duet)
    await run.outcome
    expect(run.state.turns[0]!.content).toBe("Red [31malert half\ufffd")
  })
})
