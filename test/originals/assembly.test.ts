import { afterAll, beforeAll, expect } from "vitest"
import { readYamlConfig } from "../../src/main/config-file.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { checksOf, onBothDatabases, type Running, startServer } from "./support.ts"

const { exact, mapped, leftOut } = checksOf("assembly")

const yaml = `
phase2_settings:
  # Discussion
  statement_min_length: 50                  # Validation threshold
  statement_validation_retries: 3           # Max retry attempts
  public_history_max_length: 100000         # Character limit

  # Memory
  memory_management:
    guidance_style: "structured"
    statement_max_length: 300               # Truncation limit
    enable_truncation: true

  # Speaking order
  finisher_restrictions_active: true
  use_fixed_speaking_order: false
`
const long = "I believe we should raise the floor, because it protects those who have the least. ".repeat(6)
let says = long
const model = scriptedModel({
  id: "test/member",
  replies: ({ view }) => (view.ask.kind === "vote" ? "NO" : says),
})
onBothDatabases((database) => {
  let at: Running
  beforeAll(async () => {
    at = await startServer({ database, models: [model], config: readYamlConfig(yaml, "config.yaml").config })
  })
  afterAll(() => at.close())

  const seats = ["Alice", "Bob", "Carol"].map((name) => ({ name, model: "test/member" }))
  async function deliberate(server: Running, options: object = {}, more: object = {}) {
    const body = { format: "assembly", topic: "Which principle?", seats, options: { rounds: 2, ...options }, ...more }
    const { body: made } = await server.call("POST", "/api/v1/discussions", body)
    const path = `/api/v1/discussions/${made.discussion.id}`
    await expect
      .poll(async () => (await server.call("GET", path)).body.discussion.status, { timeout: 20_000 })
      .toBe("completed")
    return (await server.call("GET", path)).body.discussion
  }

  exact("312-329", "the original's YAML, unchanged, sets the options it names", async () => {
    const { options } = await deliberate(at)
    expect(options).toMatchObject({
      ...{ statementMinLength: 50, statementRetries: 3, historyMaxLength: 100_000, memoryStyle: "structured" },
      ...{ memoryStatementMaxLength: 300, memoryTruncation: true, finisherRestriction: true, order: "shuffled" },
    })
  })

  exact("328", "a fixed order is the seat order in every round", async () => {
    const { turns } = await deliberate(at, { rounds: 3, order: "fixed" })
    const spoken = turns.map(({ role }: { role: string }) => role)
    expect(spoken).toEqual([...seats, ...seats, ...seats].map(({ name }) => name.toLowerCase()))
  })

  mapped("107-110", "a member's prior knowledge is its briefing, and is in no other member's prompt", async () => {
    const before = model.calls.length
    const ranked = "You initially ranked the floor first."
    const briefed = seats.map((seat) => (seat.name === "Alice" ? { ...seat, briefing: ranked } : seat))
    await deliberate(at, { rounds: 1 }, { seats: briefed, record: false })
    for (const { view, prompt } of model.calls.slice(before))
      expect(JSON.stringify(prompt).includes(ranked)).toBe(view.seat.name === "Alice")
  })

  mapped("126-136", "prompts name the round and the speaker in each of the three languages", async () => {
    for (const [language, words] of [
      ["es", /Ronda 1/],
      ["zh", /第\s?1\s?轮/],
    ] as const) {
      const before = model.calls.length
      await deliberate(at, { rounds: 1 }, { language })
      const [first] = model.calls.slice(before)
      expect(first!.prompt.ask).toMatch(words)
      expect(first!.prompt.ask).toContain(first!.view.seat.name)
    }
  })

  mapped("183-189", "a history entry has round, speaker, statement, time and character count", async () => {
    const { turns } = await deliberate(at)
    expect(turns[0]).toMatchObject({
      ...{ roundNumber: 1, role: expect.any(String), content: long.trim(), timestamp: expect.any(String) },
      characterCount: long.trim().length,
    })
  })

  mapped("214-221", "structured memory has speaker, topic and key point, within 300 characters", async () => {
    await deliberate(at)
    const { ask } = model.calls.findLast(({ view }) => view.ask.kind === "turn")!.prompt
    const line = /Round: 1 \| Speaker: (Alice|Bob|Carol) \| Topic: Which principle\? \| Key point: .*/.exec(ask)?.[0]
    expect(line).toBeDefined()
    expect(line!.length).toBeLessThanOrEqual(300)
  })

  exact("324", "without truncation a memory line is kept whole", async () => {
    await deliberate(at, { memoryTruncation: false })
    const { ask } = model.calls.findLast(({ view }) => view.ask.kind === "turn")!.prompt
    expect(ask).toContain(`Key point: ${long.trim()}`)
  })

  exact("86-90", "no member speaks last in two consecutive rounds", async () => {
    const { turns } = await deliberate(at, { rounds: 6 })
    const last = [1, 2, 3, 4, 5, 6].map(
      (round) => turns.filter((turn: { roundNumber: number }) => turn.roundNumber === round).at(-1).role,
    )
    for (const [index, role] of last.entries()) if (index > 0) expect(role).not.toBe(last[index - 1])
  })

  exact(
    "149-167, 281-288",
    "a short statement is retried three times, then the round continues with the best attempt",
    async () => {
      says = "Too short."
      const { turns } = await deliberate(at, { rounds: 1 })
      says = long
      expect(turns).toHaveLength(3)
      expect(turns[0]).toMatchObject({ attempt: 4, belowMinimum: true, content: "Too short." })
    },
  )

  exact("117-124, 349-350", "a prompt names the round and the speaker, and asks for 50 to 200 words", async () => {
    await deliberate(at)
    const { prompt } = model.calls.findLast(({ view }) => view.ask.kind === "turn")!
    const text = [prompt.rules, ...prompt.transcript, prompt.ask].join("\n")
    expect(text).toMatch(/Round 2|round 2/)
    expect(text).toMatch(/Alice|Bob|Carol/)
    expect(text).toMatch(/50 to 200 words/)
  })

  exact(
    "112-114, 236-261",
    "a history beyond its maximum length loses its oldest entries and records that",
    async () => {
      const { id, turns } = await deliberate(at, { rounds: 3, historyMaxLength: 1_000 })
      expect(turns).toHaveLength(9)
      const events = await fetch(`${at.url}/api/v1/discussions/${id}/events?limit=1000`, {
        headers: { accept: "application/json" },
      }).then((response) => response.json() as Promise<{ events: { type: string; data: object }[] }>)
      const trimmed = events.events.filter(({ type }) => type === "history_trimmed")
      expect(trimmed.length).toBeGreaterThan(0)
      const { transcript } = model.calls.findLast(({ view }) => view.ask.kind === "turn")!.prompt
      expect(transcript.join("\n").split("I believe we should").length - 1).toBeLessThan(9 * 6)
    },
  )

  exact(
    "192-195, 203-211, 223-232",
    "every statement is shown to all members, and memory costs no model call",
    async () => {
      const before = model.calls.length
      await deliberate(at, { rounds: 2 })
      const calls = model.calls.slice(before)
      const turns = calls.filter(({ view }) => view.ask.kind === "turn")
      const votes = calls.filter(({ view }) => view.ask.kind === "vote")
      expect(turns).toHaveLength(6)
      // Calls after the last vote write the decision record.
      const discussed = calls.findLastIndex(({ view }) => ["turn", "vote"].includes(view.ask.kind)) + 1
      expect(discussed).toBe(turns.length + votes.length)
      // Each statement is limited to 300 characters (line 113).
      const shown = turns.at(-1)!.prompt.transcript.filter((line) => line.includes("I believe"))
      expect(shown.length).toBeGreaterThanOrEqual(3)
      for (const line of shown) expect(line.length).toBeLessThan(400)
    },
  )
})

leftOut("15-68, 371-384", "classes and files of the original program")
leftOut("265-275", "durations measured with the original's models")
leftOut("290-297", "timeouts that grow by half: test/formats/assembly.test.ts checks them with a manual clock")
leftOut("299-306", "memory over its limit loses its older half: test/formats/assembly.test.ts")
leftOut("1-14, 72-85, 91-105, 140-147, 170-182, 199-201, 279, 310, 388-392", "headings, signatures and rationale")
leftOut("115", "the wording of a history line: ours is labelled with round and name, so that it cannot be forged")
leftOut("333-347, 351-366", "the tests of the original program")
