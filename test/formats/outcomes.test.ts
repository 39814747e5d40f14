import { readdirSync } from "node:fs"
import { join } from "node:path"
import {
  applyPublic,
  buildLedger,
  conclave,
  type DiscussionInput,
  emptyView,
  type PublicEvent,
  presets,
} from "conclave"
import { type ScriptedCall, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { presetNames } from "../../src/core/formats/index.ts"
import { publishDiscussion } from "../../src/core/public/publish-discussion.ts"
import { compareForks } from "../../src/core/reporting/compare-forks.ts"
import { writeMarkdown } from "../../src/core/reporting/write-markdown.ts"
import { readTableFile } from "../../src/main/table-files.ts"
import { writeHtml } from "../../src/server/present/write-html.ts"
import { block, collectEvents, longWords, ofType, start } from "./support.ts"

const folder = join(import.meta.dirname, "../../tables")
const tables = readdirSync(folder)
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => ({ table: readTableFile(join(folder, file)) }))
const kinds = [...tables, ...presetNames.map((format) => ({ format }))]
const options = ["Wind", "Sun", "Coal"]

/** Never calls for a vote, and chooses by its seat's name. */
function reluctant({ view }: ScriptedCall): string {
  const { ask, seat } = view
  if (ask.kind === "choose") return view.seats[0]!.name
  if (ask.kind !== "vote") return longWords
  if (ask.asks !== "choice") return block("NO")
  const first = seat.name.length % ask.options.length
  const order = [...ask.options.slice(first), ...ask.options.slice(0, first)]
  const scores = order.map((option, index) => `${option}: ${9 - 2 * index}`).join("\n")
  return `[CHOICE]\n${order[0]}\n[RANKING]\n${order.join("\n")}\n[APPROVED]\n${order[0]}\n[SCORES]\n${scores}\n[CONFIDENCE]\n60\n[REASONING]\nSaid by ${seat.name} alone.`
}

describe("given options [outcome.choices-decide]", () => {
  test.each(kinds)("are voted on at every table, or refused: $table.name$format", async (kind) => {
    const { topic = "Heat" } = "table" in kind ? kind.table : {}
    const input = { ...kind, topic, decision: { options }, options: { rounds: 2 } } as DiscussionInput
    const models = [scriptedModel({ id: "test/model", replies: reluctant })]
    const discuss = () => conclave({ models, config: { model: "test/model" } }).discuss(input)
    if ("table" in kind && kind.table.stages?.some((stage) => stage.kind === "ballot" && stage.options === "answers")) {
      expect(discuss).toThrow(/decision\.options: council ranks the answers of its seats/)
      return
    }
    const run = discuss()
    const { decidedBy, sentence } = await run.outcome
    expect(decidedBy.ballot).toMatchObject({ asks: "choice", voters: expect.any(Number) })
    expect(decidedBy.ballot?.tally?.length).toBeGreaterThan(0)
    expect(sentence).toMatch(/Wind|Sun|Coal/)
  })

  test("the outcome says how many seats wanted to vote", async () => {
    const input = { format: "assembly", topic: "Heat", decision: { options }, options: { rounds: 2 } } as const
    const seats = ["Ash", "Birch", "Larch"].map((name) => ({ name, model: "test/model" }))
    const run = start([scriptedModel({ id: "test/model", replies: reluctant })], { ...input, seats })
    expect((await run.outcome).sentence).toBe(
      "No agreement after 2 rounds: 2 for “Coal”, 1 for “Wind”; 0 of 3 wanted to vote.",
    )
  })

  test("a table with its own choice ballot asks for one choice per round", async () => {
    const stages = [
      { kind: "speak" },
      { kind: "ballot", asks: "consensus" },
      { kind: "ballot", asks: "choice", options: "proposals" },
    ]
    const table = { name: "own", extends: "panel", stages, options: { rounds: 1 } }
    const run = start([scriptedModel({ id: "test/model", replies: reluctant })], {
      ...{
        table,
        topic: "Heat",
        seats: [
          { name: "A", model: "test/model" },
          { name: "B", model: "test/model" },
        ],
      },
      decision: { protocol: "plurality" },
    } as DiscussionInput)
    const asked = ofType(await collectEvents(run), "consensus_check_started").length
    expect(asked).toBe(1)
    expect(run.state.ballots.filter(({ asks }) => asks === "choice").length).toBeLessThanOrEqual(1)
  })
})

describe("a secret ballot [outcome.secret]", () => {
  const seats = ["Ash", "Birch", "Larch"].map((name) => ({ name, model: "test/model" }))
  const runBallot = async (secret?: boolean) => {
    const decision = { protocol: "plurality", options, ...(secret !== undefined && { secret }) } as const
    const run = start([scriptedModel({ id: "test/model", replies: reluctant })], {
      ...{ format: "panel", topic: "Heat", seats, decision, options: { rounds: 1, stances: false } },
    })
    const events = await collectEvents(run)
    return { run, events, view: applyPublic(emptyView, events) }
  }
  /** Every representation that leaves the process, as text. */
  const everyRendering = async ({ run, events, view }: Awaited<ReturnType<typeof runBallot>>) => [
    ...events.map((event) => JSON.stringify(event)),
    JSON.stringify(view.items),
    JSON.stringify(publishDiscussion(run.state).ballots),
    JSON.stringify(publishDiscussion(run.state).outcome),
    JSON.stringify(compareForks(run.state, { ...run.state, entries: [] })),
    writeMarkdown(run.state),
    String(await writeHtml(run.state)),
  ]

  test("is published as counts and reasons, without a name beside a vote in any interface", async () => {
    const secret = await runBallot()
    const text = (await everyRendering(secret)).join("\n")
    expect(text).toContain("Said by Ash alone.")
    for (const { name } of seats) {
      const id = name.toLowerCase()
      expect(text).not.toMatch(
        new RegExp(`"(role|seat|by|name)":"(${id}|${name})"[^{}]*"(choice|reasoning|content)":"(Wind|Sun|Coal|Said)`),
      )
      expect(text).not.toMatch(new RegExp(`${name}(:|</th><td>) ?(Wind|Sun|Coal)`))
    }
    expect(ofType(secret.events, "ballot_vote").map(({ role, vote }) => [role, vote])).toEqual(
      ["ash", "birch", "larch"].map((role) => [role, undefined]),
    )
    expect(secret.run.state.outcome?.votes?.final.positions.every(({ seats: who }) => who === undefined)).toBe(true)
  })

  test("nor beside the best proposal of a check that found no agreement", async () => {
    const proposalOf = async (secret: boolean) => {
      const stages = [{ kind: "speak" }, { kind: "ballot", asks: "consensus", secret }]
      const replies = ({ view }: ScriptedCall) =>
        view.ask.kind === "vote" ? block("NO", 80, `The plan of ${view.seat.id}`) : "Wind."
      const model = scriptedModel({ id: "test/model", replies })
      const input = { format: { ...presets.panel, stages }, topic: "Heat", seats, options: { rounds: 1 } }
      return (await start([model], input as DiscussionInput).outcome).bestProposal
    }
    expect(await proposalOf(true)).toEqual({ solution: "The plan of ash", confidence: 80 })
    expect(await proposalOf(false)).toMatchObject({ role: "ash" })
  })

  test("an open ballot, as researchers need it, has the names", async () => {
    const text = (await everyRendering(await runBallot(false))).join("\n")
    expect(text).toMatch(/"role":"ash"[^{}]*"choice":"Wind"/)
    expect(text).toMatch(/Ash: Wind/)
  })
})

describe("stances", () => {
  const seats = ["Ash", "Birch"].map((name) => ({ name, model: "test/model" }))
  const says = ({ view }: ScriptedCall): string => {
    if (view.ask.kind === "vote") return block("NO")
    const moved = view.seat.name === "Ash" && view.round === 2
    const position = view.seat.name === "Birch" || moved ? "Go in stages, slowly" : "All at once"
    return `${longWords}\n\nSTANCE: ${position} | ${60 + view.round} | ${moved ? "Birch" : "none"}\n`
  }
  const chunked = (call: ScriptedCall) => ({ chunks: says(call).match(/.{1,7}/gsu) ?? [] })
  const run = (options: object, replies: (call: ScriptedCall) => { chunks: readonly string[] } = chunked) =>
    start([scriptedModel({ id: "test/model", replies })], {
      format: "duet",
      topic: "Move",
      seats,
      options: { rounds: 2, ...options },
    })

  test("are stored with the turn, but are not part of its streamed or final text [stance.streamed-equals-content]", async () => {
    const events = await collectEvents(run({}))
    const turns = ofType(events, "turn_completed").map(({ turn }) => turn)
    expect(turns.map(({ stance }) => [stance?.position, stance?.confidence, stance?.answers])).toEqual([
      ["All at once", 61, []],
      ["Go in stages, slowly", 61, []],
      ["Go in stages, slowly", 62, ["model-b"]],
      ["Go in stages, slowly", 62, []],
    ])
    for (const turn of turns) {
      expect(turn.content).toBe(longWords)
      const chunks = ofType(events, "turn_chunk").filter(({ turnId }) => turnId === turn.id)
      expect(chunks.map(({ chunk }) => chunk).join("")).toBe(turn.content)
    }
  })

  test("a view shows each seat's stance and whose turn changed it [stance.moves]", async () => {
    const { stances, moves } = applyPublic(emptyView, await collectEvents(run({})))
    expect(stances).toMatchObject({ "model-a": { position: "Go in stages, slowly", confidence: 62, roundNumber: 2 } })
    expect(moves).toEqual([
      {
        ...{ seat: "model-a", from: "All at once", to: "Go in stages, slowly", roundNumber: 2 },
        ...{ source: { turnId: "t3" }, after: { turnId: "t2", seat: "model-b" } },
      },
    ])
  })

  test("that is the turn it answers, not the last one the seat heard [stance.moves]", async () => {
    const replies = ({ view: { seat, round } }: ScriptedCall) => {
      if (seat.name !== "Ash") return `${longWords}\nSTANCE: In stages | 80 | none`
      return `${longWords}\nSTANCE: ${round === 1 ? "All at once | 60 | none" : "In stages | 70 | Birch"}`
    }
    const three = ["Ash", "Birch", "Cedar"].map((name) => ({ name, model: "test/model" }))
    const model = scriptedModel({ id: "test/model", replies })
    const asked = start([model], { format: "panel", topic: "Move", seats: three, options: { rounds: 2, stop: [] } })
    const { moves } = applyPublic(emptyView, await collectEvents(asked))
    expect(moves).toMatchObject([{ seat: "ash", after: { turnId: "t2", seat: "birch" } }])
    expect(buildLedger(asked.state).seats[0]!.positions[1]).toMatchObject({ changed: true, after: { turnId: "t2" } })
  })

  test("paraphrases count as one position; models that state no stance lose nothing", async () => {
    const replies = (call: ScriptedCall) => {
      const text = says(call).replace("Go in stages, slowly", call.view.round === 2 ? "Go slowly in stages" : "$&")
      return { chunks: [call.view.seat.name === "Birch" && call.view.round === 2 ? longWords : text] }
    }
    const turns = ofType(await collectEvents(run({}, replies)), "turn_completed").map(({ turn }) => turn)
    expect(turns[2]?.stance).toMatchObject({ position: "Go in stages, slowly", wording: "Go slowly in stages" })
    expect(turns[3]).toMatchObject({ content: longWords })
    expect(turns[3]).not.toHaveProperty("stance")
  })

  test("if off, no prompt asks for them, and a line that looks like one is text [stance.off]", async () => {
    const model = scriptedModel({ id: "test/model", replies: chunked })
    const events = await collectEvents(
      start([model], { format: "duet", topic: "Move", seats, options: { rounds: 1, stances: false } }),
    )
    expect(model.calls.some(({ prompt }) => prompt.ask.includes("STANCE"))).toBe(false)
    const [{ turn }] = ofType(events, "turn_completed") as [
      { turn: Extract<PublicEvent, { type: "turn_completed" }>["data"]["turn"] },
    ]
    expect(turn.content).toContain("STANCE: All at once")
    expect(turn).not.toHaveProperty("stance")
  })
})
