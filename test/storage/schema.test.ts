import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { backedUpTables } from "../../src/stores/backup/tables.ts"
import { newOrganisation, openTest, sharedLocations, type TestDatabase, testDatabases } from "../support/databases.ts"
import { abortedEvent } from "../support/random-discussion.ts"

const databases = testDatabases()

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

/** The columns of every table, with their defaults. */
async function shapeOf({ kind, query }: TestDatabase) {
  const text =
    kind === "SQLite"
      ? `SELECT t.name AS table_name, c.name AS column_name, c.dflt_value AS column_default
         FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c WHERE t.schema = 'main'`
      : `SELECT table_name::text, column_name::text, column_default FROM information_schema.columns
         WHERE table_schema = 'public'`
  const rows = await query(text)
  return (table: string) =>
    new Map(
      rows
        .filter(({ table_name }) => table_name === table)
        .map(({ column_name, column_default }) => [column_name as string, column_default as string | null]),
    )
}

describe.each(databases)("the schema on $name", ({ open }) => {
  test("has every named column of every named table [data.tables] [data.both]", async () => {
    const columns = await shapeOf(await open())
    for (const [table, wanted] of Object.entries(named))
      expect([...columns(table).keys()], table).toEqual(expect.arrayContaining([...wanted]))
  })

  test("has defaults of 2 answers and 30 minutes for prompts, and allows one state per project [data.tables]", async () => {
    const database = await open()
    const prompts = (await shapeOf(database))("discussion_prompts")
    expect([prompts.get("required_responses"), prompts.get("timeout_minutes")].map(Number)).toEqual([2, 30])
    const organisationId = await newOrganisation(database)
    const { id } = await database.storage
      .organisation(organisationId)
      .projects.create({ name: "One", description: null, participants: [] })
    const insert = `INSERT INTO discussion_state (organisation_id, project_id, discussion_id, current_turn_index,
      current_round, status, created_at, updated_at) VALUES ($1, $2, $2, 0, 0, 'active', now(), now())`
    await expect(database.query(insert, [organisationId, id])).rejects.toThrow(/unique/i)
  })

  test("counts prompts by trigger [data.tables]", async () => {
    const { kind, query } = await open()
    const text =
      kind === "SQLite"
        ? "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'squad_chat'"
        : "SELECT tgname FROM pg_trigger WHERE tgrelid = 'squad_chat'::regclass AND NOT tgisinternal"
    expect((await query(text)).length).toBeGreaterThan(0)
  })
})

/** Tables of running processes, of the search index, and of the databases themselves. */
const notBackedUp = /^(running_.*|discussion_texts|discussion_words.*|conclave_migrations|sqlite_.*)$/

test.each(databases)("every other table of $name is backed up [data.both]", async ({ open }) => {
  const { kind, query } = await open()
  const text =
    kind === "SQLite"
      ? "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'view'"
      : "SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'"
  const names = (await query(text)).map(({ name }) => name as string).filter((name) => !notBackedUp.test(name))
  expect(names.toSorted()).toEqual([...backedUpTables].toSorted())
})

test("both databases have the same columns in every table that is backed up [data.both]", async () => {
  const [sqlite, postgres] = await Promise.all(databases.map(async ({ open }) => shapeOf(await open())))
  for (const table of backedUpTables) {
    expect([...sqlite!(table).keys()].toSorted(), table).toEqual([...postgres!(table).keys()].toSorted())
  }
})

test("PostgreSQL sweeps prompts by function [data.tables]", async () => {
  const { query } = await databases[1]!.open()
  expect(await query("SELECT timeout_stale_discussion_prompts() AS swept")).toEqual([{ swept: 0 }])
})

/** Statements as the guide prints them; `…` stands for an id. */
const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/storage.md"), "utf8")
const [looking = "", answering = ""] = [...guide.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql!)
const [lastDayOnSqlite, lastDayOnPostgres] = [...guide.matchAll(/`(created_at > [^`]+)`/g)].map(([, sql]) => sql!)

test.each(["SQLite", "PostgreSQL"] as const)(
  "the statements of the storage guide work on %s, and an answer inserted by hand counts [data.tables] [squad.counts-once]",
  async (kind) => {
    const location = await sharedLocations[kind]()
    const { storage, query } = await openTest(location)
    // Like another program, without the functions of our own connections.
    const file = "data" in location ? new DatabaseSync(join(location.data, "conclave.db")) : undefined
    const byHand = async (text: string) => file?.prepare(text).all() ?? (await query(text))
    const { discussions, squad } = storage.organisation(localOrganisationId)
    const discussionId = randomUUID()
    await discussions.append(discussionId, [abortedEvent("enough", 1, Date.now())])
    const asked = { requester_agent: "Bo", prompt_message: "When?", required_responses: 1, timeout_minutes: 5 }
    const { prompt } = await squad.post({ ...asked, task_id: null, mentions: [] })
    const statements = looking.replaceAll("…", discussionId).trim().split(/;\s*/).filter(Boolean)
    const found = []
    for (const statement of statements) found.push((await byHand(statement)).length)
    expect(found).toEqual([1, 0, 1, 0, 1])
    const lastDay = kind === "SQLite" ? lastDayOnSqlite : lastDayOnPostgres
    expect(await byHand(`SELECT id FROM discussions WHERE ${lastDay}`)).toHaveLength(1)
    await byHand(answering.replace("…", prompt.id))
    const answered = (await squad.get(prompt.id)).prompt
    expect(answered).toMatchObject({ status: "resolved", collected_context: [{ agent: "Ann", message: "Friday." }] })
    file?.close()
    await storage.close()
  },
)
