import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { type ScriptedCall, scriptedModel } from "../../src/testing/index.ts"
import { hasTerminal, prompt, TerminalRun } from "../support/terminal.ts"
import { checksOf, onBothDatabases, type Running, startServer } from "./support.ts"

const { exact, mapped, leftOut } = checksOf("hive")

const config = `
consensus:
  max_rounds: 10  # Not used for discussion
  agreement_threshold: "all"
  discussion_rounds: 3  # Number of discussion rounds
`
/** What each specialist says in each of its rounds; the queen writes the synthesis. */
const script: Record<string, readonly string[]> = {
  Divergent: ["Speed, scale and team are three views.", "A modular monolith is a new angle.", "[PASS]"],
  Convergent: ["Start with a monolith.", "Start modular, split later.", "[PASS] - The recommendation is clear."],
  Critical: ["It may become a ball of mud.", "Keep modules apart.", "Review it every three months. Otherwise, [PASS]."],
}
/** Overrides the script. */
let everyoneSays: string | ((call: ScriptedCall) => string | undefined) | undefined
const model = scriptedModel({
  id: "test/hive",
  replies: (call) => {
    const { view } = call
    if (view.ask.kind === "synthesis") return "A modular monolith, reviewed often."
    const said = typeof everyoneSays === "function" ? everyoneSays(call) : everyoneSays
    if (said !== undefined) return said
    return script[view.seat.name]?.[view.round - 1] ?? "[PASS]"
  },
})
onBothDatabases((database) => {
  let at: Running
  beforeAll(async () => {
    at = await startServer({
      ...{ database, models: [model] },
      config: { consensus: { max_rounds: 2, agreement_threshold: "all", discussion_rounds: 3 } },
    })
  })
  afterAll(() => at.close())
  afterEach(() => {
    everyoneSays = undefined
  })

  const sessionId = "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10"
  const names = ["Divergent", "Convergent", "Critical"]

  async function discuss(options: object = {}) {
    const seats = [...names, "Queen"].map((name) => ({ name, role: name.toLowerCase(), model: "test/hive" }))
    const body = { format: "hive", topic: "Microservices or a monolith?", seats, sessionId, options }
    const { body: made, status } = await at.call("POST", "/api/v1/discussions", body)
    expect(status).toBe(201)
    const path = `/api/v1/discussions/${made.discussion.id}`
    await expect
      .poll(async () => (await at.call("GET", path)).body.discussion.status, { timeout: 20_000 })
      .toBe("completed")
    return (await at.call("GET", path)).body.discussion
  }

  exact("140-149", "markers pass; a marker at the end of a contribution is removed with its lead-in", async () => {
    const { turns, outcome } = await discuss({ smartTermination: false })
    const third = turns.filter(
      ({ roundNumber, purpose }: Record<string, unknown>) => roundNumber === 3 && purpose === "turn",
    )
    expect(third).toMatchObject([{ passed: true }, { passed: true }, { content: "Review it every three months." }])
    expect(outcome.rounds).toBe(3)
  })

  exact(
    "32-38, 57-63, 202-205, 253-255",
    "every pass phrase is a pass, and a round of passes ends the discussion",
    async () => {
      for (const words of ["[PASS]", "[NO RESPONSE]", "I have nothing to add."]) {
        everyoneSays = words
        const { turns, outcome } = await discuss()
        everyoneSays = undefined
        expect(outcome, words).toMatchObject({ stoppingReason: "all_passed", rounds: 1 })
        expect(turns.filter(({ passed }: { passed: boolean }) => passed)).toHaveLength(3)
      }
    },
  )

  mapped("65-82, 254", "each role has separate instructions for the first and later rounds, in our wording", () => {
    const asked = (name: string, round: number) =>
      model.calls.findLast(({ view }) => view.seat.name === name && view.round === round)!.prompt.ask
    const asks = names.flatMap((name) => [asked(name, 1), asked(name, 2)])
    expect(new Set(asks).size).toBe(6)
    for (const name of names) expect(asked(name, 2)).toMatch(/new/i)
    const { rules } = model.calls.at(-1)!.prompt
    expect(rules).toContain("[PASS]")
  })

  exact("22-30, 95-98, 226-243, 249, 259", "a discussion has one, two, three or five rounds", async () => {
    // Of five rounds the fourth is the last: every specialist passes in it.
    for (const [rounds, held] of [
      [1, 1],
      [2, 2],
      [5, 4],
    ] as const) {
      const { outcome } = await discuss({ rounds, smartTermination: false })
      expect(outcome).toMatchObject({ rounds: held, stoppingReason: rounds === 5 ? "all_passed" : "max_rounds" })
    }
    expect((await discuss({ smartTermination: false })).outcome.rounds).toBe(3)
  })

  const seats = names.map((name) => ({ name, model: "test/hive" }))
  const hold = async (more: object) => {
    const body = { format: "hive", topic: "Which?", seats, start: false, ...more }
    const { body: made } = await at.call("POST", "/api/v1/discussions", body)
    return `/api/v1/discussions/${made.discussion.id}`
  }

  mapped(
    "265-266",
    "seats speak in parallel without seeing each other's turns; a round without news ends the discussion",
    async () => {
      const before = model.calls.length
      everyoneSays = "Speed, scale and team are three views."
      const { outcome } = await discuss({ order: "parallel", rounds: 5 })
      everyoneSays = undefined
      const first = model.calls.slice(before).filter(({ view }) => view.round === 1 && view.ask.kind === "turn")
      expect(first.map(({ view }) => view.seat.name).toSorted()).toEqual(names.toSorted())
      for (const { prompt } of first) expect(prompt.transcript).toEqual([])
      expect(outcome).toMatchObject({ rounds: 2, stoppingReason: "nothing_new" })
    },
  )

  const run = async (path: string) => {
    await at.call("POST", `${path}/begin`)
    await expect
      .poll(async () => (await at.call("GET", path)).body.discussion.status, { timeout: 20_000 })
      .toBe("completed")
    return (await at.call("GET", path)).body.discussion
  }

  mapped("267-269, 271", "votes, a specialist that joins, live text and a side discussion", async () => {
    const decision = { protocol: "plurality", options: ["REST", "GraphQL"] }
    const path = await hold({ options: { rounds: 2, subDiscussionsBySeats: true }, decision })
    await at.call("POST", `${path}/seats`, { name: "Domain", model: "test/hive" })
    // Subscribe before the start: the text of a turn is streamed while it is spoken and not repeated.
    const stream = await fetch(`${at.url}${path}/events`, { headers: { accept: "text/event-stream" } })
    everyoneSays = ({ view }) =>
      view.ask.kind === "turn" && view.topic === "Which?" && view.seat.name === "Divergent" && view.round === 1
        ? "Views differ.\n[SUB-DISCUSSION: Convergent | Which cache?]"
        : "REST"
    const { outcome, turns } = await run(path)
    expect(await stream.text()).toMatch(/event: turn-chunk\ndata: .*"role":"domain".*REST/)
    expect(outcome).toMatchObject({ stoppingReason: "decided", solution: "REST" })
    expect(turns.map(({ purpose }: { purpose: string }) => purpose)).toContain("sub-discussion")
  })

  exact("270", "a specialist addressed by name answers out of turn, and no other seat under its name", async () => {
    const path = await hold({ options: { rounds: 1, interjections: 1 } })
    const speak = (author: string) => at.call("POST", `${path}/interjections`, { author, content: "Mind the costs." })
    expect((await speak("Kim")).status).toBe(200)
    for (const author of ["Divergent", " divergent ", "ＤＩＶＥＲＧＥＮＴ", "Diver\u200bgent"]) {
      const refused = await speak(author)
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining("author")])
    }
    everyoneSays = ({ view: { seat } }) => (seat.name === "Convergent" ? "Divergent forgets the cost." : undefined)
    const { turns } = await run(path)
    const shown = turns.map(({ role, purpose }: Record<string, string>) => `${role} ${purpose}`)
    expect(shown.slice(0, 4)).toEqual(["divergent turn", "convergent turn", "divergent interjection", "critical turn"])
  })

  exact("86-93", "the configuration's max_rounds limits no discussion; discussion_rounds sets the number", async () => {
    const { options } = await discuss()
    expect(options.rounds).toBe(3)
    expect((await discuss({ rounds: 5 })).options.rounds).toBe(5)
  })

  const resultOf = { PostgreSQL: "jsonb_pretty(result::jsonb)", SQLite: "result" }
  exact("288-304", "the original's SQL finds all contributions of each round and the synthesis", async () => {
    const { sessionId: shown } = await discuss({ smartTermination: false })
    expect(shown).toBe(sessionId)
    const { body: listed } = await at.call("GET", `/api/v1/discussions?sessionId=${sessionId}`)
    expect(listed.discussions.length).toBeGreaterThan(0)
    for (const one of listed.discussions) expect(one.sessionId).toBe(sessionId)
    const { body: others } = await at.call("GET", `/api/v1/discussions?sessionId=${crypto.randomUUID()}`)
    expect(others.discussions).toEqual([])
    const rows = await at.sql(
      `SELECT
        id,
        status,
        ${resultOf[database]} as discussion
    FROM tasks
    WHERE session_id = '${sessionId}'
    ORDER BY created_at DESC
    LIMIT 1;`,
    )
    expect(rows[0].status).toBe("completed")
    const { discussion } = rows[0]
    const { rounds, full_discussion, synthesis } = typeof discussion === "string" ? JSON.parse(discussion) : discussion
    expect(rounds).toHaveLength(3)
    expect(rounds[0].responses).toEqual(names.map((agent) => ({ agent, round: 1, content: script[agent]![0] })))
    expect(full_discussion).toHaveLength(7)
    expect(full_discussion[6]).toEqual({ agent: "Critical", round: 3, content: "Review it every three months." })
    expect(synthesis).toBe("A modular monolith, reviewed often.")
  })

  exact("43-55", "each agent gets the whole discussion, by round and name", () => {
    const last = model.calls.findLast(({ view }) => view.seat.name === "Critical" && view.round === 2)!
    const text = last.prompt.transcript.join("\n")
    for (const said of [script.Divergent![0], script.Convergent![0], script.Critical![0], script.Divergent![1]])
      expect(text).toContain(said)
    expect(text).toMatch(/Round 1 · Divergent/)
  })
})

// Uses its own data folder, whatever the server uses.
mapped(
  "275-286, 151-154, 162, 165-172, 175, 180",
  "the terminal supports `specialists on`, a question, one colour per specialist, and the session id",
  async () => {
    if (!hasTerminal) return
    const folder = mkdtempSync(join(tmpdir(), "conclave-hive-"))
    writeFileSync(join(folder, "config.yaml"), config)
    const run = new TerminalRun([], { cwd: folder, columns: 100, env: { PORT: "0" } })
    let seen = await run.until(prompt)
    run.type("specialists on\r")
    seen = await run.until(prompt, seen)
    run.type("What are the trade-offs between REST and GraphQL?\r")
    seen = await run.until(prompt, await run.until(/In total/, seen))
    for (const [code, name] of [
      ["34", "Divergent"],
      ["32", "Convergent"],
      ["31", "Critical"],
    ] as const)
      expect(run.output).toContain(`\u001b[${code}m${name}`)
    run.type("status\r")
    await run.until(/Session [0-9a-f-]{36}/, seen)
    run.type("exit\r")
    expect(await run.end()).toBe(0)
    expect(run.screen.text()).toMatch(/Round 1 of 3/)
    expect(run.screen.text()).toMatch(/Round 1: \d contributions?/)
    rmSync(folder, { recursive: true, force: true })
  },
)
leftOut(
  "155-161, 163-164, 173-174, 176-179, 181-184",
  "the exact frame of the transcript: `conclave show` and the export have ours",
)
leftOut("207-224", "tokens and seconds measured with the original's models")
leftOut(
  "306-317",
  "a worker's log: `conclave serve` logs `round 1/3` and the contributors in its own format (hive.worker-log)",
)
leftOut("354-378", "files and methods of the original program")
leftOut(
  "1-20, 41, 84, 100-138, 273, 263-264, 319-352, 380-390",
  "headings, an example conversation, earlier behaviour, a summary",
)
leftOut("185-200, 246-251, 256-261", "expectations and advice")
