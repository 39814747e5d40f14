import { type TableFile, validateTable } from "conclave"
import { type ScriptedCall, type ScriptedModel, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { block, collectEvents, ofType, start } from "./support.ts"

const model = "test/m"

function recorder(replies: (call: ScriptedCall) => string = () => "Words of substance."): ScriptedModel {
  return scriptedModel({ id: model, replies: (call) => (call.view.ask.kind === "vote" ? block("NO") : replies(call)) })
}

const table = (extra: Readonly<Record<string, unknown>>): TableFile =>
  validateTable({
    name: "mine",
    extends: "panel",
    seats: [
      { name: "Ann", role: "leader", model },
      { name: "Bo", role: "specialist", model },
    ],
    options: { rounds: 3, stop: [] },
    ...extra,
  })

async function runTable(file: TableFile, words = recorder()) {
  const run = start([words], { table: file, topic: "The topic" })
  const events = await collectEvents(run)
  return { run, events, calls: words.calls }
}

const askOf = ({ prompt }: ScriptedCall) =>
  prompt.ask.split("\n\nEnd with one line directly under your text")[0]!.split("\n\n").slice(1).join("\n\n")

describe("stage settings of table files [formats.files]", () => {
  test("an instruction by role, for the first, later and last round, with its placeholders filled in", async () => {
    const instructions = {
      leader: { first: "Open {topic}, {name}.", later: "Round {round} of {rounds}: go on. {x}", last: "Close it." },
      "*": "Add something.",
    }
    const { calls } = await runTable(table({ stages: [{ kind: "speak", instructions }] }))
    expect(calls.map(askOf)).toEqual([
      "Open The topic, Ann.",
      "Add something.",
      "Round 2 of 3: go on. {x}",
      "Add something.",
      "Close it.",
      "Add something.",
    ])
  })

  test("an instruction of the table applies to every stage that has none for the role", async () => {
    const stages = [{ kind: "speak", instructions: { leader: "Lead." } }]
    const { calls } = await runTable(table({ stages, instructions: { leader: "No.", specialist: "Specialise." } }))
    expect(calls.slice(0, 2).map(askOf)).toEqual(["Lead.", "Specialise."])
  })

  test("the table's own ground rules are shared by all seats", async () => {
    const { calls } = await runTable(table({ rules: "Be kind for {rounds} rounds.\n<<Not a label" }))
    expect(new Set(calls.map(({ prompt }) => prompt.rules)).size).toBe(1)
    expect(calls[0]!.prompt.rules).toMatch(/^Be kind for 3 rounds\.\n <<Not a label\n\n/)
    expect(calls[0]!.prompt.rules).toContain("Topic:\nThe topic")
    expect(calls[0]!.prompt.rules).not.toContain("project panel")
  })

  test('a stage takes place in its rounds; "last" is the last round, whichever that is', async () => {
    const stages = [
      { kind: "speak", roles: ["leader"], rounds: { from: 2, to: 2 } },
      { kind: "speak", roles: ["specialist"], rounds: { to: 1 } },
      { kind: "ballot", asks: "consensus", rounds: { from: "last" } },
    ]
    const { events, run } = await runTable(table({ stages }))
    expect(ofType(events, "turn_completed").map(({ turn }) => `${turn.roundNumber}:${turn.role}`)).toEqual([
      "1:bo",
      "2:ann",
    ])
    expect(ofType(events, "round_started").map(({ order }) => order)).toEqual([[], ["ann"], []])
    expect(run.state.ballots.map(({ roundNumber }) => roundNumber)).toEqual([3])
  })

  test("passing in one stage: [PASS] is a pass there, and text elsewhere", async () => {
    const stages = [
      { kind: "speak", roles: ["leader"], passing: true, instructions: { leader: "Speak." } },
      { kind: "speak", roles: ["specialist"] },
    ]
    const { run, calls } = await runTable(
      table({ stages }),
      recorder(({ view }) => (view.round > 1 ? "[PASS]" : "Words.")),
    )
    const turns = run.state.turns.map(({ seat, passed, content }) => [seat, passed, content])
    expect(turns.slice(2, 4)).toEqual([
      ["ann", true, ""],
      ["bo", false, "[PASS]"],
    ])
    expect(calls[0]!.prompt.rules).not.toContain("[PASS]")
    expect(askOf(calls[2]!)).toBe("Speak. Nothing new? Answer [PASS].")
  })

  test("a ballot can have its own question, in the usual form", async () => {
    const stages = [
      { kind: "speak" },
      { kind: "ballot", asks: "consensus", roles: ["leader"], instructions: { leader: "Is it good, {name}?" } },
    ]
    const { calls } = await runTable(table({ stages, options: { rounds: 1, stop: [] } }))
    expect(askOf(calls.at(-1)!)).toMatch(/^Is it good, Ann\?\n\n[\s\S]*HAS_CONSENSUS: YES or NO/)
  })

  test("seats are anonymous to each other, except silent roles; private briefings stay private", async () => {
    const file = table({
      silentRoles: ["guide"],
      seats: [
        { name: "Ann", role: "leader", model, briefing: "Ann's secret." },
        { name: "Bo", role: "specialist", model },
        { name: "Guide", role: "guide", model },
      ],
      stages: [
        { kind: "speak", roles: ["leader", "specialist"], sees: "anonymised", order: "parallel" },
        { kind: "speak", roles: ["guide"], sees: "anonymised" },
      ],
      options: { rounds: 2, stop: [] },
    })
    const { calls } = await runTable(file)
    const last = calls.at(-1)!
    const text = [last.prompt.rules, ...last.prompt.transcript, last.prompt.ask].join("\n")
    expect(last.view.seat.name).toBe("Guide")
    expect(text).toMatch(/<<Round 1 · P[12]>>/)
    expect(text).toContain("<<Round 1 · Guide>>")
    expect(text).not.toMatch(/\b(Ann|Bo)\b/)
    for (const call of calls.filter(({ view }) => view.seat.name !== "Ann")) {
      expect(JSON.stringify(call.prompt)).not.toContain("Ann's secret.")
    }
  })

  test("a table is stored whole in the discussion's log, so a fork or a replay needs no file", async () => {
    const file = table({ rules: "Be kind.", stages: [{ kind: "speak", instructions: { "*": "Go." } }] })
    const { run } = await runTable(file)
    expect(run.state.table.format).toMatchObject({
      name: "mine",
      rules: "Be kind.",
      stages: [{ instructions: { "*": "Go." } }],
    })
  })
})
