import { conclave, type DiscussionInput, type Run, readRecording, replay, writeMarkdown } from "conclave"
import { ManualClock, type ScriptedCall, type ScriptedReply } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { heard, ofType, talker } from "./support.ts"

const seats = ["Ann", "Bo", "Cy"].map((name) => ({ name, model: "test/a", briefing: `SECRET of ${name}` }))
const panel = { format: "panel", record: false, topic: "Where do we move?", seats, options: { rounds: 2 } } as const

/** Who was asked what, in which discussion. */
function asker(reply: (call: ScriptedCall) => ScriptedReply = words) {
  return talker("test/a", reply)
}

function words({ view }: ScriptedCall): ScriptedReply {
  return view.ask.kind === "synthesis" ? "The rent is the hard limit." : `${view.seat.name} on ${view.topic}`
}

/** The line by which a seat asks for one, in its first turn of a table that is about the move. */
function asking(line: string) {
  return (call: ScriptedCall): ScriptedReply => {
    const { seat, round, topic } = call.view
    const asks = seat.name === "Ann" && round === 1 && topic === panel.topic
    return asks ? `We must know the rent.\n\n${line}` : words(call)
  }
}

const bySeats = { ...panel, options: { rounds: 2, subDiscussionsBySeats: true } }
const line = "[SUB-DISCUSSION: Cy | What may the rent be?]"

/** Opens one as soon as the first turn has begun; gives both runs when the parent is over. */
async function opened(input: DiscussionInput, asked: object, reply = words) {
  const model = asker(reply)
  const run = conclave({ models: [model] }).discuss(input)
  const child = await new Promise<Run>((resolve, reject) => {
    run.on("turn_completed", ({ data }) => {
      if (data.turn.id === "t1")
        run.openSubDiscussion({ topic: "The rent?", seats: ["Bo", "Cy"], ...asked }).then(resolve, reject)
    })
  })
  const events = await heard(run)
  await child.outcome
  return { run, child, model, events }
}

describe("a sub-discussion", () => {
  test("that a person asks for runs as its own discussion and comes back as one turn [across.sub-discussion]", async () => {
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
    const label = "<<Round 1 · Sub-discussion · Bo, Cy>>\nBo, Cy discussed separately: The rent?"
    const seen = transcripts.filter((pieces) => pieces.some((piece) => piece.startsWith(label)))
    expect(seen.length).toBeGreaterThanOrEqual(4)
    expect(run.state.turns.filter(({ purpose }) => purpose === "turn")).toHaveLength(6)
    expect(writeMarkdown(run.state)).toContain("**Sub-discussion · Bo, Cy** · s1\n\nBo, Cy discussed separately")
    expect(run.state.outcome?.contributions.map(({ turns: count }) => count)).toEqual([2, 2, 2])
  })

  test("is waited for: nobody begins a turn in its parent before it is back [across.sub-discussion]", async () => {
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

  test("counts for its parent's usage, by seat [across.sub-discussion]", async () => {
    const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 }
    const { run, child } = await opened(panel, {}, (call) => ({ chunks: [String(words(call))], usage }))
    const total = (state: Run["state"]) => Object.values(state.usage).reduce((sum, used) => sum + used.promptTokens, 0)
    expect(total(child.state)).toBe(50)
    expect(total(run.state)).toBe(60 + 50)
    expect(run.state.usage.cy).toMatchObject({ promptTokens: 20 + 20 })
    // The child's queen sits there alone, so Bo, who speaks for them, bears her share.
    expect(run.state.usage.bo).toMatchObject({ promptTokens: 20 + 20 + 10 })
    expect(run.state.outcome?.usage.promptTokens).toBe(110)
  })

  test("has at most what its parent has left to spend [across.sub-discussion]", async () => {
    const usage = { promptTokens: 90, cachedTokens: 0, completionTokens: 10 }
    const spending = (call: ScriptedCall) => ({ chunks: [String(words(call))], usage })
    const { child, run } = await opened({ ...panel, budget: { tokens: 700 } }, {}, spending)
    expect(child.state.table.budget.tokens).toBeLessThanOrEqual(300)
    expect(child.state.outcome?.stoppingReason).toBe("budget")
    expect(run.state.outcome?.stoppingReason).toBe("budget")
    const asked = await opened({ ...panel, budget: { tokens: 700 } }, { budget: { tokens: 5_000 } }, spending)
    expect(asked.child.state.table.budget.tokens).toBeLessThanOrEqual(600)
  })

  test("that a seat asks for in its last line is opened where that is on [across.sub-discussion]", async () => {
    const model = asker(asking(line))
    const run = conclave({ models: [model] }).discuss(bySeats)
    const events = await heard(run)
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
    ["there may be none", { ...bySeats, options: { ...bySeats.options, subDiscussionDepth: 0 } }, line],
    ["nobody is called so", bySeats, "[SUB-DISCUSSION: Zoe | What may the rent be?]"],
    ["it names itself alone", bySeats, "[SUB-DISCUSSION: Ann | What may the rent be?]"],
    ["it is quoted", bySeats, `> ${line}`],
    ["it is in a code fence", bySeats, `\`\`\`\n${line}`],
    ["it is not the end", bySeats, `${line}\nSo much for now.`],
  ])("is not opened where %s, and the words stay as they were", async (_, input, last) => {
    const run = conclave({ models: [asker(asking(last))] }).discuss({
      ...input,
      options: { stop: [], ...input.options },
    })
    expect(ofType(await heard(run), "sub_discussion_started")).toEqual([])
    expect(run.state.turns[0]!.content).toBe(`We must know the rent.\n\n${last}`)
  })

  test("rules say nothing of it unless seats may ask", async () => {
    const model = asker()
    await conclave({ models: [model] }).discuss(panel).outcome
    expect(model.calls[0]!.prompt.rules).not.toContain("SUB-DISCUSSION")
    expect(model.calls[0]!.stop).toContain("\nSpeaker:")
  })

  test("goes no deeper than it may, and each is back before the one above it [across.sub-discussion]", async () => {
    const deeper = (call: ScriptedCall): ScriptedReply => {
      const { round, seat, ask } = call.view
      if (ask.kind === "synthesis" || round > 1) return words(call)
      return `${seat.name} wonders.\n[SUB-DISCUSSION: Ann, Bo | Below ${call.view.topic.length}?]`
    }
    const options = { rounds: 1, subDiscussionsBySeats: true, subDiscussionDepth: 2, subDiscussions: 1 }
    const run = conclave({ models: [asker(deeper)] }).discuss({ ...panel, options })
    await run.outcome
    const asked = run.state.subDiscussions
    expect(asked).toMatchObject([{ status: "completed", table: { format: { settings: { subDiscussionDepth: 1 } } } }])
    const report = run.state.turns.find(({ id }) => id === "s1")!
    expect(report.content).toContain("Their result:")
  })

  test("ends with its parent, and its own end comes back saying so [across.sub-discussion]", async () => {
    const hanging = (call: ScriptedCall): ScriptedReply =>
      call.view.topic === "The rent?" ? { chunks: ["Well "], ends: "hang" } : words(call)
    const model = asker(hanging)
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
      "Bo, Cy discussed separately: The rent? It was stopped early. They reached no conclusion. Their last statements:\n\n- Bo: Well",
    )
    await second.run.abort()
  })

  test("that fails comes back saying so, and its parent goes on [across.sub-discussion]", async () => {
    const { run, child } = await opened(panel, { format: "duet", options: { retries: 0 } }, (call) =>
      call.view.topic === "The rent?" ? { chunks: [], ends: "cut" } : words(call),
    )
    expect(child.state.status).toBe("failed")
    expect(run.state.turns.find(({ id }) => id === "s1")!.content).toContain("It ended with an error.")
    expect(run.state.status).toBe("completed")
  })

  test("can be of any format and decide in any way", async () => {
    const { run, child } = await opened(panel, { format: "duet", options: { rounds: 1 } })
    expect(child.state.table.format.name).toBe("duet")
    expect(run.state.turns.find(({ id }) => id === "s1")!.content).toContain(
      "the most confident proposal was:\n\nthe plan",
    )
  })

  test("time that it takes counts for its parent, time that it waits for people does not", async () => {
    const clock = new ManualClock()
    const run = conclave({ models: [asker()], clock }).discuss({
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

  test("what cannot be is refused by name [across.sub-discussion]", async () => {
    const run = conclave({ models: [asker()] }).discuss({ ...panel, seats: [...seats, { name: "Kim", kind: "human" }] })
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

  test("a fork takes over one that is back, and leaves behind one that is not [across.fork]", async () => {
    const model = asker(asking(line))
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
    const table = conclave({ models: [asker(asking(line))], record: (one) => void lines.push(one) })
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
