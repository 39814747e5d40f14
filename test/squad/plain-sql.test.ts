import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { locations, openTest, type TestDatabase } from "../support/databases.ts"

/** The rules also apply to programs that write to the tables directly. */
describe.for(Object.entries(locations))("plain SQL on %s", ([, location]) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTest(await location())
  })
  afterAll(() => database.storage.close())

  const query = (text: string, ...values: unknown[]) => database.query(text, values)
  /** PostgreSQL has our own error codes, SQLite only messages. */
  const refused = (status: string) => expect.objectContaining({ message: `the prompt is ${status}` })
  const ask = async (minutesAgo = 0) => {
    const text = `INSERT INTO discussion_prompts (organisation_id, requester_agent, prompt_message, created_at)
      VALUES ($1, 'Asker', 'Which?', $2) RETURNING id`
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
    return (await query(text, localOrganisationId, at))[0].id as string
  }
  const answer = (prompt: string, agent: string) =>
    query(
      `INSERT INTO squad_chat (organisation_id, agent_name, message, discussion_prompt_id, message_type)
       VALUES ($1, $2, 'words', $3, 'discussion_response')`,
      ...[localOrganisationId, agent, prompt],
    )
  const state = async (prompt: string) => {
    const text = "SELECT status, collected_context, resolved_at FROM discussion_prompts WHERE id = $1"
    const [{ status, collected_context, resolved_at }] = await query(text, prompt)
    const agents = (collected_context as { agent: string }[]).map(({ agent }) => agent)
    return { status, agents, ended: resolved_at !== null }
  }

  test("an inserted answer counts, collects and resolves [squad.resolves] [squad.counts-once]", async () => {
    const id = await ask()
    await answer(id, "asker")
    expect(await state(id)).toEqual({ status: "pending", agents: [], ended: false })
    await answer(id, "Ann")
    await answer(id, "ANN")
    expect(await state(id)).toEqual({ status: "collecting", agents: ["ANN"], ended: false })
    await answer(id, "Bob")
    expect(await state(id)).toEqual({ status: "resolved", agents: ["ANN", "Bob"], ended: true })
    // On SQLite an answer in the same millisecond still counts.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await expect(answer(id, "Cy")).rejects.toEqual(refused("resolved"))
    const reopen = "UPDATE discussion_prompts SET status = 'pending' WHERE id = $1"
    await expect(query(reopen, id)).rejects.toEqual(refused("resolved"))
  })

  test("an answer after the timeout is refused, and the sweep returns the number of closed prompts [squad.expired]", async () => {
    const stale = await ask(31)
    const fresh = await ask(29)
    await expect(answer(stale, "Ann")).rejects.toEqual(refused("timed_out"))
    await answer(fresh, "Ann")
    expect(await database.storage.maintenance.timeOutPrompts()).toBe(1)
    expect(await state(stale)).toEqual({ status: "timed_out", agents: [], ended: true })
    expect(await state(fresh)).toEqual({ status: "collecting", agents: ["Ann"], ended: false })
    expect(await database.storage.maintenance.timeOutPrompts()).toBe(0)
  })

  test("an answer to a prompt that does not exist is refused", async () => {
    const nowhere = "00000000-0000-4000-8000-00000000dead"
    await expect(answer(nowhere, "Ann")).rejects.toThrow("there is no such prompt")
  })
})
