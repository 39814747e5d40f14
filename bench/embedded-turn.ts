import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { systemClock } from "../src/main/system-ports.ts"
import { localOrganisationId } from "../src/ports/key-store.ts"
import { openSqlite } from "../src/stores/sqlite/open-sqlite.ts"
import { cpuSince, measure, median, round } from "./measure.ts"
import { turnEvents, turnWriter, words } from "./storage-writers.ts"

const discussionId = "0f8fad5b-d9cb-469f-a165-70867728950e"
const at = "2026-11-16T12:00:00.000000Z"
/** As the store indexes words. */
const textsAtOnce = 32
const turnsAtOnce = 320
const repeats = 7

/** A new file with our tables and settings, of which SQLite itself syncs each commit. */
async function openBare(folder: string): Promise<DatabaseSync> {
  const data = mkdtempSync(join(folder, "bare-"))
  await openSqlite(data, systemClock).close()
  const database = new DatabaseSync(join(data, "conclave.db"))
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
  // Triggers on what is written here name it; none of them calls it.
  database.function("search_text", (text) => text)
  return database
}

/** The same rows and indexes as a turn of ours, by prepared statements, their values known before. */
async function writerByHand(folder: string): Promise<() => Promise<void>> {
  const database = await openBare(folder)
  database.exec(`
    INSERT INTO discussions (id, last_seq, round, turns, prompt_tokens, cached_tokens, completion_tokens, updated_at, status,
      phase, created_at, format, topic) VALUES ('${discussionId}', 0, 0, 0, 0, 0, 0, '${at}', 'running', 'turn', '${at}', 'panel', 't')`)
  const [begin, discussion, event, log, text, index, progress, commit] = [
    "BEGIN IMMEDIATE",
    `UPDATE discussions SET last_seq = ?, round = ?, turns = ?, prompt_tokens = ?, cached_tokens = ?, completion_tokens = ?,
       cost = ?, updated_at = ?, status = ?, phase = ?, stopping_reason = ?, agreed = ?, solution = ?
     WHERE id = ? AND organisation_id = ? AND last_seq = ?`,
    `INSERT INTO discussion_events (discussion_id, seq, organisation_id, at, type, payload, cleaned, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    `INSERT INTO discussion_logs (organisation_id, project_id, discussion_id, seq, agent_id, turn_index, round_number,
       created_at, role, content, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    "INSERT INTO discussion_texts (organisation_id, discussion_id, seq) VALUES (?, ?, ?)",
    "INSERT INTO discussion_words (rowid, words) VALUES (?, ?)",
    "UPDATE discussion_words_progress SET log_id = ?",
    "COMMIT",
  ].map((sql) => database.prepare(sql))
  const [completed, started] = turnEvents(1).map(({ data }) => JSON.stringify(data))
  const said = {
    kind: "turn",
    turnId: "t12",
    name: "seat-1",
    finishReason: "stop",
    tokens: 1_200,
    character_count: 800,
  }
  const [id, organisation, metadata] = [discussionId, localOrganisationId, JSON.stringify(said)]
  let turn = 0
  return async () => {
    const seq = 2 * ++turn
    begin!.run()
    const used = [1_000 * turn, 900 * turn, 200 * turn, null]
    discussion!.run(seq, 1, turn, ...used, at, "running", "turn", null, null, null, id, organisation, seq - 2)
    event!.run(id, seq - 1, organisation, at, "turn_completed", completed!, null, 3)
    event!.run(id, seq, organisation, at, "turn_started", started!, null, 3)
    log!.run(organisation, null, id, seq - 1, null, 0, 1, at, "seat-1", words, metadata)
    if (turn % textsAtOnce === 0) {
      for (let late = turn - textsAtOnce + 1; late <= turn; late++) {
        index!.run(text!.run(organisation, id, 2 * late - 1).lastInsertRowid, words)
      }
      progress!.run(turn)
    }
    commit!.run()
  }
}

/** The least there is: one row with as many bytes. */
async function writerOfOneRow(folder: string): Promise<() => Promise<void>> {
  const database = await openBare(folder)
  database.exec("CREATE TABLE bare (id INTEGER PRIMARY KEY, content TEXT)")
  const [begin, insert, commit] = ["BEGIN IMMEDIATE", "INSERT INTO bare (content) VALUES (?)", "COMMIT"].map((sql) =>
    database.prepare(sql),
  )
  const content = turnEvents(1)
    .map(({ data }) => JSON.stringify(data))
    .join("")
  return async () => {
    begin!.run()
    insert!.run(content + words)
    commit!.run()
  }
}

/** What a turn costs against bare transactions, early and late in a discussion, alone and in company. */
export async function costOfATurn(folder: string) {
  const storage = openSqlite(join(folder, "turns"), systemClock)
  const late = turnWriter(storage)
  for (let turn = 0; turn < 10_000 - repeats * turnsAtOnce; turn++) await late()
  const company = Array.from({ length: 100 }, () => turnWriter(storage))
  const together = async () => void (await Promise.all(company.map((one) => one())))
  const writers = {
    "one row of the same bytes": { write: await writerOfOneRow(folder), turns: 1 },
    "the same rows and indexes by hand": { write: await writerByHand(folder), turns: 1 },
    "a turn, 1 to 2,240": { write: turnWriter(storage), turns: 1 },
    "a turn, 7,760 to 10,000": { write: late, turns: 1 },
    "a turn among 100 at once": { write: together, turns: 100 },
  }
  await measure(turnsAtOnce, writers["the same rows and indexes by hand"].write)
  const found = new Map<string, number[]>(Object.keys(writers).map((what) => [what, []]))
  // By turns, so that what else the machine does falls on all alike.
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [what, { write, turns }] of Object.entries(writers)) {
      const times = Math.max(10, turnsAtOnce / turns)
      const cpu = process.cpuUsage()
      for (let time = 0; time < times; time++) await write()
      found.get(what)!.push(cpuSince(cpu) / (times * turns))
    }
  }
  await storage.close()
  const ms = Object.fromEntries([...found].map(([what, each]) => [what, median(each)])) as Record<
    keyof typeof writers,
    number
  >
  const byHand = ms["the same rows and indexes by hand"]
  console.log("the store's CPU, median of 7 × 320 turns, bare transactions in between")
  console.table(
    Object.entries(ms).map(([what, each]) => ({
      what,
      "CPU ms a turn": round(each, 3),
      "times the same rows by hand": round(each / byHand, 2),
      "times one row": round(each / ms["one row of the same bytes"], 2),
    })),
  )
  const early = ms["a turn, 1 to 2,240"]
  return {
    lone: early / byHand,
    late: ms["a turn, 7,760 to 10,000"] / byHand,
    growth: ms["a turn, 7,760 to 10,000"] / early,
  }
}
