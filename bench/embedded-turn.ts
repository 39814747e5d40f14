import { randomUUID } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { systemClock } from "../src/main/system-ports.ts"
import { localOrganisationId } from "../src/ports/key-store.ts"
import type { Storage } from "../src/ports/storage.ts"
import { openSqlite } from "../src/stores/sqlite/open-sqlite.ts"
import { cpuSince, median, round } from "./measure.ts"
import { turnEvents, words } from "./storage-writers.ts"

const discussionId = "0f8fad5b-d9cb-469f-a165-70867728950e"
const at = "2026-11-16T12:00:00.000000Z"
/** Batch size of the store's full-text index. */
const textsAtOnce = 32
/** A multiple of `textsAtOnce`, so that each measurement includes whole index batches. */
const turnsAtOnce = 64
const repeats = 35
const measured = repeats * turnsAtOnce

/** Prepares turns and returns a function that writes them, one commit per turn. */
type Writer = (turns: number) => () => Promise<void>

function repeated(write: () => void): Writer {
  return (turns) => async () => {
    for (let turn = 0; turn < turns; turn++) write()
  }
}

/** A new file with our tables and settings, where SQLite itself syncs each commit. */
async function openBare(folder: string): Promise<DatabaseSync> {
  const data = mkdtempSync(join(folder, "bare-"))
  await openSqlite(data, systemClock).close()
  const database = new DatabaseSync(join(data, "conclave.db"))
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
  // Triggers refer to this function, but none of these writes calls it.
  database.function("search_text", (text) => text)
  return database
}

/** Writes the same rows and indexes as the store, with prepared statements and precomputed values. */
async function writerByHand(folder: string): Promise<Writer> {
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
  return repeated(() => {
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
  })
}

/** The minimum: one row with as many bytes. */
async function writerOfOneRow(folder: string): Promise<Writer> {
  const database = await openBare(folder)
  database.exec("CREATE TABLE bare (id INTEGER PRIMARY KEY, content TEXT)")
  const [begin, insert, commit] = ["BEGIN IMMEDIATE", "INSERT INTO bare (content) VALUES (?)", "COMMIT"].map((sql) =>
    database.prepare(sql),
  )
  const content = turnEvents(1)
    .map(({ data }) => JSON.stringify(data))
    .join("")
  return repeated(() => {
    begin!.run()
    insert!.run(content + words)
    commit!.run()
  })
}

/** Appends prepared turns to one discussion of a store, or concurrently to several. */
function writerOfTurns(storage: Storage, discussions = 1): Writer {
  const store = storage.organisation(localOrganisationId).discussions
  const ids = Array.from({ length: discussions }, () => randomUUID())
  let number = 0
  return (turns) => {
    const ready = Array.from({ length: turns / discussions }, () => turnEvents(++number))
    return async () => {
      for (const events of ready) {
        if (discussions === 1) await store.append(ids[0]!, events)
        else await Promise.all(ids.map((id) => store.append(id, events)))
      }
    }
  }
}

/** Cost of a turn compared with bare transactions, early and late in a discussion, alone and concurrently; one file each. */
export async function costOfATurn(folder: string) {
  const storages = ["early", "late", "company"].map((name) => openSqlite(join(folder, name), systemClock))
  const [early, late, company] = storages.map((storage, index) => writerOfTurns(storage, index === 2 ? 64 : 1))
  const writers = {
    "one row of the same bytes": await writerOfOneRow(folder),
    "the same rows in hand-written SQL": await writerByHand(folder),
    "turns 1 to 2,240": early!,
    "the same rows in hand-written SQL, 7,760 to 10,000": await writerByHand(folder),
    "turns 7,760 to 10,000": late!,
    "turns of 64 concurrent discussions": company!,
  }
  type What = keyof typeof writers
  for (const what of ["the same rows in hand-written SQL, 7,760 to 10,000", "turns 7,760 to 10,000"] as const) {
    await writers[what](10_000 - measured)()
  }
  const found = new Map(Object.keys(writers).map((what) => [what as What, [] as number[]]))
  // Interleaved, so that other load affects all alike.
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [what, each] of found) {
      const write = writers[what](turnsAtOnce)
      const cpu = process.cpuUsage()
      await write()
      each.push(cpuSince(cpu) / turnsAtOnce)
    }
  }
  for (const storage of storages) await storage.close()
  const ms = Object.fromEntries([...found].map(([what, each]) => [what, median(each)])) as Record<What, number>
  const byHand = ms["the same rows in hand-written SQL"]
  const lateByHand = ms["the same rows in hand-written SQL, 7,760 to 10,000"]
  console.log(`CPU of the store, median of ${repeats} × ${turnsAtOnce} turns, interleaved`)
  console.table(
    Object.entries(ms).map(([what, each]) => ({
      what,
      "CPU ms per turn": round(each, 3),
      "times hand-written SQL": round(each / byHand, 2),
      "times one row": round(each / ms["one row of the same bytes"], 2),
    })),
  )
  return {
    lone: ms["turns 1 to 2,240"] / byHand,
    late: ms["turns 7,760 to 10,000"] / lateByHand,
    growth: ms["turns 7,760 to 10,000"] / ms["turns 1 to 2,240"],
  }
}
