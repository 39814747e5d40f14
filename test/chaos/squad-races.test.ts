import type pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest"
import type { NewPrompt, SquadPrompt, SquadStore } from "../../src/ports/squad-store.ts"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { PostgresSquadStore, timeOutPrompts } from "../../src/stores/postgres/squad/postgres-squad-store.ts"
import { freshDatabase } from "../support/postgres.ts"

const processes = 5
const racers = 50
const timeOutRaces = 200

/** One pool per simulated process, so that answers really race in the database. */
let databases: Database[]
let stores: SquadStore[]
beforeAll(async () => {
  const url = await freshDatabase(inject("postgresUrl"))
  databases = await Promise.all(Array.from({ length: processes }, () => openDatabase(url)))
})
afterAll(() => Promise.all(databases.map((database) => database.close())))
beforeEach(async () => {
  const organisation = "INSERT INTO organisations (name) VALUES ('Racers') RETURNING id"
  const { rows } = await databases[0]!.pool.query<{ id: string }>(organisation)
  stores = databases.map((database) => new PostgresSquadStore({ database, organisationId: rows[0]!.id }))
})

const storeOf = (index: number) => stores[index % stores.length]!
const ask = async (prompt: Partial<NewPrompt>) => {
  const whole = { requester_agent: "Asker", prompt_message: "Now?", required_responses: 2, timeout_minutes: 30 }
  return (await storeOf(0).post({ ...whole, task_id: null, mentions: [], ...prompt })).prompt
}
const answer = (index: number, promptId: string, agent_name: string, key: string | null = null) => {
  const rest = { is_human: false, idempotency_key: key, model_id: null }
  return storeOf(index).answer(promptId, { agent_name, message: `words of ${agent_name}`, ...rest })
}

/** Invariants that hold for every prompt at any time. */
async function checkBooks(id: string): Promise<SquadPrompt> {
  const looks = await Promise.all(stores.map((store) => store.get(id)))
  for (const look of looks) expect({ ...look, closesInMs: 0 }).toEqual({ ...looks[0], closesInMs: 0 })
  const { prompt, responses } = looks[0]!
  const latest = new Map(responses.map((chat) => [chat.agent_name, chat]))
  expect(prompt.collected_context).toEqual(
    [...latest.values()].map(({ agent_name, message, created_at }) => ({ agent: agent_name, message, created_at })),
  )
  expect(prompt.collected_context.length).toBeLessThanOrEqual(prompt.required_responses)
  expect(prompt.status === "resolved").toBe(prompt.collected_context.length === prompt.required_responses)
  return prompt
}

describe("answers that race", () => {
  test(`${racers} for the last place: one gets it, and it resolves once [squad.race]`, async () => {
    for (const required_responses of [1, 2, 10]) {
      const { id } = await ask({ required_responses })
      for (let early = 1; early < required_responses; early++) await answer(early, id, `early ${early}`)
      const results = await Promise.all(
        Array.from({ length: racers }, (_, index) => answer(index, id, `racer ${index}`)),
      )
      expect(results.filter(({ kind }) => kind === "stored")).toHaveLength(1)
      const prompt = await checkBooks(id)
      for (const result of results) expect(result.prompt).toEqual(prompt)
    }
  })

  test("two for the last two places both land [squad.race]", async () => {
    for (let race = 0; race < 50; race++) {
      const { id } = await ask({})
      const results = await Promise.all([answer(0, id, "Ann"), answer(1, id, "Bob")])
      expect(results.map(({ kind, prompt }) => `${kind} ${prompt.status}`).sort()).toEqual([
        "stored collecting",
        "stored resolved",
      ])
      await checkBooks(id)
    }
  })

  test("one agent from everywhere at once counts once, with one key is stored once [squad.counts-once] [squad.same-answer]", async () => {
    const { id } = await ask({})
    await Promise.all(Array.from({ length: racers }, (_, index) => answer(index, id, "Ann")))
    expect((await checkBooks(id)).status).toBe("collecting")
    const keyed = await ask({})
    const results = await Promise.all(
      Array.from({ length: racers }, (_, index) => answer(index, keyed.id, "Ann", "key")),
    )
    expect(results.filter(({ kind }) => kind === "stored")).toHaveLength(1)
    expect((await storeOf(0).get(keyed.id)).responses).toHaveLength(1)
  })

  test("answers, closing by hand, sweeps and chat on many prompts at once never deadlock", async () => {
    const prompts = await Promise.all(Array.from({ length: 20 }, () => ask({ timeout_minutes: 0.002 })))
    const say = { agent_name: "Ann", message: "so?", is_human: true, message_type: "message", task_ref: null } as const
    await Promise.all(
      prompts.flatMap(({ id }, index) => [
        answer(index, id, "Ann"),
        answer(index + 1, id, "Bob"),
        storeOf(index).close(id, "cancelled"),
        storeOf(index + 2).list(),
        storeOf(index + 3).postMessage({ ...say, discussion_prompt_id: id }),
        timeOutPrompts(databases[index % processes]!),
      ]),
    )
    for (const { id } of prompts) {
      expect(["resolved", "cancelled", "timed_out"]).toContain((await storeOf(0).get(id)).prompt.status)
    }
  })
})

test("a reader of the chat misses nothing that commits late", async () => {
  const said = { is_human: false, message_type: "message", task_ref: null, discussion_prompt_id: null } as const
  const messages = Array.from({ length: 200 }, (_, index) => `message ${index}`)
  const heard: string[] = []
  const following = (async () => {
    let after = 0
    while (heard.length < messages.length) {
      for (const event of await storeOf(0).events(after, 7)) {
        after = event.seq
        if (event.type === "message") heard.push(event.message.message)
      }
    }
  })()
  await Promise.all(
    messages.map((message, index) => storeOf(index).postMessage({ ...said, agent_name: "Ann", message })),
  )
  await following
  expect(heard.toSorted()).toEqual(messages.toSorted())
})

describe("an answer against the time-out", () => {
  test(`in ${timeOutRaces} races there is one winner, the same for every reader [squad.expired]`, async () => {
    const winners = { resolved: 0, timed_out: 0 }
    // The answer is sent this long before the end: a little earlier after each defeat, later after each victory.
    let leadMs = 5
    const race = async (index: number) => {
      const prompt = await ask({ required_responses: 1, timeout_minutes: 0.4 / 60 })
      const looks: SquadPrompt[] = []
      const look = async (store: SquadStore) => {
        do looks.push((await store.get(prompt.id)).prompt)
        while (looks.at(-1)!.resolved_at === null)
      }
      const sweep = () => timeOutPrompts(databases[index % processes]!)
      await untilExpiry(prompt, -leadMs)
      const [result] = await Promise.all([
        answer(index, prompt.id, "Ann"),
        look(storeOf(index + 1)),
        look(storeOf(index + 2)),
        storeOf(index + 3).list(),
        sweep(),
      ])
      const { status, collected_context } = await checkBooks(prompt.id)
      expect(status).toBe(result.kind === "stored" ? "resolved" : "timed_out")
      expect(collected_context).toHaveLength(result.kind === "stored" ? 1 : 0)
      for (const seen of looks) if (seen.status !== "collecting") expect(seen.status).toBe(status)
      if (status === "resolved" || status === "timed_out") winners[status]++
      leadMs += status === "resolved" ? -5 : 5
    }
    const lanes = Array.from({ length: 8 }, (_, lane) => lane)
    for (let done = 0; done < timeOutRaces; done += lanes.length) {
      await Promise.all(lanes.map((lane) => race(done + lane)))
    }
    expect(winners.resolved + winners.timed_out).toBe(timeOutRaces)
    expect(Math.min(winners.resolved, winners.timed_out)).toBeGreaterThan(0)
  })

  test("what counts is when an answer gets the lock, not when it set out [squad.expired]", async () => {
    const prompt = await ask({ required_responses: 1, timeout_minutes: 0.01 })
    const holder = await databases[0]!.pool.connect()
    try {
      await holder.query("BEGIN")
      await holder.query("SELECT FROM discussion_prompts WHERE id = $1 FOR NO KEY UPDATE", [prompt.id])
      const late = answer(1, prompt.id, "Ann")
      await waitedFor(holder)
      await untilExpiry(prompt, 50)
      await holder.query("COMMIT")
      expect(await late).toMatchObject({ kind: "closed", prompt: { status: "timed_out" } })
    } finally {
      holder.release()
    }
  })

  /** Moves a prompt to the given number of milliseconds before its time-out, by the database's clock. */
  async function untilExpiry({ expires_at }: SquadPrompt, plusMs: number): Promise<void> {
    await databases[4]!.pool.query(
      "SELECT pg_sleep(greatest(0, extract(epoch FROM $1::timestamptz - clock_timestamp()) + $2 / 1000.0))",
      [expires_at, plusMs],
    )
  }

  /** Resolves once another session waits for a lock of this one. */
  async function waitedFor(holder: pg.PoolClient): Promise<void> {
    const waiting = "SELECT FROM pg_locks WHERE NOT granted"
    while ((await holder.query(waiting)).rowCount === 0);
  }
})
