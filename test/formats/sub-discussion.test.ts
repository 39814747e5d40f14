import { conclave, type DiscussionInput, type Run, readRecording, replay, writeMarkdown } from "conclave"
import { ManualClock, type ScriptedCall, type ScriptedReply } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { collectEvents, ofType, talker } from "./support.ts"

const seats = ["Ann", "Bo", "Cy"].map((name) => ({ name, model: "test/a", briefing: `SECRET of ${name}` }))
const panel = { format: "panel", record: false, topic: "Where do we move?", seats, options: { rounds: 2 } } as const

/** A model that records its calls; by default it replies with the seat and the topic. */
function recordingModel(reply: (call: ScriptedCall) => ScriptedReply = words) {
  return talker("test/a", reply)
}

function words({ view }: ScriptedCall): ScriptedReply {
  return view.ask.kind === "synthesis" ? "The rent is the hard limit." : `${view.seat.name} on ${view.topic}`
}

/** The line with which a seat requests one, in its first turn at a table whose topic is the move. */
function requestingReply(line: string) {
  return (call: ScriptedCall): ScriptedReply => {
    const { seat, round, topic } = call.view
    const asks = seat.name === "Ann" && round === 1 && topic === panel.topic
    return asks ? `We must know the rent.\n\n${line}` : words(call)
  }
}

const bySeats = { ...panel, options: { rounds: 2, subDiscussionsBySeats: true } }
const line = "[SUB-DISCUSSION: Cy | What may the rent be?]"

/** Opens one as soon as the first turn has started; resolves to both runs when the parent has ended. */
async function opened(input: DiscussionInput, asked: object, reply = words) {
  const model = recordingModel(reply)
  const run = conclave({ models: [model] }).discuss(input)
  const child = await new Promise<Run>((resolve, reject) => {
    run.on("turn_completed", ({ data }) => {
      if (data.turn.id === "t1")
        run.openSubDiscussion({ topic: "The rent?", seats: ["Bo", "Cy"], ...asked }).then(resolve, reject)
    })
  })
  const events = await collectEvents(run)
  await child.outcome
  return { run, child, model, events }
}

describe("a sub-discussion", () => {
  test("opened by a person runs as a separate discussion and returns as one turn [across.sub-discussion]", async () => {
    const { run, child, events, model } = await opened(panel, {})
    const [started] = ofType(events, "sub_discussion_started")
    const [completed, ...more] = ofType(events, "sub_discussion_completed")
    expect(more).toEqual([])
    expect(started).toMatchObject({
      subId: "s1",
      discussionId: child.id,
      by: null,
      seats: ["bo", "cy"],
      topic: "The rent?",
    })
    expect(completed).toMatchObject({ discussionId: child.id, status: "completed" })
    expect(child.state.table.parent).toMatchObject({ kind: "sub-discussion", discussionId: run.id, atTurn: "s1" })
    expect(child.state.seats.map(({ name }) => name)).toEqual(["Bo", "Cy", "Queen"])
    expect(child.state.seats[0]).toMatchObject({ briefing: "SECRET of Bo", model: "test/a" })
    const turns = run.state.turns.filter(({ purpose }) => purpose === "sub-discussion")
    expect(turns).toMatchObject([{ id: "s1", subDiscussion: { discussionId: child.id, seats: ["bo", "cy"] } }])
    expect(turns[0]!.content).toContain(
      "Bo, Cy discussed separately: The rent? Their result:\n\nThe rent is the hard limit.",
    )
    const transcripts = model.calls
      .filter(({ view }) => view.discussionId === run.id)
      .map(({ prompt }) => prompt.transcript)
    const label = "<<Round 1 · Side discussion · Bo, Cy>>\nBo, Cy discussed separately: The rent?"
    const seen = transcripts.filter((pieces) => pieces.some((piece) => piece.startsWith(label)))
    expect(seen.length).toBeGreaterThanOrEqual(4)
    expect(run.state.turns.filter(({ purpose }) => purpose === "turn")).toHaveLength(6)
    expect(writeMarkdown(run.state)).toContain("**Side discussion · Bo, Cy** · s1\n\nBo, Cy discussed separately")
    expect(run.state.outcome?.contributions.map(({ turns: count }) => count)).toEqual([2, 2, 2])
  })

  test("blocks its parent: no turn starts there before it returns [across.sub-discussion]", async () => {
    const { run, child, events } = await opened(panel, {})
    const seqs = (type: string) => events.flatMap((event) => (event.type === type ? [event.seq] : []))
    const [from] = seqs("sub_discussion_started")
    const [to] = seqs("sub_discussion_completed")
    expect(seqs("turn_started").filter((seq) => seq > from! && seq < to!)).toEqual([])
    expect(events.find(({ seq }) => seq === to! + 1)).toMatchObject({
      type: "turn_completed",
      data: { turn: { id: "s1" } },
    })
    expect(run.state.status).toBe("completed")
    expect(child.state.status).toBe("completed")
  })

  test("counts toward its parent's usage, by seat [across.sub-discussion]", async () => {
    const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 }
    const { run, child } = await opened(panel, {}, (call) => ({ chunks: [String(words(call))], usage }))
    const total = (state: Run["state"]) => Object.values(state.usage).reduce((sum, used) => sum + used.promptTokens, 0)
    expect(total(child.state)).toBe(50)
    expect(total(run.state)).toBe(60 + 50)
    expect(run.state.usage.cy).toMatchObject({ promptTokens: 20 + 20 })
    // The child's queen has no seat in the parent, so Bo, who speaks for the group, is charged for her.
    expect(run.state.usage.bo).toMatchObject({ promptTokens: 20 + 20 + 10 })
    expect(run.state.outcome?.usage.promptTokens).toBe(110)
  })

  test("has at most its parent's remaining budget [across.sub-discussion]", async () => {
    const usage = { promptTokens: 90, cachedTokens: 0, completionTokens: 10 }
    const spending = (call: ScriptedCall) => ({ chunks: [String(words(call))], usage })
    const { child, run } = await opened({ ...panel, budget: { tokens: 700 } }, {}, spending)
    expect(child.state.table.budget.tokens).toBeLessThanOrEqual(300)
    expect(child.state.outcome?.stoppingReason).toBe("budget")
    expect(run.state.outcome?.stoppingReason).toBe("budget")
    const asked = await opened({ ...panel, budget: { tokens: 700 } }, { budget: { tokens: 5_000 } }, spending)
    expect(asked.child.state.table.budget.tokens).toBeLessThanOrEqual(600)
  })

  test("requested in the last line of a turn is opened if seats may do so [across.sub-discussion]", async () => {
    const model = recordingModel(requestingReply(line))
    const run = conclave({ models: [model] }).discuss(bySeats)
    const events = await collectEvents(run)
    expect(model.calls[0]!.prompt.rules).toContain("[SUB-DISCUSSION: name, name | the question]")
    expect(model.calls[0]!.stop).toEqual([])
    const [started] = ofType(events, "sub_discussion_started")
    expect(started).toMatchObject({ by: "ann", seats: ["ann", "cy"], topic: "What may the rent be?" })
    expect(run.state.turns.slice(0, 2)).toMatchObject([
      { id: "t1", content: "We must know the rent." },
      { id: "s1", seat: "ann", purpose: "sub-discussion" },
    ])
  })

  test.each([
    ["the setting is off", panel, line],
    ["the maximum is zero", { ...bySeats, options: { ...bySeats.options, subDiscussionDepth: 0 } }, line],
    ["the seat does not exist", bySeats, "[SUB-DISCUSSION: Zoe | What may the rent be?]"],
    ["it names only itself", bySeats, "[SUB-DISCUSSION: Ann | What may the rent be?]"],
    ["the line is quoted", bySeats, `> ${line}`],
    ["the line is in a code fence", bySeats, `\`\`\`\n${line}`],
    ["the line is not the last", bySeats, `${line}\nSo much for now.`],
  ])("is not opened if %s, and the text stays unchanged", async (_, input, last) => {
    const run = conclave({ models: [recordingModel(requestingReply(last))] }).discuss({
      ...input,
      options: { stop: [], ...input.options },
    })
    expect(ofType(await collectEvents(run), "sub_discussion_started")).toEqual([])
    expect(run.state.turns[0]!.content).toBe(`We must know the rent.\n\n${last}`)
  })

  test("is not mentioned in the rules unless seats may request it", async () => {
    const model = recordingModel()
    await conclave({ models: [model] }).discuss(panel).outcome
    expect(model.calls[0]!.prompt.rules).not.toContain("SUB-DISCUSSION")
    expect(model.calls[0]!.stop).toContain("\nSpeaker:")
  })

  test("has a maximum depth, and each returns before its parent continues [across.sub-discussion]", async () => {
    const deeper = (call: ScriptedCall): ScriptedReply => {
      const { round, seat, ask } = call.view
      if (ask.kind === "synthesis" || round > 1) return words(call)
      return `${seat.name} wonders.\n[SUB-DISCUSSION: Ann, Bo | Below ${call.view.topic.length}?]`
    }
    const options = { rounds: 1, subDiscussionsBySeats: true, subDiscussionDepth: 2, subDiscussions: 1 }
    const run = conclave({ models: [recordingModel(deeper)] }).discuss({ ...panel, options })
    await run.outcome
    const asked = run.state.subDiscussions
    expect(asked).toMatchObject([{ status: "completed", table: { format: { settings: { subDiscussionDepth: 1 } } } }])
    const report = run.state.turns.find(({ id }) => id === "s1")!
    expect(report.content).toContain("Their result:")
  })

  test("ends with its parent, and its turn says so [across.sub-discussion]", async () => {
    const hanging = (call: ScriptedCall): ScriptedReply =>
      call.view.topic === "The rent?" ? { chunks: ["Well "], ends: "hang" } : words(call)
    const model = recordingModel(hanging)
    const begin = async () => {
      const run = conclave({ models: [model] }).discuss({ ...panel, seats: [...seats, { name: "Kim", kind: "human" }] })
      await new Promise((resolve) => run.on("awaiting_input", resolve))
      const child = await run.openSubDiscussion({ topic: "The rent?", seats: ["Bo", "Cy"] })
      await new Promise((resolve) => child.on("turn_chunk", resolve))
      return { run, child }
    }
    const first = await begin()
    await first.run.abort()
    expect((await first.child.outcome).stoppingReason).toBe("user_abort")
    expect(first.child.state.status).toBe("aborted")

    const second = await begin()
    const back = new Promise((resolve) => second.run.on("sub_discussion_completed", resolve))
    await second.child.abort()
    expect(await back).toMatchObject({ data: { status: "aborted" } })
    await second.run.say("Go on then.")
    await new Promise((resolve) => second.run.on("awaiting_input", resolve))
    expect(second.run.state.turns.find(({ id }) => id === "s1")!.content).toBe(
      "Bo, Cy discussed separately: The rent? It was aborted early. They reached no conclusion. Their last statements:\n\n- Bo: Well",
    )
    await second.run.abort()
  })

  test("that fails returns a turn that says so, and its parent continues [across.sub-discussion]", async () => {
    const { run, child } = await opened(panel, { format: "duet", options: { retries: 0 } }, (call) =>
      call.view.topic === "The rent?" ? { chunks: [], ends: "cut" } : words(call),
    )
    expect(child.state.status).toBe("failed")
    expect(run.state.turns.find(({ id }) => id === "s1")!.content).toContain("It ended with an error.")
    expect(run.state.status).toBe("completed")
  })

  test("can have any format and any protocol", async () => {
    const { run, child } = await opened(panel, { format: "duet", options: { rounds: 1 } })
    expect(child.state.table.format.name).toBe("duet")
    expect(run.state.turns.find(({ id }) => id === "s1")!.content).toContain(
      "the most confident proposal was:\n\nthe plan",
    )
  })

  test("its running time counts for its parent, its time waiting for people does not", async () => {
    const clock = new ManualClock()
    const run = conclave({ models: [recordingModel()], clock }).discuss({
      ...panel,
      seats: [...seats, { name: "Kim", kind: "human" }],
      options: { rounds: 1 },
      budget: { seconds: 60 },
    })
    await settled()
    const child = await run.openSubDiscussion({ topic: "The rent?", seats: ["Bo", "Kim"], options: { rounds: 1 } })
    await settled()
    expect(child.state.table.budget.milliseconds).toBe(30_000)
    await clock.advance(3_600_000)
    await child.say("Not more than two thousand.")
    await settled()
    await clock.advance(3_600_000)
    await run.say("Thank you.")
    expect((await run.outcome).stoppingReason).toBe("max_rounds")
  })

  test("invalid requests are refused with their field [across.sub-discussion]", async () => {
    const run = conclave({ models: [recordingModel()] }).discuss({
      ...panel,
      seats: [...seats, { name: "Kim", kind: "human" }],
    })
    await new Promise((resolve) => run.on("awaiting_input", resolve))
    const refused = (asked: object) =>
      run.openSubDiscussion({ topic: "The rent?", seats: ["Bo", "Cy"], ...asked }).then(
        () => "no problem",
        (error) => `${error.code} ${error.message}`,
      )
    expect(await refused({ seats: ["Bo", "Zoe"] })).toMatch(
      /^INPUT_INVALID seats\[1\]: there is no seat "Zoe"; there are Ann/,
    )
    expect(await refused({ seats: ["Bo", "bo"] })).toMatch(/^INPUT_INVALID seats: must name at least two seats/)
    expect(await refused({ topic: " " })).toMatch(/^INPUT_INVALID topic: must not be empty/)
    expect(await refused({ sets: [] })).toMatch(/^INPUT_INVALID sets: unknown field; did you mean "seats"/)
    expect(await refused({ options: { rounds: 9 } })).toMatch(
      /^INPUT_INVALID options.rounds: 9 is more than its parent has \(2\)/,
    )
    expect(await refused({ format: "duet", seats: ["Ann", "Bo", "Cy"] })).toMatch(
      /^INPUT_INVALID seats: duet needs exactly 2/,
    )
    const child = await run.openSubDiscussion({ topic: "The rent?", seats: ["Bo", "Kim"] })
    expect(await refused({})).toMatch(/^STATE_INVALID sub-discussion s1 is running/)
    await expect(child.openSubDiscussion({ topic: "Deeper?", seats: ["Bo", "Kim"] })).rejects.toThrow(
      /subDiscussionDepth is 0/,
    )
    await run.abort()
    expect(await refused({})).toMatch(/^STATE_INVALID the discussion is aborted/)
  })

  test("a fork takes over a finished one, and omits an unfinished one [across.fork]", async () => {
    const model = recordingModel(requestingReply(line))
    const table = conclave({ models: [model] })
    const run = table.discuss(bySeats)
    await run.outcome
    const fork = await table.fork(run, { atTurn: "s1" })
    await fork.outcome
    expect(fork.state.turns.slice(0, 2)).toEqual(run.state.turns.slice(0, 2))
    expect(fork.state.subDiscussions).toHaveLength(1)
    const earlier = await table.fork(run, { atTurn: "t1" })
    await earlier.outcome
    expect(earlier.state.subDiscussions).toEqual([])
  })

  test("is replayed with its parent from the record [across.sub-discussion]", async () => {
    const lines: string[] = []
    const table = conclave({ models: [recordingModel(requestingReply(line))], record: (one) => void lines.push(one) })
    const run = table.discuss(bySeats)
    await run.outcome
    const again = replay(readRecording(lines))
    await again.outcome
    const said = (one: Run) => one.state.turns.map(({ id, content }) => `${id} ${content}`)
    expect(said(again)).toEqual(said(run))
    expect(said(again)[1]).toContain("s1 Ann, Cy discussed separately")
  })
})

async function settled(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
}
