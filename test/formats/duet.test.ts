import { ConclaveError, conclave, fold, foldEvent, nextStep, resolveTable, settle } from "conclave"
import { flushEventLoop, ManualClock, type ScriptedReply, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import type { NewEvent } from "../../src/core/discussion/event.ts"
import { noUsage } from "../../src/core/discussion/usage.ts"
import { phaseName } from "../../src/core/public/phase-name.ts"
import { discussionStarted } from "../../src/core/steps/lifecycle.ts"
import { block, collectEvents, ofType, speakers, start, talker } from "./support.ts"

const a = "test/a"
const b = "test/b"
const seats = [{ model: a }, { model: b }]
const duet = { format: "duet", topic: "One service or several?", seats } as const

describe("a duet", () => {
  test("A speaks, B speaks, both vote, A first [duet.order] [duet.both-agree]", async () => {
    const run = start(
      [talker(a, "One.", block("YES", 60, "one")), talker(b, "Several.", block("YES", 90, "both in turn"))],
      duet,
    )
    const events = await collectEvents(run)
    const kinds = events.map((event) => event.type).filter((type) => type !== "turn_chunk")
    expect(kinds).toEqual([
      "discussion_created",
      "discussion_started",
      "round_started",
      "turn_started",
      "turn_completed",
      "turn_started",
      "turn_completed",
      "consensus_check_started",
      "consensus_vote",
      "consensus_vote",
      "consensus_result",
      "round_completed",
      "discussion_completed",
    ])
    expect(ofType(events, "consensus_vote").map(({ role }) => role)).toEqual(["model-a", "model-b"])
    expect(await run.outcome).toMatchObject({
      stoppingReason: "consensus_reached",
      agreed: true,
      solution: "both in turn",
      rounds: 1,
    })
  })

  test("without agreement runs exactly the configured number of rounds [duet.rounds-exact] [traps.round-count] [duet.min-rounds]", async () => {
    const run = start([talker(a, "One.", block("YES")), talker(b, "Several.", block("NO"))], duet)
    const events = await collectEvents(run)
    expect(speakers(events)).toHaveLength(20)
    expect(await run.outcome).toMatchObject({ stoppingReason: "max_iterations", agreed: false, rounds: 10 })
    const short = start([talker(a, "One."), talker(b, "Several.")], { ...duet, options: { rounds: 1 } })
    expect((await short.outcome).rounds).toBe(1)
    const eager = start([talker(a, "One.", block("YES")), talker(b, "Two.", block("YES"))], {
      ...duet,
      options: { minRounds: 3 },
    })
    expect(await eager.outcome).toMatchObject({ stoppingReason: "consensus_reached", rounds: 3 })
  })

  test("a dissenter is in the outcome with its reason, beside the most confident proposal", async () => {
    const run = start([talker(a, "One.", block("YES", 70, "one")), talker(b, "Several.", block("NO", 85, "several"))], {
      ...duet,
      options: { rounds: 2 },
    })
    expect(await run.outcome).toMatchObject({
      dissent: [{ role: "model-b", reasoning: "because", confidence: 85 }],
      bestProposal: { role: "model-b", solution: "several", confidence: 85 },
    })
  })

  test("an agreement whose votes contain no solution takes the last turn of the most confident voter", async () => {
    const prose = "I agree completely."
    const sure = "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES\n[CONFIDENCE]\n95"
    const run = start([talker(a, "One.", prose), talker(b, "One service, then.", sure)], duet)
    expect(await run.outcome).toMatchObject({ agreed: true, solution: "One service, then." })
  })

  test("turns and votes have separate sampling settings, and never stop sequences [duet.sampling] [traps.stop-sequences]", async () => {
    const first = talker(a, "One.", block("YES"))
    await start([first, talker(b, "Two.", block("YES"))], duet).outcome
    expect(first.calls.map(({ temperature, maxTokens, stop }) => ({ temperature, maxTokens, stop }))).toEqual([
      { temperature: 0.7, maxTokens: 2_048, stop: [] },
      { temperature: 0.3, maxTokens: 1_024, stop: [] },
    ])
  })

  test("a seat's own sampling options replace those of turns, not those of votes [duet.sampling]", async () => {
    const first = talker(a, "One.", block("YES"))
    const second = talker(b, "Two.", block("YES"))
    const own = { model: a, options: { temperature: 1.1, maxTokens: 300 } }
    await start([first, second], { ...duet, seats: [own, { model: b }] }).outcome
    const sampling = [...first.calls, ...second.calls].map(({ temperature, maxTokens }) => [temperature, maxTokens])
    expect(sampling).toEqual([
      [1.1, 300],
      [0.3, 1_024],
      [0.7, 2_048],
      [0.3, 1_024],
    ])
  })

  test("both prompts contain the whole discussion and mention the partner [duet.sees-all] [duet.partner]", async () => {
    const second = talker(b, "Several.", block("NO"))
    await start([talker(a, "One, because.", block("NO")), second], { ...duet, options: { rounds: 2 } }).outcome
    const last = second.calls.findLast((call) => call.view.ask.kind === "turn")!
    expect(last.prompt.rules).toMatch(/partner/)
    const transcript = last.prompt.transcript.join("\n")
    expect(transcript).toContain("<<Round 1 · Model A>>\nOne, because.")
    expect(transcript).toContain("<<Round 1 · Model B>>\nSeveral.")
  })

  test("an unreadable vote is retried twice, then recorded as unreadable [duet.vote-retries] [duet.vote-unreadable]", async () => {
    const mute = talker(b, "Several.", "…")
    const run = start([talker(a, "One.", block("YES")), mute], { ...duet, options: { rounds: 1 } })
    const events = await collectEvents(run)
    expect(mute.calls.filter((call) => call.view.ask.kind === "vote")).toHaveLength(3)
    expect(mute.calls.at(-1)!.view.ask).toMatchObject({ clarify: "unreadable_vote" })
    expect(ofType(events, "ballot_retried")).toHaveLength(2)
    expect(ofType(events, "consensus_vote").at(-1)!.vote).toMatchObject({ reading: "unreadable", hasConsensus: null })
    expect(await run.outcome).toMatchObject({
      agreed: false,
      dissent: [],
      decidedBy: { ballot: { yes: 1, unreadable: 1 } },
    })
  })

  test("after its vote was given up, a seat is not asked again in that ballot, only in the next [duet.vote-retries]", async () => {
    for (const voteRetries of [0, 1]) {
      const askedIn: number[] = []
      const counted = scriptedModel({
        id: b,
        replies: ({ view }) => {
          if (view.ask.kind !== "vote") return "Several."
          askedIn.push(view.round)
          // A readable vote at the end, so that asking for ever fails here instead of never returning.
          return askedIn.length > 12 ? block("NO") : "…"
        },
      })
      const first = talker(a, "One.", block("YES"))
      const run = start([first, counted], { ...duet, options: { rounds: 3, voteRetries } })
      const votes = ofType(await collectEvents(run), "consensus_vote").filter(({ role }) => role === "model-b")
      const once = [1, 2, 3].flatMap((round) => Array.from({ length: 1 + voteRetries }, () => round))
      expect(askedIn).toEqual(once)
      expect(votes.map(({ vote }) => vote?.reading)).toEqual(["unreadable", "unreadable", "unreadable"])
      expect(first.calls.filter(({ view }) => view.ask.kind === "vote")).toHaveLength(3)
    }
  })

  test("a model with structured output is asked for an object [duet.vote-structured]", async () => {
    const vote = JSON.stringify({ hasConsensus: true, confidence: 77, reasoning: "ok", proposedSolution: "one" })
    const model = (id: string) =>
      scriptedModel({ id, structured: true, replies: ({ view }) => (view.ask.kind === "vote" ? vote : "One.") })
    const [first, second] = [model(a), model(b)]
    const run = start([first, second], duet)
    const events = await collectEvents(run)
    expect(ofType(events, "consensus_vote").map(({ vote: cast }) => cast?.reading)).toEqual([
      "structured",
      "structured",
    ])
    expect(first.calls.at(-1)!.prompt.ask).not.toContain("[CONSENSUS_CHECK]")
    expect(first.calls.at(-1)!.prompt.ask).toContain("hasConsensus")
  })

  test("a failed call is retried twice, after 1 s and 2 s [duet.call-retries] [models.retries]", async () => {
    const clock = new ManualClock()
    const down = { chunks: [], ends: new ConclaveError("PROVIDER_ERROR", "503", { recoverable: true }) }
    const replies: ScriptedReply[] = [down, down, "One."]
    const model = talker(a, () => replies.shift() ?? "One.", block("YES"))
    const run = start([model, talker(b, "Two.", block("YES"))], duet, { clock })
    await flushEventLoop()
    expect(model.calls).toHaveLength(1)
    // Up to a quarter longer, so that calls that failed together are not retried together.
    await clock.advance(999)
    expect(model.calls).toHaveLength(1)
    await clock.advance(251)
    expect(model.calls).toHaveLength(2)
    await clock.advance(1_749)
    expect(model.calls).toHaveLength(2)
    await clock.advance(751)
    expect((await run.outcome).agreed).toBe(true)
    expect(run.state.turns[0]).toMatchObject({ attempt: 3, content: "One." })
  })

  test("a permanent failure ends it at once [models.retries] [duet.stopping-reasons] [events.error]", async () => {
    const broken = (code: "PROVIDER_ERROR" | "MODEL_UNAVAILABLE") =>
      talker(a, { chunks: ["half"], ends: new ConclaveError(code, "401") })
    const failing = broken("PROVIDER_ERROR")
    const run = start([failing, talker(b, "Two.")], duet)
    const events = await collectEvents(run)
    expect(failing.calls).toHaveLength(1)
    expect(ofType(events, "turn_retried")).toEqual([])
    expect(ofType(events, "discussion_error")[0]!.error).toMatchObject({
      code: "PROVIDER_ERROR",
      recoverable: false,
      role: "model-a",
      roundNumber: 1,
    })
    expect(await run.outcome).toMatchObject({ stoppingReason: "error", agreed: false })
    expect(run.state.status).toBe("failed")
    const gone = start([broken("MODEL_UNAVAILABLE"), talker(b, "Two.")], duet)
    expect((await gone.outcome).stoppingReason).toBe("model_unavailable")
  })

  test("a total timeout of thirty minutes ends it with the partial result [duet.total-timeout]", async () => {
    const clock = new ManualClock()
    const hanging = talker(b, { chunks: ["Let me think"], ends: "hang" })
    const hour = 3_600_000
    const options = { turnTimeoutMs: hour, firstTokenTimeoutMs: hour, idleTimeoutMs: hour }
    const run = start([talker(a, "One."), hanging], { ...duet, options }, { clock })
    await clock.advance(30 * 60_000 - 1_000)
    expect(run.state.status).toBe("running")
    await clock.advance(2_000)
    expect(await run.outcome).toMatchObject({ stoppingReason: "timeout", agreed: false })
    expect(run.state.turns).toHaveLength(1)
    expect(hanging.calls).toHaveLength(1)
  })

  test("a turn that takes over 120 s is aborted and retried [models.timeout]", async () => {
    const clock = new ManualClock()
    const replies: ScriptedReply[] = [{ chunks: ["half of"], ends: "hang" }]
    const slow = talker(a, () => replies.shift() ?? "Whole.", block("YES"))
    const table = conclave({ models: [slow, talker(b, "Two.", block("YES"))], clock })
    const run = table.discuss({ ...duet, options: { idleTimeoutMs: 600_000 } })
    const collecting = collectEvents(run)
    await clock.advance(119_999)
    expect(slow.calls).toHaveLength(1)
    await clock.advance(1_251)
    const events = await collecting
    expect(ofType(events, "turn_retried")[0]).toMatchObject({
      reason: "timeout",
      attempt: 2,
      error: { code: "TURN_TIMEOUT", message: "no complete answer within 120 s" },
    })
    expect(run.state.turns[0]!.content).toBe("Whole.")
  })

  test("refuses a turn or a vote of the seat that is not next [duet.legal-moves]", () => {
    const table = resolveTable(duet, { model: a, seed: 1, language: "en", settings: {} })
    let state = fold("d", [{ type: "discussion_created", data: { table }, seq: 1, at: 0 }])
    const added = (event: NewEvent) => foldEvent(state, { ...event, seq: state.seq + 1, at: 1 })
    const swapped = (text: string) => text.replaceAll(/model-[ab]/g, (id) => (id === "model-a" ? "model-b" : "model-a"))
    const refused: string[] = []
    for (let events: readonly NewEvent[] = [discussionStarted(table)]; refused.length < 4; ) {
      for (const event of events) {
        if (event.type === "turn_started" || event.type === "ballot_vote") {
          const other = JSON.parse(swapped(JSON.stringify(event))) as NewEvent
          expect(() => added(other)).toThrow(expect.objectContaining({ code: "STATE_INVALID" }))
          refused.push(event.type)
        }
        state = added(event)
      }
      const step = nextStep(state, 1)
      const reply = { kind: "said", text: block("YES"), finishReason: "stop", usage: noUsage } as const
      if (step.kind === "record") events = step.events
      else if (step.kind === "call") events = settle(state, step.calls[0]!, reply, 1)
      else throw new Error(`unexpected ${step.kind}`)
    }
    expect(refused).toEqual(["turn_started", "turn_started", "ballot_vote", "ballot_vote"])
  })

  test("passes through its phases, each recorded with its time [duet.phases]", async () => {
    const run = start([talker(a, "One.", block("YES")), talker(b, "Two.", block("YES"))], duet)
    await run.outcome
    expect(run.state.transitions.map(({ to }) => phaseName(to))).toEqual([
      "initializing",
      "model-a-turn",
      "model-b-turn",
      "consensus-check-a",
      "consensus-check-b",
      "completed",
    ])
    expect(run.state.transitions.every(({ at }) => at > 0)).toBe(true)
  })
})
