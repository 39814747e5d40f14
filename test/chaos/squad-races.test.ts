import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setImmediate } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import type { NewPrompt, SquadPrompt, SquadStore } from "../../src/ports/squad-store.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import { Connection } from "../../src/stores/sqlite/connection.ts"
import type { SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { locations, newOrganisation, openTest, type TestDatabase } from "../support/databases.ts"

const connections = 5
const racers = 50
const timeOutRaces = 200

describe.each(["SQLite", "PostgreSQL"] as const)("on %s", (kind) => {
  /** Each has its own connection, like a process, so that answers really race in the database. */
  let folder: string
  let databases: TestDatabase[]
  let stores: SquadStore[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "conclave-races-"))
    const location = kind === "SQLite" ? { data: folder } : await locations.PostgreSQL()
    databases = await Promise.all(Array.from({ length: connections }, () => openTest(location)))
  })
  afterAll(async () => {
    await Promise.all(databases.map(({ storage }) => storage.close()))
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    const organisationId = await newOrganisation(databases[0]!)
    stores = databases.map(({ storage }) => storage.organisation(organisationId).squad)
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
  async function checkInvariants(id: string): Promise<SquadPrompt> {
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

  describe("concurrent answers", () => {
    test(`${racers} for the last place: one gets it, and the prompt resolves once [squad.race]`, async () => {
      for (const required_responses of [1, 2, 10]) {
        const { id } = await ask({ required_responses })
        for (let early = 1; early < required_responses; early++) await answer(early, id, `early ${early}`)
        const results = await Promise.all(
          Array.from({ length: racers }, (_, index) => answer(index, id, `racer ${index}`)),
        )
        expect(results.filter(({ kind }) => kind === "stored")).toHaveLength(1)
        const prompt = await checkInvariants(id)
        for (const result of results) expect(result.prompt).toEqual(prompt)
      }
    })

    test("two for the last two places are both accepted [squad.race]", async () => {
      for (let race = 0; race < 50; race++) {
        const { id } = await ask({})
        const results = await Promise.all([answer(0, id, "Ann"), answer(1, id, "Bob")])
        expect(results.map(({ kind, prompt }) => `${kind} ${prompt.status}`).sort()).toEqual([
          "stored collecting",
          "stored resolved",
        ])
        await checkInvariants(id)
      }
    })

    test("concurrent answers of one agent count once, and with one key are stored once [squad.counts-once] [squad.same-answer]", async () => {
      const { id } = await ask({})
      await Promise.all(Array.from({ length: racers }, (_, index) => answer(index, id, "Ann")))
      expect((await checkInvariants(id)).status).toBe("collecting")
      const keyed = await ask({})
      const results = await Promise.all(
        Array.from({ length: racers }, (_, index) => answer(index, keyed.id, "Ann", "key")),
      )
      expect(results.filter(({ kind }) => kind === "stored")).toHaveLength(1)
      expect((await storeOf(0).get(keyed.id)).responses).toHaveLength(1)
    })

    test("concurrent answers, manual closes, sweeps and chat messages on many prompts never deadlock", async () => {
      const prompts = await Promise.all(Array.from({ length: 20 }, () => ask({ timeout_minutes: 0.002 })))
      const say = {
        agent_name: "Ann",
        message: "so?",
        is_human: true,
        message_type: "message",
        task_ref: null,
      } as const
      await Promise.all(
        prompts.flatMap(({ id }, index) => [
          answer(index, id, "Ann"),
          answer(index + 1, id, "Bob"),
          storeOf(index).close(id, "cancelled"),
          storeOf(index + 2).list(),
          storeOf(index + 3).postMessage({ ...say, discussion_prompt_id: id }),
          databases[index % connections]!.storage.maintenance.timeOutPrompts(),
        ]),
      )
      for (const { id } of prompts) {
        expect(["resolved", "cancelled", "timed_out"]).toContain((await storeOf(0).get(id)).prompt.status)
      }
    })
  })

  test("a reader of the chat misses no message that commits late", async () => {
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
        // SQLite responds synchronously: without a pause, the writers would starve.
        await setImmediate()
      }
    })()
    await Promise.all(
      messages.map((message, index) => storeOf(index).postMessage({ ...said, agent_name: "Ann", message })),
    )
    await following
    expect(heard.toSorted()).toEqual(messages.toSorted())
  })

  describe("an answer at the timeout", () => {
    test(`in ${timeOutRaces} races there is one winner, the same for every reader [squad.expired]`, async () => {
      const winners = { resolved: 0, timed_out: 0 }
      // How long before the timeout the answer is sent: a little longer after each defeat, shorter after each win.
      let leadMs = 5
      const race = async (index: number) => {
        const prompt = await ask({ required_responses: 1, timeout_minutes: 0.4 / 60 })
        const looks: SquadPrompt[] = []
        const look = async (store: SquadStore) => {
          do {
            looks.push((await store.get(prompt.id)).prompt)
            await setImmediate()
          } while (looks.at(-1)!.resolved_at === null)
        }
        const sweep = () => databases[index % connections]!.storage.maintenance.timeOutPrompts()
        await untilExpiry(prompt, -leadMs)
        const [result] = await Promise.all([
          answer(index, prompt.id, "Ann"),
          look(storeOf(index + 1)),
          look(storeOf(index + 2)),
          storeOf(index + 3).list(),
          sweep(),
        ])
        const { status, collected_context } = await checkInvariants(prompt.id)
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

    test("the time at which an answer gets the lock counts, not the time at which it was sent [squad.expired]", async () => {
      const prompt = await ask({ required_responses: 1, timeout_minutes: 0.01 })
      const release = await lock(prompt.id)
      const late = answer(1, prompt.id, "Ann")
      await untilExpiry(prompt, 50)
      await release()
      expect(await late).toMatchObject({ kind: "closed", prompt: { status: "timed_out" } })
    })

    test.runIf(kind === "SQLite")(
      "a prompt that expires between reading it and storing the answer is closed [squad.expired]",
      async () => {
        const prompt = await ask({ required_responses: 1, timeout_minutes: 0.1 / 60 })
        const { rows } = Connection.prototype
        const slow = vi.spyOn(Connection.prototype, "rows").mockImplementation(function (
          this: Connection,
          text,
          ...values
        ) {
          if (text.includes("INSERT INTO squad_chat")) while (Date.now() <= Date.parse(prompt.expires_at));
          return rows.call(this, text, ...values) as never[]
        })
        onTestFinished(() => slow.mockRestore())
        expect(await answer(0, prompt.id, "Ann")).toMatchObject({ kind: "closed", prompt: { status: "timed_out" } })
        expect(await checkInvariants(prompt.id)).toMatchObject({ status: "timed_out", collected_context: [] })
      },
    )

    /** Waits until this many milliseconds after a prompt's timeout, by the database's clock. */
    async function untilExpiry({ expires_at }: SquadPrompt, plusMs: number): Promise<void> {
      if (kind === "SQLite") {
        await new Promise((resolve) => setTimeout(resolve, Date.parse(expires_at) + plusMs - Date.now()))
        return
      }
      await databases[4]!.query(
        "SELECT pg_sleep(greatest(0, extract(epoch FROM $1::timestamptz - clock_timestamp()) + $2 / 1000.0))",
        [expires_at, plusMs],
      )
    }

    /** Keeps answers to a prompt waiting until the returned function is called. */
    async function lock(promptId: string): Promise<() => Promise<unknown>> {
      const { storage } = databases[0]!
      if (kind === "SQLite") {
        const other = new DatabaseSync((storage as SqliteStorage).database.path!)
        other.exec("BEGIN IMMEDIATE")
        return async () => other.close()
      }
      const holder = await (storage as PostgresStorage).database.pool.connect()
      await holder.query("BEGIN")
      await holder.query("SELECT FROM discussion_prompts WHERE id = $1 FOR NO KEY UPDATE", [promptId])
      return async () => {
        // Another session is waiting for the lock by now.
        const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        while ((await holder.query(waiting)).rowCount === 0);
        await holder.query("COMMIT")
        holder.release()
      }
    }
  })
})
