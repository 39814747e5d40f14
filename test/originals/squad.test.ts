import { afterAll, beforeAll, expect } from "vitest"
import { checksOf, json, type Running, startServer } from "./support.ts"

const { exact, mapped, leftOut } = checksOf("squad")
let at: Running
beforeAll(async () => {
  at = await startServer()
})
afterAll(() => at.close())

const sql = async (text: string, ...values: unknown[]) => (await at.pool.query(text, values)).rows
const asked = { requester_agent: "Developer", prompt_message: "What should I consider?", required_responses: 2 }
const ask = async (extra: object = {}) => (await at.call("POST", "/api/discussion", { ...asked, ...extra })).body

exact("47-64", "a posted prompt is collecting at once, with its message in the chat", async () => {
  const { status, body } = await at.call("POST", "/api/discussion", {
    task_id: "optional-uuid",
    ...asked,
    timeout_minutes: 30,
  })
  expect(status).toBe(201)
  expect(body.prompt).toMatchObject({ id: expect.any(String), status: "collecting", task_id: "optional-uuid" })
  expect(body.chat).toMatchObject({ id: expect.any(String), message_type: "discussion_prompt" })
  expect(body.chat.discussion_prompt_id).toBe(body.prompt.id)
  expect(body.prompt.squad_chat_id).toBe(body.chat.id)
})

exact("24-25", "two answers and thirty minutes unless it says otherwise", async () => {
  const body = await ask({ required_responses: undefined })
  expect(body.prompt).toMatchObject({ required_responses: 2, timeout_minutes: 30, collected_context: [] })
})

exact("120-192", "the three programs of the text: ask, answer what is collecting, wait until ready", async () => {
  const taskTitle = "Search"
  const response = await fetch(`${at.url}/api/discussion`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      task_id: "task-7",
      requester_agent: "Developer",
      prompt_message: `**Discussion Needed**\n\nI'm about to implement feature X for task "${taskTitle}".`,
      required_responses: 2,
      timeout_minutes: 30,
    }),
  })
  const { prompt } = await json(response)
  for (const agent of ["Builder", "Growth"]) {
    const pending = await fetch(`${at.url}/api/discussion?status=collecting&agent=${agent}`)
      .then(json)
      .then((d) => d.prompts as { id: string }[])
    expect(pending.map(({ id }) => id)).toContain(prompt.id)
    for (const { id } of pending) {
      await fetch(`${at.url}/api/discussion/${id}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ agent_name: agent, message: "From a product perspective…", is_human: false }),
      })
    }
  }
  const { ready, collectedContext, status } = await json(await fetch(`${at.url}/api/discussion/${prompt.id}`))
  expect({ ready, status }).toEqual({ ready: true, status: "resolved" })
  expect(collectedContext.map(({ agent }: { agent: string }) => agent)).toEqual(["Builder", "Growth"])
})

exact("75-92", "a prompt with its answers, count and context, and its status beside them", async () => {
  const { prompt } = await ask()
  const before = (await at.call("GET", `/api/discussion/${prompt.id}`)).body
  expect(before).toMatchObject({ status: "collecting", ready: false, responseCount: 0, requiredResponses: 2 })
  await at.call("POST", `/api/discussion/${prompt.id}`, {
    agent_name: "Builder",
    message: "Consider…",
    is_human: false,
  })
  const { body } = await at.call("GET", `/api/discussion/${prompt.id}`)
  expect(body).toMatchObject({ ready: false, responseCount: 1, requiredResponses: 2, prompt: { id: prompt.id } })
  expect(body.responses).toHaveLength(1)
  expect(body.collectedContext).toEqual([{ agent: "Builder", message: "Consider…", created_at: expect.any(String) }])
})

exact("107-116", "a prompt is resolved or cancelled by hand", async () => {
  for (const [action, status] of [
    ["resolve", "resolved"],
    ["cancel", "cancelled"],
  ]) {
    const { prompt } = await ask()
    const { body } = await at.call("PATCH", `/api/discussion/${prompt.id}`, { action })
    expect(body.prompt.status).toBe(status)
    expect((await at.call("GET", `/api/discussion/${prompt.id}`)).body).toMatchObject({ ready: true, status })
  }
})

exact("19-40", "the columns of both tables, in SQL that knows of no organisation", async () => {
  const [row] = await sql(
    `INSERT INTO discussion_prompts (id, requester_agent, prompt_message, required_responses, timeout_minutes, status)
     VALUES (gen_random_uuid(), 'Developer', 'Which?', 2, 30, 'collecting')
     RETURNING id, task_id, status, collected_context, squad_chat_id, resolved_at, created_at`,
  )
  expect(row).toMatchObject({ status: "collecting", collected_context: [], resolved_at: null })
  const [message] = await sql(
    "INSERT INTO squad_chat (agent_name, message) VALUES ('Ann', 'Hi') RETURNING message_type, discussion_prompt_id",
  )
  expect(message).toEqual({ message_type: "message", discussion_prompt_id: null })
  await expect(
    sql("INSERT INTO discussion_prompts (requester_agent, prompt_message, status) VALUES ('a', 'b', 'odd')"),
  ).rejects.toMatchObject({ code: "23514" })
  await expect(
    sql("INSERT INTO squad_chat (agent_name, message, message_type) VALUES ('a', 'b', 'odd')"),
  ).rejects.toMatchObject({ code: "23514" })
})

exact("26", "a prompt in SQL is pending until it is in the chat, then collecting", async () => {
  const [{ id, status }] = await sql(
    "INSERT INTO discussion_prompts (requester_agent, prompt_message) VALUES ('Ann', 'Which?') RETURNING id, status",
  )
  expect(status).toBe("pending")
  await sql(
    `INSERT INTO squad_chat (agent_name, message, message_type, discussion_prompt_id)
     VALUES ('Ann', 'Which?', 'discussion_prompt', $1)`,
    id,
  )
  expect(await sql("SELECT status FROM discussion_prompts WHERE id = $1", id)).toEqual([{ status: "collecting" }])
})

exact("205-210", "one INSERT of several answers counts, collects and resolves", async () => {
  const { prompt } = await ask({ required_responses: 2 })
  await sql(
    `INSERT INTO squad_chat (agent_name, message, message_type, discussion_prompt_id) VALUES
       ('Builder', 'One', 'discussion_response', $1), ('Growth', 'Two', 'discussion_response', $1),
       ('Design', 'Three', 'discussion_response', $1)`,
    prompt.id,
  )
  const [row] = await sql(
    "SELECT status, collected_context, resolved_at FROM discussion_prompts WHERE id = $1",
    prompt.id,
  )
  expect(row).toMatchObject({ status: "resolved", resolved_at: expect.any(Date) })
  expect(row.collected_context.map(({ agent }: { agent: string }) => agent)).toEqual(["Builder", "Growth", "Design"])
})

exact("212-220", "the sweep of the text closes what is older than its minutes", async () => {
  const { prompt } = await ask({ timeout_minutes: 5 })
  await sql("UPDATE discussion_prompts SET created_at = now() - interval '6 minutes' WHERE id = $1", prompt.id)
  await sql("SELECT public.timeout_stale_discussion_prompts()")
  expect((await at.call("GET", `/api/discussion/${prompt.id}`)).body).toMatchObject({
    ready: true,
    status: "timed_out",
  })
})

exact("226", "whoever is mentioned is asked, and nobody else", async () => {
  const { prompt } = await ask({ prompt_message: "@Builder: which?" })
  const listed = async (agent: string) =>
    (await at.call("GET", `/api/discussion?status=collecting&agent=${agent}`)).body.prompts.map(
      ({ id }: { id: string }) => id,
    )
  expect(await listed("Builder")).toContain(prompt.id)
  expect(await listed("Growth")).not.toContain(prompt.id)
})

mapped("70", "`agent` finds what this agent can still answer, so not what it asked itself", async () => {
  const { prompt } = await ask()
  const { body } = await at.call("GET", "/api/discussion?status=collecting&agent=Developer")
  expect(body.prompts.map(({ id }: { id: string }) => id)).not.toContain(prompt.id)
})

mapped("21", "`task_id` is any text, not a reference: whoever asks may have tasks of their own", async () => {
  const { prompt } = await ask({ task_id: "JIRA-12" })
  expect(prompt.task_id).toBe("JIRA-12")
})

leftOut("124, 154", "the address of somebody's deployment")
leftOut("195-203", "the looks of /chat: test/browser checks them in a browser")
leftOut("230-232", "migrations run by themselves when the server starts")
