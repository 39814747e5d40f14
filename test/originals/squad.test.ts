import { afterAll, beforeAll, expect } from "vitest"
import { checksOf, json, onBothDatabases, type Running, startServer } from "./support.ts"

const { exact, mapped, leftOut } = checksOf("squad")
onBothDatabases((database) => {
  let at: Running
  beforeAll(async () => {
    at = await startServer({ database })
  })
  afterAll(() => at.close())

  const sql: Running["sql"] = (...query) => at.sql(...query)
  const isRefused = { PostgreSQL: { code: "23514" }, SQLite: { message: expect.stringContaining("CHECK") } }[database]
  const asked = { requester_agent: "Developer", prompt_message: "What should I consider?", required_responses: 2 }
  const ask = async (extra: object = {}) => (await at.call("POST", "/api/discussion", { ...asked, ...extra })).body

  exact("47-64", "a posted prompt is collecting at once, and its message is in the chat", async () => {
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

  exact("24-25", "a prompt needs two answers within thirty minutes by default", async () => {
    const body = await ask({ required_responses: undefined })
    expect(body.prompt).toMatchObject({ required_responses: 2, timeout_minutes: 30, collected_context: [] })
  })

  exact("120-192", "the original's three programs work: ask, answer collecting prompts, wait until ready", async () => {
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

  exact("75-92", "a prompt is returned with its answers, count, context and status", async () => {
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

  exact("107-116", "a prompt can be resolved or cancelled by hand", async () => {
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

  exact("19-40", "both tables have the original's columns, for SQL without organisations", async () => {
    const [row] = await sql(
      `INSERT INTO discussion_prompts (id, requester_agent, prompt_message, required_responses, timeout_minutes, status)
     VALUES ('5a1c2d3e-0000-4000-8000-000000000001', 'Developer', 'Which?', 2, 30, 'collecting')
     RETURNING id, task_id, status, collected_context, squad_chat_id, resolved_at, created_at`,
    )
    expect(row).toMatchObject({ status: "collecting", collected_context: [], resolved_at: null })
    const [message] = await sql(
      "INSERT INTO squad_chat (agent_name, message) VALUES ('Ann', 'Hi') RETURNING message_type, discussion_prompt_id",
    )
    expect(message).toEqual({ message_type: "message", discussion_prompt_id: null })
    await expect(
      sql("INSERT INTO discussion_prompts (requester_agent, prompt_message, status) VALUES ('a', 'b', 'odd')"),
    ).rejects.toMatchObject(isRefused)
    await expect(
      sql("INSERT INTO squad_chat (agent_name, message, message_type) VALUES ('a', 'b', 'odd')"),
    ).rejects.toMatchObject(isRefused)
  })

  exact("26", "a prompt inserted by SQL is pending until it is in the chat, then collecting", async () => {
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

  const insertAnswers = (promptId: string, ...agents: readonly string[]) =>
    sql(
      `INSERT INTO squad_chat (agent_name, message, message_type, discussion_prompt_id)
       VALUES ${agents.map((agent) => `('${agent}', 'I say…', 'discussion_response', $1)`).join(", ")}`,
      promptId,
    )
  const counted = async (promptId: string) => {
    const text = "SELECT status, collected_context, resolved_at FROM discussion_prompts WHERE id = $1"
    const [{ status, collected_context, resolved_at }] = await sql(text, promptId)
    const agents = collected_context.map(({ agent }: { agent: string }) => agent)
    return { status, agents, isResolved: resolved_at !== null }
  }

  exact("205-210", "one INSERT of several answers updates the count, collects and resolves", async () => {
    const { prompt } = await ask({ required_responses: 3 })
    await insertAnswers(prompt.id, "Builder", "Growth")
    expect(await counted(prompt.id)).toEqual({
      ...{ status: "collecting", agents: ["Builder", "Growth"], isResolved: false },
    })
    await insertAnswers(prompt.id, "Design")
    const agents = ["Builder", "Growth", "Design"]
    expect(await counted(prompt.id)).toEqual({ status: "resolved", agents, isResolved: true })
  })

  exact("210", "surplus answers in one INSERT all count, and a later one is refused", async () => {
    const { prompt } = await ask({ required_responses: 2 })
    const agents = ["Builder", "Growth", "Design"]
    await insertAnswers(prompt.id, ...agents)
    expect(await counted(prompt.id)).toEqual({ status: "resolved", agents, isResolved: true })
    const resolvedAt = Date.now()
    await expect.poll(() => Date.now() > resolvedAt, { interval: 1 }).toBe(true)
    await expect(insertAnswers(prompt.id, "Late")).rejects.toThrow("the prompt is resolved")
    expect((await counted(prompt.id)).agents).toEqual(agents)
  })

  const sixMinutesAgo = {
    PostgreSQL: "now() - interval '6 minutes'",
    SQLite: "strftime('%FT%TZ', 'now', '-6 minutes')",
  }

  exact("212-220", "the original's sweep closes expired prompts; SQLite needs none", async () => {
    const { prompt } = await ask({ timeout_minutes: 5 })
    await sql(`UPDATE discussion_prompts SET created_at = ${sixMinutesAgo[database]} WHERE id = $1`, prompt.id)
    if (database === "PostgreSQL") await sql("SELECT public.timeout_stale_discussion_prompts()")
    const { body } = await at.call("GET", `/api/discussion/${prompt.id}`)
    expect(body).toMatchObject({ ready: true, status: "timed_out" })
  })

  exact(
    "9-12, 94-105, 225-228",
    "agents and people answer, and answers from before a timeout are still returned",
    async () => {
      const { prompt } = await ask({ required_responses: 3, timeout_minutes: 5 })
      const answer = { agent_name: "Builder", message: "Here are my thoughts...", is_human: false }
      const { status, body } = await at.call("POST", `/api/discussion/${prompt.id}`, answer)
      expect(status).toBe(201)
      expect(body.chat ?? body.response).toMatchObject({ agent_name: "Builder", is_human: false })
      await at.call("POST", `/api/discussion/${prompt.id}`, { ...answer, agent_name: "Kim", is_human: true })
      await sql(`UPDATE discussion_prompts SET created_at = ${sixMinutesAgo[database]} WHERE id = $1`, prompt.id)
      const { body: late } = await at.call("GET", `/api/discussion/${prompt.id}`)
      expect(late).toMatchObject({ ready: true, status: "timed_out", responseCount: 2 })
      expect(late.collectedContext.map(({ agent }: { agent: string }) => agent)).toEqual(["Builder", "Kim"])
    },
  )

  exact("226", "only mentioned agents are asked", async () => {
    const { prompt } = await ask({ prompt_message: "@Builder: which?" })
    const listed = async (agent: string) =>
      (await at.call("GET", `/api/discussion?status=collecting&agent=${agent}`)).body.prompts.map(
        ({ id }: { id: string }) => id,
      )
    expect(await listed("Builder")).toContain(prompt.id)
    expect(await listed("Growth")).not.toContain(prompt.id)
  })

  mapped("70", "`agent` lists what this agent can still answer, without its own prompts", async () => {
    const { prompt } = await ask()
    const { body } = await at.call("GET", "/api/discussion?status=collecting&agent=Developer")
    expect(body.prompts.map(({ id }: { id: string }) => id)).not.toContain(prompt.id)
  })

  mapped("21", "`task_id` is any text, not a reference: callers may have their own tasks", async () => {
    const { prompt } = await ask({ task_id: "JIRA-12" })
    expect(prompt.task_id).toBe("JIRA-12")
  })
})

leftOut("124, 154", "the URL of the original's deployment")
leftOut("195-203", "the layout of /chat: test/browser checks it in a browser")
leftOut("230-232", "migrations run automatically when the server starts")
leftOut("1-7, 14-18, 42-46, 67-69, 73, 118, 222-224", "headings and advice")
