import { afterAll, beforeAll, expect } from "vitest"
import { ConclaveError } from "../../src/core/errors.ts"
import { type ScriptedCall, type ScriptedReply, scriptedModel } from "../../src/testing/index.ts"
import { checksOf, json, onBothDatabases, type Running, startServer } from "./support.ts"

const { exact, mapped, leftOut } = checksOf("duet")

const vote = (answer: string, confidence: number, solution: string) =>
  `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answer}\n[CONFIDENCE]\n${confidence}\n[REASONING]\nWe looked at it.\n[PROPOSED_SOLUTION]\n${solution}`

/** What each model says and votes in the current test. */
const script: Record<"a" | "b", { turn: (call: ScriptedCall) => ScriptedReply; vote: ScriptedReply }> = {
  a: { turn: () => "One service.", vote: "" },
  b: { turn: () => "I would rather have two.", vote: "" },
}
const model = (name: "a" | "b") =>
  scriptedModel({
    id: `openai/${name}`,
    replies: (call) => (call.view.ask.kind === "vote" ? script[name].vote : script[name].turn(call)),
  })
const models = { a: model("a"), b: model("b") }
const votes = (a: ScriptedReply, b: ScriptedReply) => {
  script.a.vote = a
  script.b.vote = b
}

onBothDatabases((database) => {
  let at: Running
  beforeAll(async () => {
    at = await startServer({ database, models: [models.a, models.b] })
  })
  afterAll(() => at.close())

  const body = {
    prompt: "What is the best programming language for web development?",
    modelA: { modelId: "a", providerId: "openai" },
    modelB: { modelId: "b", providerId: "openai" },
  }
  const post = (extra: object = {}) =>
    fetch(`${at.url}/api/discussion`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...body, ...extra }),
    })

  interface ReceivedEvent {
    readonly event: string
    // biome-ignore lint/suspicious/noExplicitAny: what a server sends is what the test is about
    readonly data: any
  }

  async function collectEvents(extra: object = {}): Promise<readonly ReceivedEvent[]> {
    const response = await post(extra)
    expect(response.status).toBe(200)
    return (await response.text())
      .split("\n\n")
      .map((message) => ({ event: /^event: (.+)$/m.exec(message)?.[1], data: /^data: (.+)$/m.exec(message)?.[1] }))
      .flatMap(({ event, data }) => (event && data ? [{ event, data: JSON.parse(data) }] : []))
  }
  const all = (events: readonly ReceivedEvent[], name: string) =>
    events.filter(({ event }) => event === name).map(({ data }) => data)
  const agree = "Start with one service and split it later."

  exact(
    "1702-1724, 1397-1422",
    "the stream has hyphenated events with the original's fields, disc_ ids and numeric timestamps",
    async () => {
      votes(vote("YES", 80, agree), vote("YES", 90, `${agree} Keep its parts apart.`))
      const events = await collectEvents()
      const names = events.map(({ event }) => event).filter((name) => name !== "turn-chunk")
      expect(names.filter((name) => name !== "discussion-created")).toEqual([
        ...["discussion-started", "round-started", "turn-started", "turn-completed", "turn-started", "turn-completed"],
        ...["consensus-check-started", "consensus-vote", "consensus-vote", "consensus-result", "round-completed"],
        "discussion-completed",
      ])
      const [started] = all(events, "discussion-started")
      expect(started).toMatchObject({ prompt: body.prompt, timestamp: expect.any(Number) })
      for (const { data } of events) expect(data.discussionId).toMatch(/^disc_/)
      expect(all(events, "round-started")[0]).toMatchObject({ roundNumber: 1 })
      expect(all(events, "turn-started")).toMatchObject([
        { role: "model-a", modelId: "a" },
        { role: "model-b", modelId: "b" },
      ])
      expect(all(events, "turn-chunk")[0]).toMatchObject({ role: "model-a", chunk: expect.any(String) })
    },
  )

  exact("137-173, 1356-1368", "turns, votes, results and rounds have the original's fields", async () => {
    votes(vote("YES", 80, agree), vote("YES", 90, `${agree} Keep its parts apart.`))
    const events = await collectEvents()
    const [{ turn }] = all(events, "turn-completed")
    expect(turn).toEqual({
      ...{ id: expect.any(String), role: "model-a", roundNumber: 1, content: "One service.", finishReason: "stop" },
      ...{ timestamp: expect.any(Number), durationMs: expect.any(Number) },
      tokenUsage: { promptTokens: expect.any(Number), completionTokens: expect.any(Number) },
    })
    const [a] = all(events, "consensus-vote")
    expect(a.vote).toEqual({
      ...{ role: "model-a", hasConsensus: true, confidence: 80, reasoning: "We looked at it." },
      ...{ proposedSolution: agree, timestamp: expect.any(Number) },
    })
    const [{ result }] = all(events, "consensus-result")
    expect(result).toMatchObject({ isUnanimous: true, roundNumber: 1, modelAVote: a.vote })
    const [{ round }] = all(events, "round-completed")
    expect(round).toMatchObject({
      number: 1,
      modelATurn: turn,
      modelBTurn: { role: "model-b" },
      consensusCheck: result,
    })
  })

  exact(
    "1289-1297, 210-215",
    "the solution with higher confidence wins, and the end has its round, solution and contributions",
    async () => {
      const surer = `${agree} Keep its parts apart.`
      votes(vote("YES", 80, agree), vote("YES", 90, surer))
      const [completed] = all(await collectEvents(), "discussion-completed")
      expect(completed).toMatchObject({
        stoppingReason: "consensus_reached",
        finalConsensus: {
          ...{ solution: surer, achievedAtRound: 1 },
          ...{ modelAContribution: "One service.", modelBContribution: "I would rather have two." },
        },
      })
    },
  )

  exact("220-223", "tokens are reported per model", async () => {
    votes(vote("YES", 80, agree), vote("YES", 90, agree))
    const [{ totalTokensUsed }] = all(await collectEvents(), "discussion-completed")
    const tokens = { prompt: expect.any(Number), completion: expect.any(Number) }
    expect(totalTokensUsed).toEqual({ modelA: tokens, modelB: tokens })
    expect(totalTokensUsed.modelA.prompt).toBeGreaterThan(0)
  })

  exact("188-196, 70-80", "all seven options work under the original's names, with its defaults", async () => {
    votes(vote("NO", 80, "No consensus yet."), vote("NO", 90, "No consensus yet."))
    const options = {
      ...{ maxIterations: 1, temperature: 0.5, maxTokensPerTurn: 300, turnTimeoutMs: 5_000, totalTimeoutMs: 60_000 },
      ...{ requireBothConsensus: false, minRoundsBeforeConsensus: 1 },
    }
    const [started] = all(await collectEvents({ options }), "discussion-started")
    expect(started.config.options).toEqual(options)
    const { temperature, maxTokens } = models.a.calls.findLast(({ view }) => view.ask.kind === "turn")!
    expect({ temperature, maxTokens }).toEqual({ temperature: 0.5, maxTokens: 300 })
    votes(vote("YES", 80, agree), vote("YES", 90, agree))
    const [byDefault] = all(await collectEvents(), "discussion-started")
    expect(byDefault.config.options).toEqual({
      ...{ maxIterations: 10, temperature: 0.7, maxTokensPerTurn: 2048, turnTimeoutMs: 120_000 },
      ...{ totalTimeoutMs: 1_800_000, requireBothConsensus: true, minRoundsBeforeConsensus: 1 },
    })
  })

  exact(
    "75, 284, 1015-1019, 1069-1072",
    "a turn longer than turnTimeoutMs is reported as a timeout of its model",
    async () => {
      script.a.turn = () => ({ chunks: ["Well"], ends: "hang" })
      const events = await collectEvents({ options: { turnTimeoutMs: 60, retries: 0 } })
      script.a.turn = () => "One service."
      expect(events.at(-1)).toMatchObject({
        event: "discussion-error",
        data: { error: { code: "TURN_TIMEOUT", role: "model-a", roundNumber: 1, recoverable: true } },
      })
    },
  )

  exact("960, 1049-1052, 1098", "a transient failure is retried at most twice", async () => {
    votes(vote("YES", 80, agree), vote("YES", 90, agree))
    const busy = new ConclaveError("PROVIDER_ERROR", "busy", { recoverable: true })
    let failures = 2
    script.a.turn = () => (failures-- > 0 ? { chunks: [], ends: busy } : "One service.")
    const mended = await collectEvents({ options: { retryDelayMs: 1 } })
    expect(all(mended, "turn-completed")[0].turn.content).toBe("One service.")
    failures = 3
    const failed = await collectEvents({ options: { retryDelayMs: 1 } })
    script.a.turn = () => "One service."
    expect(failed.at(-1)).toMatchObject({ event: "discussion-error", data: { error: { code: "PROVIDER_ERROR" } } })
  })

  exact("388, 403, 1117, 1234, 1257-1262", "an unreadable vote is requested again at most twice", async () => {
    votes("Hm.", vote("YES", 90, agree))
    const asked = () => models.a.calls.filter(({ view }) => view.ask.kind === "vote")
    const before = asked().length
    const events = await collectEvents({ options: { maxIterations: 1 } })
    expect(all(events, "consensus-vote")[0].vote).toMatchObject({ hasConsensus: false, confidence: 0 })
    const [first, second, third, ...more] = asked().slice(before)
    expect(more).toEqual([])
    expect(first!.prompt.ask).not.toBe(second!.prompt.ask)
    expect(third!.prompt.ask).toBe(second!.prompt.ask)
  })

  exact("72", "more than ten iterations may be requested", async () => {
    votes(vote("YES", 80, agree), vote("YES", 90, agree))
    const [started] = all(await collectEvents({ options: { maxIterations: 25 } }), "discussion-started")
    expect(started.config.options.maxIterations).toBe(25)
  })

  mapped("188-196", "an option under both names, or an unknown option, is a 400 with a short message", async () => {
    const both = await post({ options: { maxIterations: 2, rounds: 3 } })
    expect([both.status, await json(both)]).toMatchObject([
      400,
      { error: expect.stringMatching(/maxIterations.*rounds/) },
    ])
    for (const [option, near] of [
      ["maxIteration", "maxIterations"],
      ["frobnicate", ""],
    ] as const) {
      const unknown = await post({ options: { [option]: 2 } })
      const text = await unknown.text()
      expect(unknown.status).toBe(400)
      expect(text.length).toBeLessThan(500)
      expect(JSON.parse(text).error).toContain(near)
    }
  })

  exact("1202-1204", "one yes suffices unless both are required, and counts as unanimous", async () => {
    votes(vote("YES", 80, agree), vote("NO", 90, "No consensus yet."))
    const events = await collectEvents({ options: { requireBothConsensus: false } })
    expect(all(events, "consensus-result")[0].result).toMatchObject({ isUnanimous: true, finalSolution: agree })
    expect(all(events, "discussion-completed")[0]).toMatchObject({ stoppingReason: "consensus_reached" })
  })

  exact(
    "1171-1179, 1279-1287",
    "before the minimum number of rounds no model is asked to vote, and the votes say so",
    async () => {
      votes(vote("YES", 80, agree), vote("YES", 90, agree))
      const before = models.a.calls.filter(({ view }) => view.ask.kind === "vote").length
      const events = await collectEvents({ options: { minRoundsBeforeConsensus: 2 } })
      expect(models.a.calls.filter(({ view }) => view.ask.kind === "vote")).toHaveLength(before + 1)
      const [first, second] = all(events, "round-completed")
      expect(first.round.consensusCheck).toMatchObject({
        isUnanimous: false,
        modelAVote: {
          role: "model-a",
          hasConsensus: false,
          confidence: 0,
          reasoning: expect.stringContaining("minimum"),
        },
        modelBVote: { role: "model-b", hasConsensus: false, confidence: 0 },
      })
      expect(second.round.consensusCheck.isUnanimous).toBe(true)
    },
  )

  exact("591-602", "'no consensus' or ten characters or fewer is no solution, and a no proposes none", async () => {
    votes(vote("YES", 80, "No consensus yet."), vote("NO", 90, agree))
    const [first, second] = all(await collectEvents({ options: { maxIterations: 1 } }), "consensus-vote")
    expect(first.vote).not.toHaveProperty("proposedSolution")
    expect(second.vote).not.toHaveProperty("proposedSolution")
    votes(vote("YES", 80, "Tabs"), vote("YES", 90, "Spaces"))
    const short = await collectEvents({ options: { maxIterations: 1 } })
    expect(all(short, "consensus-vote")[0].vote).not.toHaveProperty("proposedSolution")
    expect(all(short, "consensus-result")[0].result).not.toHaveProperty("finalSolution")
  })

  exact("566-572", "confidence is 0 to 100 and defaults to 50", async () => {
    votes(`[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES\n[PROPOSED_SOLUTION]\n${agree}`, vote("YES", 250, agree))
    const [first, second] = all(await collectEvents(), "consensus-vote")
    expect([first.vote.confidence, second.vote.confidence]).toEqual([50, 100])
  })

  exact("609-647", "prose without markers is read with lower confidence", async () => {
    votes(
      "We have reached consensus. The solution is to start with one service and split it later.",
      "I disagree with this.",
    )
    const [first, second] = all(await collectEvents({ options: { maxIterations: 1 } }), "consensus-vote")
    expect(first.vote).toMatchObject({ hasConsensus: true, proposedSolution: expect.stringContaining("one service") })
    for (const { vote } of [first, second]) {
      expect(vote.confidence).toBeGreaterThanOrEqual(30)
      expect(vote.confidence).toBeLessThanOrEqual(70)
    }
    expect(second.vote.hasConsensus).toBe(false)
  })

  exact("1269-1277", "a vote call that fails for good is an uncertain vote, and the discussion continues", async () => {
    votes({ chunks: [], ends: new ConclaveError("PROVIDER_ERROR", "the key was refused") }, vote("YES", 90, agree))
    const events = await collectEvents({ options: { maxIterations: 2 } })
    expect(all(events, "consensus-vote")[0].vote).toMatchObject({
      ...{
        role: "model-a",
        hasConsensus: false,
        confidence: 0,
        reasoning: expect.stringContaining("the key was refused"),
      },
    })
    expect(all(events, "round-completed")).toHaveLength(2)
    expect(all(events, "discussion-completed")[0]).toMatchObject({ stoppingReason: "max_iterations" })
  })

  exact("1341-1380", "the number of rounds equals the number of iterations", async () => {
    votes(vote("NO", 80, "No consensus yet."), vote("NO", 90, "No consensus yet."))
    const events = await collectEvents({ options: { maxIterations: 3 } })
    expect(all(events, "round-completed")).toHaveLength(3)
    expect(all(events, "discussion-completed")[0]).toMatchObject({ stoppingReason: "max_iterations" })
    expect(all(events, "discussion-completed")[0]).not.toHaveProperty("finalConsensus")
  })

  exact("202-224", "a duet's state is found by its own id, and under /api/v1 by the same id", async () => {
    votes(vote("YES", 80, agree), vote("YES", 90, agree))
    const events = await collectEvents()
    const id = events[0]!.data.discussionId as string
    const { status, body: state } = await at.call("GET", `/api/discussion/${id}`)
    expect(status).toBe(200)
    expect(state).toMatchObject({
      ...{ id, phase: "completed", currentRound: 1, stoppingReason: "consensus_reached" },
      config: { prompt: body.prompt, options: { maxIterations: 10 } },
      rounds: [all(events, "round-completed")[0].round],
      consensusHistory: [all(events, "consensus-result")[0].result],
      finalConsensus: all(events, "discussion-completed")[0].finalConsensus,
      ...{ startedAt: expect.any(Number), completedAt: expect.any(Number) },
      totalTokensUsed: all(events, "discussion-completed")[0].totalTokensUsed,
    })
    expect(state.conversationHistory).toMatchObject([
      {
        ...{ role: "assistant", content: "[Model A] One service." },
        metadata: { modelId: "a", providerId: "openai", timestamp: expect.any(Number) },
      },
      { role: "assistant", content: "[Model B] I would rather have two." },
    ])
    const { body: same } = await at.call("GET", `/api/v1/discussions/${id}`)
    expect(same.discussion.format).toBe("duet")
    expect((await at.call("GET", "/api/discussion/disc_nothing")).status).toBe(404)
  })

  exact("126-131, 1625-1637", "models are returned as sent; names default to ids", async () => {
    votes(vote("YES", 80, agree), vote("YES", 90, agree))
    const [started] = all(await collectEvents({ modelB: { ...body.modelB, displayName: "Bea" } }), "discussion-started")
    expect(started.config.participants).toEqual({
      modelA: { role: "model-a", modelId: "a", providerId: "openai", displayName: "a" },
      modelB: { role: "model-b", modelId: "b", providerId: "openai", displayName: "Bea" },
    })
  })

  exact("1596-1620", "invalid input is a 400 with the message in `error`", async () => {
    for (const wrong of [
      { prompt: "" },
      { prompt: "   " },
      { modelB: undefined },
      { modelA: { providerId: "openai" } },
    ]) {
      const response = await post(wrong)
      expect([response.status, await json(response)]).toMatchObject([
        400,
        { error: expect.any(String), code: "INPUT_INVALID" },
      ])
    }
    for (const providerId of ["nobody", "anthropic"]) {
      const response = await post({ modelA: { modelId: "x", providerId } })
      expect([response.status, await json(response)]).toMatchObject([
        400,
        { error: expect.stringContaining(providerId) },
      ])
    }
  })

  exact("1671-1675, 1806", "a client that disconnects aborts its discussion", async () => {
    script.a.turn = () => ({ chunks: ["Well"], ends: "hang" })
    const controller = new AbortController()
    const response = await fetch(`${at.url}/api/discussion`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: controller.signal,
    })
    const id = response.headers.get("location")!.split("/").at(-1)
    await response.body!.getReader().read()
    controller.abort()
    await expect
      .poll(async () => (await at.call("GET", `/api/discussion/disc_${id}`)).body.phase, { timeout: 20_000 })
      .toBe("aborted")
    script.a.turn = () => "One service."
  })

  exact(
    "261-268, 1807",
    "a permanent provider failure ends the discussion with an error that names model and place",
    async () => {
      script.b.turn = () => ({ chunks: [], ends: new ConclaveError("PROVIDER_ERROR", "the key was refused") })
      const events = await collectEvents()
      script.b.turn = () => "I would rather have two."
      expect(events.at(-1)).toMatchObject({
        event: "discussion-error",
        data: { error: { code: "PROVIDER_ERROR", role: "model-b", roundNumber: 1, recoverable: false } },
      })
    },
  )

  exact("440, 513-517", "prompts ask for 200 to 400 words and mention the partner", () => {
    const { prompt } = models.a.calls.find(({ view }) => view.ask.kind === "turn")!
    const text = [prompt.rules, ...prompt.transcript, prompt.ask].join("\n")
    expect(text).toMatch(/200 to 400 words/)
    expect(text).toMatch(/partner/)
    expect(text).toMatch(/Model A/)
    expect(text).toMatch(/Model B/)
  })

  exact("380-385, 468-476", "vote prompts use the original's markers, temperature 0.3 and 1024 tokens", () => {
    const call = models.a.calls.find(({ view }) => view.ask.kind === "vote")!
    for (const marker of ["[CONSENSUS_CHECK]", "HAS_CONSENSUS", "[CONFIDENCE]", "[REASONING]", "[PROPOSED_SOLUTION]"])
      expect(call.prompt.ask).toContain(marker)
    expect([call.temperature, call.maxTokens]).toEqual([0.3, 1024])
  })

  mapped("1680-1683", "the stream's headers prevent caching and proxy buffering", async () => {
    votes(vote("YES", 80, agree), vote("YES", 90, agree))
    const { headers, body: stream } = await post()
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/)
    expect(headers.get("x-accel-buffering")).toBe("no")
    expect(headers.get("cache-control")).toMatch(/no-store/)
    await stream!.cancel()
  })

  exact("97-124", "end reasons have the original's names", async () => {
    votes(vote("NO", 80, "No consensus yet."), vote("NO", 90, "No consensus yet."))
    script.b.turn = () => ({ chunks: ["Well"], ends: "hang" })
    const events = await collectEvents({ options: { totalTimeoutMs: 1_000 } })
    script.b.turn = () => "I would rather have two."
    expect(events.at(-1)!.data.stoppingReason ?? events.at(-1)!.data.error.code).toMatch(
      /^(timeout|DISCUSSION_TIMEOUT)$/,
    )
  })

  exact("704-719, 824-829", "turns are passed on with their speaker's label, and all of them for a vote", () => {
    const turn = models.b.calls.findLast(({ view }) => view.ask.kind === "turn")!
    expect(turn.prompt.transcript.join("\n")).toContain("One service.")
    const voting = models.b.calls.findLast(({ view }) => view.ask.kind === "vote")!
    const text = voting.prompt.transcript.join("\n")
    expect(text).toContain("One service.")
    expect(text).toContain("I would rather have two.")
    expect(text).toMatch(/Model A/)
  })
})

leftOut("9-30, 1735-1752", "the files of the original source tree")
leftOut("1296", "agreement without a solution: ours is the last turn of the most confident model, not a fixed sentence")
leftOut("1775-1790", "the names of the original's test files")
leftOut(
  "1-5, 34, 38-68, 82-89, 133-135, 273-277, 371-379, 387, 389-402, 404, 408-416, 482-511",
  "headings, files and rationale",
)
leftOut("175-185, 198-200, 226-259", "types: duet-library.test.ts compiles a program against them")
leftOut(
  "521-565, 574-590, 603-605, 649-654, 673-694",
  "the implementation of its parser; its results are checked by lines 566-672",
)
leftOut("695-703, 720-823, 830-854", "the assembly of its messages: the prompts are ours")
leftOut(
  "940-959, 961-1014, 1020-1048, 1053-1068, 1073-1097, 1099-1116, 1118-1169",
  "the implementation of its turns and votes; their results are checked by lines 1171-1297",
)
leftOut("1181-1201, 1206-1233, 1235-1256, 1263-1268, 1301-1317, 1335-1339, 1384-1395", "the internals of its classes")
leftOut(
  "1425-1594, 1622-1624, 1638-1646, 1677-1701, 1727-1731",
  "the internals of its emitter and route; duet-library.test.ts",
)
leftOut("1756-1773, 1792-1805, 1808-1825", "a summary, and a list that repeats other lines")
