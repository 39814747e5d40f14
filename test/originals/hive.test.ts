import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { hasTerminal, prompt, TerminalRun } from "../support/terminal.ts"
import { checksOf, type Running, startServer } from "./support.ts"

const { exact, mapped, leftOut } = checksOf("hive")

const config = `
consensus:
  max_rounds: 10  # Not used for discussion
  agreement_threshold: "all"
  discussion_rounds: 3  # Number of discussion rounds
`
/** What each specialist says in each of its rounds; the queen writes the end. */
const script: Record<string, readonly string[]> = {
  Divergent: ["Speed, scale and team are three views.", "A modular monolith is a new angle.", "[PASS]"],
  Convergent: ["Start with a monolith.", "Start modular, split later.", "[PASS] - The recommendation is clear."],
  Critical: ["It may become a ball of mud.", "Keep modules apart.", "Review it every three months. Otherwise, [PASS]."],
}
const model = scriptedModel({
  id: "test/hive",
  replies: ({ view }) => {
    if (view.seat.name === "Queen") return "A modular monolith, reviewed often."
    return script[view.seat.name]?.[view.round - 1] ?? "[PASS]"
  },
})
let at: Running
beforeAll(async () => {
  at = await startServer([model], { consensus: { max_rounds: 2, agreement_threshold: "all", discussion_rounds: 3 } })
})
afterAll(() => at.close())

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

exact("140-149", "markers pass; one that closes a contribution is cut with the words that led up to it", async () => {
  const { turns, outcome } = await discuss({ smartTermination: false })
  const third = turns.filter(
    ({ roundNumber, purpose }: Record<string, unknown>) => roundNumber === 3 && purpose === "turn",
  )
  expect(third).toMatchObject([{ passed: true }, { passed: true }, { content: "Review it every three months." }])
  expect(outcome.rounds).toBe(3)
})

exact("86-93", "max_rounds of the configuration limits no discussion, discussion_rounds says how many", async () => {
  const { options } = await discuss()
  expect(options.rounds).toBe(3)
  expect((await discuss({ rounds: 5 })).options.rounds).toBe(5)
})

exact("288-304", "the SQL of the text finds each round's contributions, all of them, and the synthesis", async () => {
  const { sessionId: shown } = await discuss({ smartTermination: false })
  expect(shown).toBe(sessionId)
  const { rows } = await at.pool.query(
    `SELECT
        id,
        status,
        jsonb_pretty(result::jsonb) as discussion
    FROM tasks
    WHERE session_id = '${sessionId}'
    ORDER BY created_at DESC
    LIMIT 1;`,
  )
  expect(rows[0].status).toBe("completed")
  const { rounds, full_discussion, synthesis } = JSON.parse(rows[0].discussion)
  expect(rounds).toHaveLength(3)
  expect(rounds[0].responses).toEqual(names.map((agent) => ({ agent, round: 1, content: script[agent]![0] })))
  expect(full_discussion).toHaveLength(7)
  expect(full_discussion[6]).toEqual({ agent: "Critical", round: 3, content: "Review it every three months." })
  expect(synthesis).toBe("A modular monolith, reviewed often.")
})

exact("43-55", "each agent is given the whole discussion, by round and name", () => {
  const last = model.calls.findLast(({ view }) => view.seat.name === "Critical" && view.round === 2)!
  const text = last.prompt.transcript.join("\n")
  for (const said of [script.Divergent![0], script.Convergent![0], script.Critical![0], script.Divergent![1]])
    expect(text).toContain(said)
  expect(text).toMatch(/Round 1 · Divergent/)
})

mapped(
  "275-286, 151-184",
  "in a terminal: `specialists on`, a question, each in its colour, and the session's id",
  async () => {
    if (!hasTerminal) return
    const folder = mkdtempSync(join(tmpdir(), "conclave-hive-"))
    writeFileSync(join(folder, "config.yaml"), config)
    const run = new TerminalRun([], { cwd: folder, columns: 100, env: { PORT: "0" } })
    let seen = await run.until(prompt)
    run.type("specialists on\r")
    seen = await run.until(prompt, seen)
    run.type("What are the trade-offs between REST and GraphQL?\r")
    seen = await run.until(prompt, await run.until(/in all/, seen))
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
    rmSync(folder, { recursive: true, force: true })
  },
)

leftOut("156-184", "the exact words of the transcript's frame: `conclave show` and the export have ours")
leftOut("164, 177", "the live heading has no number of contributions: it stands before they are made")
leftOut("207-224", "how many tokens and seconds somebody's models took")
leftOut("270", "model seats do not interject out of turn; people do")
leftOut("306-317", "the log of a worker: `conclave serve` writes lines of its own")
leftOut("354-378", "files and methods of somebody's program")
