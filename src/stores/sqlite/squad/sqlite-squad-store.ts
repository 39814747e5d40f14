import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../../core/errors.ts"
import { isUuid } from "../../../core/text.ts"
import type { AnswerFor } from "../../../ports/idempotency-store.ts"
import type {
  AnswerResult,
  ChatEvent,
  ChatFilter,
  ChatMessage,
  NewAnswer,
  NewMessage,
  NewPrompt,
  PostedPrompt,
  PromptFilter,
  PromptWithAnswers,
  SquadMember,
  SquadPrompt,
  SquadStore,
} from "../../../ports/squad-store.ts"
import { answerStatement } from "../../sql/sql-idempotency-store.ts"
import type { Connection } from "../connection.ts"
import { isExpired, isOpen, nameKey } from "../schema/squad-triggers.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { ago, runStatement } from "../sqlite-sql.ts"
import type { SquadChanges } from "./squad-changes.ts"
import { type ChatRow, chatOf, expiryOf, type PromptRow, promptOf, selectPrompt } from "./squad-rows.ts"

interface Options {
  readonly database: SqliteDatabase
  readonly organisationId: string
  readonly changes: SquadChanges
  /** Runs in the transaction that posts a prompt, so that what follows from it cannot be forgotten. */
  readonly onPosted?: (sql: Connection, promptId: string) => void
}

type Chat = Omit<NewMessage, "message_type"> & Pick<ChatMessage, "message_type">

const defaultPage = 100

const mayBeAnsweredBy = (key: string) => `${isOpen("p")} AND p.requester_key <> ${key}
  AND (p.mention_keys = '[]' OR EXISTS (SELECT 1 FROM json_each(p.mention_keys) m WHERE m.value = ${key}))
  AND NOT EXISTS (SELECT 1 FROM squad_chat c WHERE c.discussion_prompt_id = p.id AND c.agent_key = ${key}
                  AND c.message_type = 'discussion_response')`

const findText = `${selectPrompt} WHERE p.id = ? AND p.organisation_id = ?`
/** It is in the chat with the same commit, so it collects at once. */
const insertPromptText = `
INSERT INTO discussion_prompts (organisation_id, id, squad_chat_id, requester_agent, prompt_message, required_responses,
  timeout_minutes, task_id, mentions, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'collecting')`
const insertChatText = `
INSERT INTO squad_chat (organisation_id, id, agent_name, message, is_human, message_type, task_ref, discussion_prompt_id,
  idempotency_key, model_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const chatByIdText = "SELECT * FROM squad_chat WHERE id = ?"
const answersText = `
SELECT * FROM squad_chat WHERE discussion_prompt_id = ? AND message_type = 'discussion_response' ORDER BY seq`
const repeatedText = `
SELECT * FROM squad_chat WHERE discussion_prompt_id = ? AND agent_key = ${nameKey("?")} AND idempotency_key = ?`
const listText = `${selectPrompt}
WHERE p.organisation_id = ?1 AND (?2 IS NULL OR p.status = ?2) AND (?3 IS NULL OR p.task_id = ?3)
  AND (?4 IS NULL OR p.requester_key = ${nameKey("?4")}) AND (?5 IS NULL OR (${mayBeAnsweredBy(nameKey("?5"))}))
ORDER BY p.created_at DESC, p.rowid DESC LIMIT ?6`
const chatFilter = `organisation_id = ?1 AND (?2 IS NULL OR task_ref = ?2)
  AND (?3 IS NULL OR discussion_prompt_id = ?3) AND (?4 IS NULL OR seq < ?4) AND (?5 IS NULL OR seq > ?5)`
const chatAfterText = `SELECT * FROM squad_chat WHERE ${chatFilter} ORDER BY seq LIMIT ?6`
const newestChatText = `
SELECT * FROM (SELECT * FROM squad_chat WHERE ${chatFilter} ORDER BY seq DESC LIMIT ?6) ORDER BY seq`
const membersText = `
SELECT a.id, a.name, a.system_prompt, a.model_config FROM agent_templates a JOIN discussion_prompts p ON p.id = ?1
WHERE a.organisation_id = p.organisation_id AND a.squad_member AND ${mayBeAnsweredBy(nameKey("a.name"))}
ORDER BY a.name, a.id`

/** Closes what is over, of every organisation; gives how many that were. */
export function timeOutPrompts(sql: Connection): number {
  return sql.run(`UPDATE discussion_prompts AS p SET status = 'timed_out' WHERE ${isExpired("p")}`)
}

/** One organisation's squad. The rules are the database's own: see the triggers in the schema. */
export class SqliteSquadStore implements Omit<SquadStore, "watch" | "watchChat"> {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  post(asked: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt> {
    const { organisationId, onPosted } = this.#options
    const [promptId, chatId] = [randomUUID(), randomUUID()]
    const { requester_agent, prompt_message, required_responses, timeout_minutes, task_id, mentions } = asked
    return this.#write((sql) => {
      const numbers = [required_responses, timeout_minutes, task_id, JSON.stringify(mentions)]
      sql.run(insertPromptText, organisationId, promptId, chatId, requester_agent, prompt_message, ...numbers)
      const message = { agent_name: requester_agent, message: prompt_message, is_human: false, task_ref: task_id }
      const about = { message_type: "discussion_prompt", discussion_prompt_id: promptId } as const
      const chat = this.#insertChat(sql, { ...message, ...about }, { id: chatId })
      onPosted?.(sql, promptId)
      const created = { prompt: promptOf(this.#find(sql, promptId)), chat }
      if (answerFor) runStatement(sql, answerStatement({ ago }, answerFor(created)))
      return created
    })
  }

  answer(promptId: string, answer: NewAnswer): Promise<AnswerResult> {
    const { agent_name, message, is_human, idempotency_key, model_id } = answer
    return this.#write((sql): AnswerResult => {
      const prompt = this.#settled(sql, promptId)
      const repeated = sql.row<ChatRow>(repeatedText, promptId, agent_name, idempotency_key)
      if (repeated) return { kind: "repeated", chat: chatOf(repeated), prompt: promptOf(prompt) }
      if (!["pending", "collecting"].includes(prompt.status)) return { kind: "closed", prompt: promptOf(prompt) }
      const keys = sql.row<{ same: number }>(
        `SELECT ${nameKey("?")} = requester_key AS same FROM discussion_prompts WHERE id = ?`,
        ...[agent_name, promptId],
      )
      const message_type = keys?.same ? "message" : "discussion_response"
      const about = { message_type, task_ref: prompt.task_id, discussion_prompt_id: promptId } as const
      const chat = this.#insertChat(sql, { agent_name, message, is_human, ...about }, { idempotency_key, model_id })
      return { kind: "stored", chat, prompt: promptOf(this.#find(sql, promptId)) }
    })
  }

  close(promptId: string, status: "resolved" | "cancelled"): Promise<SquadPrompt> {
    return this.#write((sql) => {
      this.#settled(sql, promptId)
      sql.run(`UPDATE discussion_prompts AS p SET status = ? WHERE p.id = ? AND ${isOpen("p")}`, status, promptId)
      return promptOf(this.#find(sql, promptId))
    })
  }

  async get(promptId: string): Promise<PromptWithAnswers> {
    const { row, answers } = await this.#fresh((sql) => {
      const row = this.#find(sql, promptId)
      return { row, answers: sql.rows<ChatRow>(answersText, promptId), stale: row.is_expired === 1 }
    })
    const isClosed = !["pending", "collecting"].includes(row.status)
    const closesInMs = isClosed ? 0 : Math.max(1, expiryOf(row) - Date.now())
    return { prompt: promptOf(row), responses: answers.map(chatOf), closesInMs }
  }

  async list(filter: PromptFilter = {}): Promise<readonly SquadPrompt[]> {
    const { status = null, task_id = null, requester = null, agent = null, limit = defaultPage } = filter
    const wanted = [this.#options.organisationId, status, task_id, requester, agent, limit]
    const { rows } = await this.#fresh((sql) => {
      const rows = sql.rows<PromptRow>(listText, ...wanted)
      return { rows, stale: this.#hasExpired(sql) }
    })
    return rows.map(promptOf)
  }

  async postMessage(message: NewMessage, answerFor?: AnswerFor<ChatMessage>): Promise<ChatMessage> {
    return await this.#write((sql) => {
      if (message.discussion_prompt_id !== null) this.#find(sql, message.discussion_prompt_id)
      const chat = this.#insertChat(sql, message)
      if (answerFor) runStatement(sql, answerStatement({ ago }, answerFor(chat)))
      return chat
    })
  }

  async chat(filter: ChatFilter = {}): Promise<readonly ChatMessage[]> {
    const { task_ref = null, discussion_prompt_id = null, before = null, after = null, limit = defaultPage } = filter
    const text = after !== null && before === null ? chatAfterText : newestChatText
    const wanted = [this.#options.organisationId, task_ref, discussion_prompt_id, before, after, limit]
    return (await this.#options.database.read((sql) => sql.rows<ChatRow>(text, ...wanted))).map(chatOf)
  }

  async events(after: number, limit = defaultPage): Promise<readonly ChatEvent[]> {
    const { organisationId } = this.#options
    const { chats, prompts } = await this.#fresh((sql) => {
      const chats = sql.rows<ChatRow>(chatAfterText, organisationId, null, null, null, after, limit)
      const text = `${selectPrompt} WHERE p.organisation_id = ? AND p.seq > ? ORDER BY p.seq LIMIT ?`
      const prompts = sql.rows<PromptRow>(text, organisationId, after, limit)
      return { chats, prompts, stale: this.#hasExpired(sql) }
    })
    const events: ChatEvent[] = [
      ...chats.map((row) => ({ type: "message", seq: row.seq, message: chatOf(row) }) as const),
      ...prompts.map((row) => ({ type: "prompt", seq: row.seq, prompt: promptOf(row) }) as const),
    ]
    return events.toSorted((a, b) => a.seq - b.seq).slice(0, limit)
  }

  async lastSeq(): Promise<number> {
    const { database, organisationId } = this.#options
    const text = "SELECT seq FROM squad_counters WHERE organisation_id = ?"
    return (await database.read((sql) => sql.row<{ seq: number }>(text, organisationId)))?.seq ?? 0
  }

  async membersFor(promptId: string): Promise<readonly SquadMember[]> {
    const { rows } = await this.#fresh((sql) => {
      const stale = this.#find(sql, promptId).is_expired === 1
      return {
        rows: sql.rows<Record<"id" | "name" | "system_prompt" | "model_config", string>>(membersText, promptId),
        stale,
      }
    })
    return rows.map(({ id, name, system_prompt, model_config }) => ({
      ...{ agentId: id, name, systemPrompt: system_prompt, modelConfig: JSON.parse(model_config) },
    }))
  }

  async #write<T>(work: (sql: Connection) => T): Promise<T> {
    const { database, changes, organisationId } = this.#options
    const result = await database.write(work)
    changes.tell(organisationId)
    return result
  }

  /** Looks; where the time of something is up, closes that and looks again. */
  async #fresh<T extends { readonly stale: boolean }>(look: (sql: Connection) => T): Promise<T> {
    for (;;) {
      const found = await this.#options.database.read(look)
      if (!found.stale) return found
      await this.#write(timeOutPrompts)
    }
  }

  #hasExpired(sql: Connection): boolean {
    const text = `SELECT 1 FROM discussion_prompts p WHERE p.organisation_id = ? AND ${isExpired("p")} LIMIT 1`
    return sql.row(text, this.#options.organisationId) !== undefined
  }

  #find(sql: Connection, promptId: string): PromptRow {
    const found = isUuid(promptId) ? sql.row<PromptRow>(findText, promptId, this.#options.organisationId) : undefined
    if (!found) throw new ConclaveError("NOT_FOUND", `there is no prompt "${promptId.slice(0, 60)}"`)
    return found
  }

  /** One transaction writes at a time, so of a time-out and an answer one wins, the same for everyone. */
  #settled(sql: Connection, promptId: string): PromptRow {
    const found = this.#find(sql, promptId)
    if (found.is_expired === 0) return found
    timeOutPrompts(sql)
    return this.#find(sql, promptId)
  }

  #insertChat(
    sql: Connection,
    { agent_name, message, is_human, message_type, task_ref, discussion_prompt_id }: Chat,
    more: { readonly id?: string; readonly idempotency_key?: string | null; readonly model_id?: string | null } = {},
  ): ChatMessage {
    const { id = randomUUID(), idempotency_key = null, model_id = null } = more
    const said = [agent_name, message, Number(is_human), message_type, task_ref, discussion_prompt_id]
    sql.run(insertChatText, this.#options.organisationId, id, ...said, idempotency_key, model_id)
    return chatOf(sql.row<ChatRow>(chatByIdText, id)!)
  }
}
