import { afterAll, beforeAll, expect } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { checksOf, onBothDatabases, type Running, startServer } from "./support.ts"

const { exact, mapped, leftOut } = checksOf("panel")

onBothDatabases((database) => {
  let says = "A plan for this week."
  const model = scriptedModel({ id: "test/talker", replies: () => says })
  let at: Running
  beforeAll(async () => {
    at = await startServer({ database, models: [model] })
  })
  afterAll(() => at.close())

  const sql: Running["sql"] = (...query) => at.sql(...query)
  const isRefused = { PostgreSQL: { code: "23514" }, SQLite: { message: expect.stringContaining("CHECK") } }[database]

  /** Inserts rows directly, as the original's migrations would. */
  async function seed(roles: readonly string[], config: object = { model: "test/talker" }): Promise<string> {
    const [{ id: project }] = await sql(
      "INSERT INTO projects (name, description) VALUES ('Move', 'We move in May.') RETURNING id",
    )
    for (const [index, role] of roles.entries()) {
      const [agent] =
        role === "user"
          ? [{ id: null }]
          : await sql(
              `INSERT INTO agent_templates (name, system_prompt, model_config) VALUES ($1, 'You plan.', $2) RETURNING id`,
              `${role} ${index}`,
              config,
            )
      await sql(
        "INSERT INTO discussion_participants (project_id, agent_id, role, sequence_order) VALUES ($1, $2, $3, $4)",
        ...[project, agent.id, role, index],
      )
    }
    return project
  }
  const say = (project: string, message = "What first?") =>
    at.call("POST", `/api/discussions/${project}`, { message, userId: "kim", organizationId: undefined })
  const logs = (project: string) =>
    sql(
      "SELECT role, content, turn_index, round_number FROM discussion_logs WHERE project_id = $1 ORDER BY id",
      project,
    )
  const state = async (project: string) =>
    (
      await sql("SELECT current_turn_index, current_round, status FROM discussion_state WHERE project_id = $1", project)
    )[0]

  exact(
    "193-204",
    "the ten points: rows, a message, each agent in turn, back to the user, three rounds, completed",
    async () => {
      const project = await seed(["user", "manager", "specialist", "specialist"])
      await sql("INSERT INTO discussion_state (project_id) VALUES ($1)", project)
      expect(await state(project)).toEqual({ current_turn_index: 0, current_round: 1, status: "active" })
      for (const round of [1, 2, 3]) {
        const { status, body } = await say(project, `Message ${round}`)
        expect(status).toBe(200)
        const rows = (await logs(project)).filter(({ round_number }) => round_number === round)
        expect(rows.map(({ role, turn_index }) => [turn_index, role])).toEqual([
          [0, "user"],
          [1, "manager"],
          [2, "specialist"],
          [3, "specialist"],
        ])
        expect(rows[0].content).toBe(`Message ${round}`)
        expect(body.nextSpeaker).toBe(round === 3 ? null : "User")
      }
      expect(await state(project)).toEqual({ current_turn_index: 0, current_round: 3, status: "completed" })
    },
  )

  exact("152-163, 168-174", "GET and POST return the same fields", async () => {
    const project = await seed(["user", "manager"])
    const { body: before } = await at.call("GET", `/api/discussions/${project}`)
    expect(before).toMatchObject({
      ...{ status: "success", project: { id: project }, entries: [], counts: { User: 0 } },
      ...{ speakerOrder: ["User", "manager 1"], nextSpeaker: "User" },
    })
    const { body } = await say(project)
    expect(Object.keys(body).sort()).toEqual(Object.keys(before).sort())
    expect(body.entries.map(({ turnIndex, roundNumber }: Record<string, number>) => [roundNumber, turnIndex])).toEqual([
      [1, 0],
      [1, 1],
    ])
    await say(project)
    const rows = await logs(project)
    const { body: after } = await at.call("GET", `/api/discussions/${project}`)
    expect(after.entries.map(({ turnIndex }: { turnIndex: number }) => turnIndex)).toEqual(
      rows.map(({ turn_index }) => turn_index),
    )
  })

  const columnsOf = {
    PostgreSQL: "SELECT column_name FROM information_schema.columns WHERE table_name = $1",
    SQLite: "SELECT name AS column_name FROM pragma_table_xinfo($1)",
  }
  exact("17-50", "the three tables have the original's columns", async () => {
    const columns = async (table: string) =>
      (await sql(columnsOf[database], table)).map(({ column_name }) => column_name)
    expect(await columns("discussion_participants")).toEqual(
      expect.arrayContaining(["id", "project_id", "agent_id", "role", "sequence_order", "created_at"]),
    )
    expect(await columns("discussion_state")).toEqual(
      expect.arrayContaining([
        ...["id", "project_id", "current_turn_index", "current_round", "status", "created_at", "updated_at"],
      ]),
    )
    expect(await columns("discussion_logs")).toEqual(
      expect.arrayContaining([
        ...["id", "project_id", "agent_id", "role", "content", "turn_index", "round_number", "metadata", "created_at"],
      ]),
    )
  })

  exact(
    "91-102, 145",
    "stop sequences come from an agent's ai_model_config, or default to the original's",
    async () => {
      says = "First words. [Leo]: more"
      const project = await seed(["user", "manager"])
      expect((await say(project)).body.entries[1]).toMatchObject({
        content: "First words.",
        metadata: { finishReason: "stop_sequence" },
      })
      expect(model.calls.at(-1)!.stop).toEqual(["[", "\n\n", "Speaker:"])
      const own = await seed(["user", "manager"], { model: "test/talker", stop: ["###"] })
      expect((await say(own)).body.entries[1].content).toBe(says)
      says = "A plan for this week."
      const [agent] = await sql(
        "SELECT ai_model_config FROM agent_templates WHERE CAST(model_config AS text) LIKE '%stop%' LIMIT 1",
      )
      expect(agent.ai_model_config).toMatchObject({ stop: ["###"] })
    },
  )

  exact(
    "106-107, 186-191",
    "twenty turns end a run, not the panel: nine agents complete their three rounds",
    async () => {
      const project = await seed(Array.from({ length: 9 }, () => "specialist"))
      const { body } = await say(project)
      expect(body.entries).toHaveLength(27)
      expect(body.project.status).toBe("completed")
    },
  )

  exact(
    "57-89, 105, 119-132, 143-148",
    "agents speak one at a time by sequence_order, and each row has its position and round",
    async () => {
      const before = model.calls.length
      const project = await seed(["user", "manager", "specialist"])
      await say(project)
      const calls = model.calls.slice(before)
      expect(calls.map(({ view }) => view.seat.name)).toEqual(["manager 1", "specialist 2"])
      // A speaker's prompt contains the previous turn, so it cannot have started earlier.
      expect(calls[1]!.prompt.transcript.join("\n")).toContain("A plan for this week.")
      const rows = await logs(project)
      expect(rows.map(({ turn_index, round_number }) => [turn_index, round_number])).toEqual([
        [0, 1],
        [1, 1],
        [2, 1],
      ])
      expect(await state(project)).toEqual({ current_turn_index: 0, current_round: 2, status: "active" })
      const text = "SELECT agent_id, metadata, created_at FROM discussion_logs WHERE project_id = $1 ORDER BY id"
      const [user, manager] = await sql(text, project)
      expect(user).toMatchObject({ agent_id: null, metadata: { kind: "turn" } })
      expect(manager).toMatchObject({ agent_id: expect.any(String), created_at: expect.anything() })
    },
  )

  mapped("188", "the number of rounds can be set for a project", async () => {
    const { body } = await at.call("POST", "/api/v1/projects", {
      ...{ name: "Short", rounds: 2 },
      participants: [{ role: "user", sequenceOrder: 0 }],
    })
    const path = `/api/v1/projects/${body.project.id}`
    expect(body.project.rounds).toBe(2)
    expect((await at.call("PATCH", path, { rounds: 1 })).body.project.rounds).toBe(1)
    expect(await state(body.project.id)).toMatchObject({ status: "active", current_turn_index: 0 })
    expect((await say(body.project.id)).body.project.status).toBe("completed")
    // Affects later panels only: a panel keeps the rounds it started with.
    expect((await at.call("PATCH", path, { rounds: 3 })).status).toBe(200)
    expect((await say(body.project.id)).status).toBe(409)
  })

  exact("22, 34", "roles and statuses are those of the original", async () => {
    const project = await seed(["user"])
    await expect(
      sql("INSERT INTO discussion_participants (project_id, role, sequence_order) VALUES ($1, 'king', 9)", project),
    ).rejects.toMatchObject(isRefused)
    await expect(
      sql("INSERT INTO discussion_state (project_id, status) VALUES ($1, 'odd')", project),
    ).rejects.toMatchObject(isRefused)
  })
})

leftOut(
  "41-43",
  "discussion_logs.id is a number in the order of writing and has no foreign keys: rows are derived from events",
)
leftOut("112-118", "seats before the user speak first; the message is their topic if the project has no description")
leftOut("55, 177-182, 206-211", "files, deployment and rollback of the original project")
leftOut("1-15, 51, 53, 109, 135-141, 150, 165-167, 184", "headings, and earlier behaviour")
