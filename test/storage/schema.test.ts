import { describe, expect, test } from "vitest"
import { databases } from "../support/databases.ts"

/** Tables and columns as the contract names them. */
const named: Readonly<Record<string, readonly string[]>> = {
  projects: ["id"],
  agent_templates: ["id", "name", "description", "system_prompt", "model_config"],
  discussion_participants: ["id", "project_id", "agent_id", "role", "sequence_order", "created_at"],
  discussion_state: [
    ...["id", "project_id", "current_turn_index", "current_round", "status", "created_at", "updated_at"],
  ],
  discussion_logs: [
    ...["id", "project_id", "agent_id", "role", "content", "turn_index", "round_number", "metadata", "created_at"],
  ],
  tasks: ["id", "session_id", "status", "result", "created_at", "updated_at"],
  discussion_prompts: [
    ...["id", "task_id", "requester_agent", "prompt_message", "required_responses", "timeout_minutes", "status"],
    ...["collected_context", "squad_chat_id", "resolved_at", "created_at"],
  ],
  squad_chat: [
    ...["id", "agent_name", "message", "is_human", "task_ref", "discussion_prompt_id", "message_type", "created_at"],
  ],
  discussions: ["id"],
  discussion_events: ["discussion_id", "seq", "type", "payload", "at", "version"],
}

describe.each(databases)("the schema on $name", ({ open }) => {
  test("has every named column of every named table [data.tables] [data.both]", async () => {
    const { rows } = await (await open()).pool.query<{ table_name: string; columns: string[] }>(
      `SELECT table_name::text, array_agg(column_name::text) AS columns FROM information_schema.columns
       WHERE table_schema = 'public' GROUP BY table_name`,
    )
    const columns = Object.fromEntries(rows.map((row) => [row.table_name, row.columns]))
    for (const [table, wanted] of Object.entries(named))
      expect(columns[table], table).toEqual(expect.arrayContaining([...wanted]))
  })

  test("holds prompts to 2 answers and 30 minutes, and a project to one state [data.tables]", async () => {
    const { rows } = await (await open()).pool.query(
      `SELECT column_name::text AS name, column_default AS value FROM information_schema.columns
       WHERE table_name = 'discussion_prompts' AND column_name IN ('required_responses', 'timeout_minutes') ORDER BY 1`,
    )
    expect(rows.map(({ name, value }) => [name, Number(value)])).toEqual([
      ["required_responses", 2],
      ["timeout_minutes", 30],
    ])
    const unique = await (await open()).pool.query(
      `SELECT FROM pg_indexes WHERE tablename = 'discussion_state' AND indexdef LIKE 'CREATE UNIQUE INDEX % (project_id)'`,
    )
    expect(unique.rowCount).toBe(1)
  })

  test("counts prompts by trigger and sweeps them by function [data.tables]", async () => {
    const { pool } = await open()
    const triggers = await pool.query(
      "SELECT FROM pg_trigger WHERE tgrelid = 'squad_chat'::regclass AND NOT tgisinternal",
    )
    expect(triggers.rowCount).toBeGreaterThan(0)
    const swept = await pool.query("SELECT timeout_stale_discussion_prompts() AS swept")
    expect(swept.rows).toEqual([{ swept: 0 }])
  })
})
