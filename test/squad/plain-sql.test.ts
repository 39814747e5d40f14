import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { localOrganisation } from "../../src/stores/postgres/organisation.ts"
import { databases } from "./databases.ts"

/** Whoever writes to the tables past the store gets the same rules. */
describe.for(Object.entries(databases))("plain SQL on %s", ([, location]) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(await location())
  })
  afterAll(() => database.close())

  const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
  const ask = async (minutesAgo = 0) => {
    const text = `INSERT INTO discussion_prompts (organisation_id, requester_agent, prompt_message, created_at)
      VALUES ($1, 'Asker', 'Which?', now() - $2 * interval '1 minute') RETURNING id`
    return (await query(text, localOrganisation, minutesAgo))[0].id as string
  }
  const answer = (prompt: string, agent: string) =>
    query(
      `INSERT INTO squad_chat (organisation_id, agent_name, message, discussion_prompt_id, message_type)
       VALUES ($1, $2, 'words', $3, 'discussion_response')`,
      ...[localOrganisation, agent, prompt],
    )
  const state = async (prompt: string) => {
    const text = `SELECT status, jsonb_path_query_array(collected_context, '$[*].agent') AS agents,
      resolved_at IS NOT NULL AS ended FROM discussion_prompts WHERE id = $1`
    return (await query(text, prompt))[0]
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
    await expect(answer(id, "Cy")).rejects.toMatchObject({ code: "SQ409", detail: "resolved" })
    await expect(query("UPDATE discussion_prompts SET status = 'pending' WHERE id = $1", id)).rejects.toMatchObject({
      code: "SQ409",
    })
  })

  test("an answer after the time is refused, and the sweep says how many it closed [squad.expired]", async () => {
    const stale = await ask(31)
    const fresh = await ask(29)
    await expect(answer(stale, "Ann")).rejects.toMatchObject({ code: "SQ409", detail: "timed_out" })
    await answer(fresh, "Ann")
    expect(await query("SELECT timeout_stale_discussion_prompts() AS swept")).toEqual([{ swept: 1 }])
    expect(await state(stale)).toEqual({ status: "timed_out", agents: [], ended: true })
    expect(await state(fresh)).toEqual({ status: "collecting", agents: ["Ann"], ended: false })
    expect(await query("SELECT timeout_stale_discussion_prompts() AS swept")).toEqual([{ swept: 0 }])
  })

  test("an answer to nothing is refused", async () => {
    const nowhere = "00000000-0000-4000-8000-00000000dead"
    await expect(answer(nowhere, "Ann")).rejects.toMatchObject({ code: "SQ404" })
  })
})
