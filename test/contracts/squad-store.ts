import { beforeEach, describe, expect, test } from "vitest"
import type { NewAnswer, NewPrompt, SquadStore } from "../../src/ports/squad-store.ts"

/** Two empty organisations on one database, and direct access to that database. */
export interface SquadFixture {
  readonly squad: SquadStore
  readonly otherOrganisation: SquadStore
  /** Runs the database's own sweep, and returns the number of closed prompts. */
  sweep(): Promise<number>
  /** Moves a prompt this many minutes closer to its timeout. */
  pass(promptId: string, minutes: number): Promise<void>
  /** Adds an agent template, and returns its id. */
  template(name: string, isMember: boolean): Promise<string>
}

const missingId = "00000000-0000-4000-8000-00000000dead"

/** Contract of every squad store. */
export function squadStoreContract(name: string, open: () => Promise<SquadFixture>): void {
  describe(`${name} as a store of a squad`, () => {
    let fixture: SquadFixture
    let squad: SquadStore
    beforeEach(async () => {
      fixture = await open()
      squad = fixture.squad
    })

    const ask = async (prompt: Partial<NewPrompt> = {}) => {
      const defaults = { required_responses: 2, timeout_minutes: 30, task_id: null, mentions: [] }
      const whole = { requester_agent: "Asker", prompt_message: "Which?", ...defaults, ...prompt }
      return (await squad.post(whole)).prompt
    }
    const answer = (promptId: string, agent_name: string, message = `${agent_name} says so`, key?: string) => {
      const rest: Omit<NewAnswer, "agent_name" | "message"> = {
        is_human: false,
        idempotency_key: key ?? null,
        model_id: null,
      }
      return squad.answer(promptId, { agent_name, message, ...rest })
    }
    const openFor = async (agent: string) => (await squad.list({ agent })).map(({ prompt_message }) => prompt_message)

    test("posts a prompt and its message together", async () => {
      const { prompt, chat } = await squad.post({
        requester_agent: "Asker",
        prompt_message: 'naïve 😀 "quoted"\nsecond line',
        required_responses: 3,
        timeout_minutes: 5,
        task_id: "task-1",
        mentions: ["Ann"],
      })
      expect(prompt).toMatchObject({
        status: "collecting",
        task_id: "task-1",
        required_responses: 3,
        timeout_minutes: 5,
      })
      expect(prompt).toMatchObject({
        collected_context: [],
        resolved_at: null,
        mentions: ["Ann"],
        squad_chat_id: chat.id,
      })
      expect(Date.parse(prompt.expires_at) - Date.parse(prompt.created_at)).toBe(5 * 60_000)
      expect(chat).toMatchObject({ agent_name: "Asker", message: 'naïve 😀 "quoted"\nsecond line', task_ref: "task-1" })
      expect(chat).toMatchObject({
        message_type: "discussion_prompt",
        discussion_prompt_id: prompt.id,
        is_human: false,
      })
      expect(await squad.get(prompt.id)).toMatchObject({ prompt, responses: [] })
      expect(await squad.chat()).toEqual([chat])
    })

    test("collects until enough different agents have answered, then resolves [squad.resolves]", async () => {
      const { id } = await ask()
      expect(await answer(id, "Ann")).toMatchObject({
        kind: "stored",
        prompt: { status: "collecting", resolved_at: null },
      })
      const second = await answer(id, "Bob")
      expect(second).toMatchObject({ kind: "stored", prompt: { status: "resolved" } })
      const { prompt, responses, closesInMs } = await squad.get(id)
      expect(prompt.resolved_at).toBe(second.prompt.resolved_at)
      expect(prompt.resolved_at).not.toBeNull()
      expect(responses.map(({ agent_name }) => agent_name)).toEqual(["Ann", "Bob"])
      expect(prompt.collected_context).toEqual(
        responses.map(({ agent_name, message, created_at }) => ({ agent: agent_name, message, created_at })),
      )
      expect(closesInMs).toBe(0)
    })

    test("counts an agent once, with its latest answer, and never the requester [squad.counts-once]", async () => {
      const one = await ask({ required_responses: 3 })
      await answer(one.id, "Bob  Bee", "first")
      await answer(one.id, "Ann", "middle")
      await answer(one.id, "bob bee", "second")
      const own = await answer(one.id, " ASKER", "mine")
      expect(own).toMatchObject({ kind: "stored", chat: { message_type: "message", discussion_prompt_id: one.id } })
      await answer(one.id, "änne", "x")
      const { prompt, responses } = await squad.get(one.id)
      expect(prompt.collected_context.map(({ message }) => message)).toEqual(["second", "middle", "x"])
      expect(responses).toHaveLength(4)
      const again = await ask({ required_responses: 1 })
      await answer(again.id, "Asker", "I ask myself")
      expect((await squad.get(again.id)).prompt).toMatchObject({ status: "collecting", collected_context: [] })
    })

    test("counts people like agents", async () => {
      const { id } = await ask({ required_responses: 1 })
      const result = await squad.answer(id, {
        agent_name: "Rosa",
        message: "yes",
        is_human: true,
        idempotency_key: null,
        model_id: null,
      })
      expect(result).toMatchObject({ chat: { is_human: true }, prompt: { status: "resolved" } })
    })

    test("stores no answer to a closed prompt [squad.closed]", async () => {
      const { id } = await ask({ required_responses: 1 })
      await answer(id, "Ann")
      const late = await answer(id, "Bob")
      expect(late).toMatchObject({ kind: "closed", prompt: { status: "resolved" } })
      expect((await squad.get(id)).responses).toHaveLength(1)
      expect(await answer(id, "Asker", "too late for me too")).toMatchObject({ kind: "closed" })
    })

    test("stores the same answer once, also after the prompt was closed [squad.same-answer]", async () => {
      const { id } = await ask()
      const first = await answer(id, "Ann", "once", "key-1")
      const tries = await Promise.all(Array.from({ length: 5 }, () => answer(id, "ann", "once", "key-1")))
      for (const result of tries)
        expect(result).toMatchObject({ kind: "repeated", chat: "chat" in first && first.chat })
      expect(await answer(id, "Bob", "twice", "key-1")).toMatchObject({
        kind: "stored",
        prompt: { status: "resolved" },
      })
      expect(await answer(id, "Ann", "once", "key-1")).toMatchObject({ kind: "repeated" })
      expect((await squad.get(id)).responses).toHaveLength(2)
    })

    test("times out with the collected answers, whichever way it is read [squad.times-out] [squad.expired]", async () => {
      const looks: Record<string, (id: string) => Promise<unknown>> = {
        get: (id) => squad.get(id),
        list: () => squad.list(),
        events: () => squad.events(0),
        answer: (id) => answer(id, "Bob"),
        close: (id) => squad.close(id, "resolved"),
        sweep: () => fixture.sweep(),
      }
      for (const [way, look] of Object.entries(looks)) {
        const { id, created_at } = await ask()
        await answer(id, "Ann", "partial")
        await fixture.pass(id, 29)
        expect((await squad.get(id)).prompt.status).toBe("collecting")
        expect(await fixture.sweep()).toBe(0)
        await fixture.pass(id, 1)
        expect(JSON.stringify(await look(id)), way).not.toContain('"collecting"')
        const { prompt, responses } = await squad.get(id)
        expect(prompt, way).toMatchObject({
          status: "timed_out",
          collected_context: [{ agent: "Ann", message: "partial" }],
        })
        expect(prompt.resolved_at).toBe(prompt.expires_at)
        expect(Date.parse(prompt.expires_at)).toBe(Date.parse(created_at))
        expect(responses).toHaveLength(1)
        expect(await fixture.sweep()).toBe(0)
      }
    })

    test("sweeps the prompts of every organisation", async () => {
      const { id } = await ask()
      const other = await fixture.otherOrganisation.post({ ...(await ask()), task_id: null })
      await fixture.pass(id, 31)
      await fixture.pass(other.prompt.id, 31)
      expect(await fixture.sweep()).toBe(2)
      expect((await fixture.otherOrganisation.get(other.prompt.id)).prompt.status).toBe("timed_out")
    })

    test("is closed by hand, once [squad.by-hand]", async () => {
      const { id } = await ask()
      await answer(id, "Ann")
      const closed = await squad.close(id, "resolved")
      expect(closed).toMatchObject({ status: "resolved", collected_context: [{ agent: "Ann" }] })
      expect(await squad.close(id, "resolved")).toEqual(closed)
      expect(await squad.close(id, "cancelled")).toEqual(closed)
      const other = await ask()
      expect(await squad.close(other.id, "cancelled")).toMatchObject({ status: "cancelled", collected_context: [] })
    })

    test("lists the prompts that an agent may still answer [squad.mentions]", async () => {
      await ask({ prompt_message: "for all" })
      await ask({ prompt_message: "for Ann", mentions: ["ANN", "Long Name"] })
      await ask({ prompt_message: "to myself", mentions: ["asker"] })
      expect(await openFor("Ann")).toEqual(["to myself", "for Ann", "for all"])
      expect(await openFor("long  name")).toEqual(["to myself", "for Ann", "for all"])
      expect(await openFor("Bob")).toEqual(["to myself", "for all"])
      expect(await openFor("ASKER")).toEqual([])
      const [mine] = await squad.list({ agent: "Bob", limit: 1 })
      await answer(mine?.id ?? "", "bob")
      expect(await openFor("Bob")).toEqual(["for all"])
      await answer(mine?.id ?? "", "Cy")
      expect(await openFor("Ann")).toEqual(["for Ann", "for all"])
    })

    test("lists by status, task and asker, newest first", async () => {
      const first = await ask({ task_id: "t1" })
      const second = await ask({ task_id: "t2", requester_agent: "Other" })
      const third = await ask({ task_id: "t1", required_responses: 1 })
      await answer(third.id, "Ann")
      const ids = async (filter: Parameters<SquadStore["list"]>[0]) => (await squad.list(filter)).map(({ id }) => id)
      expect(await ids({})).toEqual([third.id, second.id, first.id])
      expect(await ids({ status: "collecting" })).toEqual([second.id, first.id])
      expect(await ids({ task_id: "t1" })).toEqual([third.id, first.id])
      expect(await ids({ requester: " other" })).toEqual([second.id])
      expect(await ids({ task_id: "t1", status: "resolved" })).toEqual([third.id])
      expect(await ids({ limit: 1 })).toEqual([third.id])
    })

    test("lists the chat in pages, by task and by thread, newest last", async () => {
      const say = (message: string, task_ref: string | null, discussion_prompt_id: string | null = null) =>
        squad.postMessage({
          agent_name: "Ann",
          message,
          is_human: true,
          message_type: "message",
          task_ref,
          discussion_prompt_id,
        })
      const { id } = await ask({ task_id: "t1" })
      await answer(id, "Bob", "an answer")
      await say("about t1", "t1")
      const last = await say("in the thread", null, id)
      expect(last).toMatchObject({ is_human: true, message_type: "message", discussion_prompt_id: id })
      const texts = async (filter: Parameters<SquadStore["chat"]>[0]) =>
        (await squad.chat(filter)).map(({ message }) => message)
      expect(await texts({})).toEqual(["Which?", "an answer", "about t1", "in the thread"])
      expect(await texts({ task_ref: "t1" })).toEqual(["Which?", "an answer", "about t1"])
      expect(await texts({ discussion_prompt_id: id })).toEqual(["Which?", "an answer", "in the thread"])
      expect(await texts({ limit: 2 })).toEqual(["about t1", "in the thread"])
      expect(await texts({ limit: 2, before: last.seq })).toEqual(["an answer", "about t1"])
      const [first] = await squad.chat()
      expect(await texts({ limit: 2, after: first?.seq ?? 0 })).toEqual(["an answer", "about t1"])
      await expect(say("?", null, missingId)).rejects.toMatchObject({ code: "NOT_FOUND" })
    })

    test("numbers messages and prompt changes in one sequence, so that readers can resume anywhere", async () => {
      expect(await squad.lastSeq()).toBe(0)
      const { id } = await ask({ required_responses: 1 })
      await answer(id, "Ann")
      const all = await squad.events(0)
      expect(all.map(({ type }) => type)).toEqual(["message", "message", "prompt"])
      expect(all.at(-1)).toMatchObject({ prompt: { id, status: "resolved" } })
      const seqs = all.map(({ seq }) => seq)
      expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
      expect(await squad.lastSeq()).toBe(seqs.at(-1))
      expect(await squad.events(seqs[0]!)).toEqual(all.slice(1))
      expect(await squad.events(seqs[0]!, 1)).toEqual(all.slice(1, 2))
      expect(await squad.events(seqs.at(-1)!)).toEqual([])
    })

    test("notifies watchers of changes, until they unsubscribe", async () => {
      const { id } = await ask()
      const status = async () => (await squad.get(id)).prompt.status
      const ended = { calls: 0 }
      const collecting = seen(
        (tell) => squad.watch(id, tell),
        async () => (await status()) === "collecting",
      )
      const inChat = seen(
        (tell) => squad.watchChat(tell),
        async () => (await squad.chat()).length === 2,
      )
      const stop = squad.watch(id, () => ended.calls++)
      await answer(id, "Ann")
      await Promise.all([collecting, inChat])
      stop()
      const { calls } = ended
      const resolved = seen(
        (tell) => squad.watch(id, tell),
        async () => (await status()) === "resolved",
      )
      await answer(id, "Bob")
      await resolved
      expect(ended.calls).toBe(calls)
    })

    test("finds the members that should answer [squad.model-members]", async () => {
      const ann = await fixture.template("Ann", true)
      const bob = await fixture.template("Bob", true)
      await fixture.template("Guest", false)
      const members = async (id: string) => (await squad.membersFor(id)).map(({ agentId }) => agentId)
      const all = await ask()
      expect(await members(all.id)).toEqual([ann, bob])
      expect(await members((await ask({ requester_agent: "ann" })).id)).toEqual([bob])
      expect(await members((await ask({ mentions: ["BOB", "Guest"] })).id)).toEqual([bob])
      await answer(all.id, "bob")
      expect(await members(all.id)).toEqual([ann])
      await squad.close(all.id, "cancelled")
      expect(await members(all.id)).toEqual([])
      expect(await fixture.otherOrganisation.list()).toEqual([])
    })

    test("reports missing prompts as not found, and shows nothing of another organisation", async () => {
      const { id } = await ask()
      await answer(id, "Ann")
      const { otherOrganisation: other } = fixture
      for (const [store, unknown] of [
        [squad, missingId],
        [squad, "not an id"],
        [other, id],
      ] as const) {
        await expect(store.get(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" })
        await expect(store.close(unknown, "resolved")).rejects.toMatchObject({ code: "NOT_FOUND" })
        await expect(store.membersFor(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" })
        const reply = { agent_name: "Eve", message: "?", is_human: false, idempotency_key: null, model_id: null }
        await expect(store.answer(unknown, reply)).rejects.toMatchObject({ code: "NOT_FOUND" })
      }
      expect(await other.list()).toEqual([])
      expect(await other.chat()).toEqual([])
      expect(await other.events(0)).toEqual([])
      expect(await other.lastSeq()).toBe(0)
      expect((await squad.get(id)).responses).toHaveLength(1)
    })
  })
}

/** Checks after each notification, and only then, until the condition holds. */
function seen(watch: (tell: () => void) => () => void, isThere: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = watch(() => {
      isThere().then((there) => {
        if (!there) return
        stop()
        resolve()
      }, reject)
    })
  })
}
