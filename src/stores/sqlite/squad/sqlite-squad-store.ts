import { randomUUID } from "node:crypto"
import { isUuid } from "../../../core/text.ts"
import type { AnswerFor } from "../../../ports/idempotency-store.ts"
import type {
  AnswerResult,
  ChatMessage,
  NewAnswer,
  NewMessage,
  NewPrompt,
  PostedPrompt,
  SquadPrompt,
  SquadStore,
} from "../../../ports/squad-store.ts"
import { answerStatement } from "../../sql/sql-idempotency-store.ts"
import { noPrompt, SqlSquadReads, type SquadSql } from "../../sql/sql-squad-reads.ts"
import type { Connection } from "../connection.ts"
import { chatJson, isExpired, isOpen, nameKey, promptJson } from "../schema/squad.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { ago, runStatement, sqliteSql } from "../sqlite-sql.ts"
import type { SquadChanges } from "./squad-changes.ts"

interface Options {
  readonly database: SqliteDatabase
  readonly organisationId: string
  readonly changes: SquadChanges
  /** Runs in the transaction that posts a prompt. */
  readonly onPosted?: (sql: Connection, promptId: string) => void
}

type Chat = Omit<NewMessage, "message_type"> & Pick<ChatMessage, "message_type">

const squad: SquadSql = {
  promptJson,
  chatJson,
  isExpired: isExpired("p"),
  newestFirst: "p.created_at DESC, p.rowid DESC",
  nameKey,
  mayAnswer: (key) =>
    `(p.mention_keys = '[]' OR EXISTS (SELECT 1 FROM json_each(p.mention_keys) m WHERE m.value = ${key}))`,
}

const findText = `
SELECT ${promptJson} AS prompt, ${isExpired("p")} AS expired FROM discussion_prompts p WHERE p.id = ? AND p.organisation_id = ?`
/** The same transaction adds the prompt to the chat, so it collects at once. */
const insertPromptText = `
INSERT INTO discussion_prompts (organisation_id, id, squad_chat_id, requester_agent, prompt_message, required_responses,
  timeout_minutes, task_id, mentions, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'collecting')`
const insertChatText = `
INSERT INTO squad_chat (organisation_id, id, agent_name, message, is_human, message_type, task_ref, discussion_prompt_id,
  idempotency_key, model_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const chatByIdText = `SELECT ${chatJson} AS chat FROM squad_chat c WHERE c.id = ?`
const repeatedText = `SELECT ${chatJson} AS chat FROM squad_chat c
  WHERE c.discussion_prompt_id = ? AND c.agent_key = ${nameKey("?")} AND c.idempotency_key = ?`
const isRequesterText = `SELECT 1 FROM discussion_prompts WHERE requester_key = ${nameKey("?")} AND id = ?`

/** Closes the expired prompts of all organisations, and returns their number. */
export function timeOutPrompts(sql: Connection): number {
  return sql.run(`UPDATE discussion_prompts AS p SET status = 'timed_out' WHERE ${isExpired("p")}`)
}

/** One organisation's squad. Triggers in the schema enforce its rules. */
export class SqliteSquadStore extends SqlSquadReads implements Omit<SquadStore, "watch" | "watchChat"> {
  readonly #options: Options

  constructor(options: Options) {
    const { database, organisationId } = options
    super({ sql: sqliteSql(database), organisationId, squad, closeExpired: () => this.#write(timeOutPrompts) })
    this.#options = options
  }

  post(newPrompt: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt> {
    const [promptId, chatId] = [randomUUID(), randomUUID()]
    const { requester_agent, prompt_message, required_responses, timeout_minutes, task_id, mentions } = newPrompt
    return this.#write((sql) => {
      const numbers = [required_responses, timeout_minutes, task_id, JSON.stringify(mentions)]
      sql.run(insertPromptText, this.organisationId, promptId, chatId, requester_agent, prompt_message, ...numbers)
      const message = { agent_name: requester_agent, message: prompt_message, is_human: false, task_ref: task_id }
      const about = { message_type: "discussion_prompt", discussion_prompt_id: promptId } as const
      const chat = this.#insertChat(sql, { ...message, ...about }, { id: chatId })
      this.#options.onPosted?.(sql, promptId)
      const created = { prompt: this.#find(sql, promptId).prompt, chat }
      if (answerFor) runStatement(sql, answerStatement({ ago }, answerFor(created)))
      return created
    })
  }

  answer(promptId: string, answer: NewAnswer): Promise<AnswerResult> {
    const { agent_name, message, is_human, idempotency_key, model_id } = answer
    return this.#write((sql): AnswerResult => {
      const prompt = this.#settled(sql, promptId)
      const repeated = sql.row<{ chat: string }>(repeatedText, promptId, agent_name, idempotency_key)
      if (repeated) return { kind: "repeated", chat: JSON.parse(repeated.chat), prompt }
      if (!["pending", "collecting"].includes(prompt.status)) return { kind: "closed", prompt }
      const message_type = sql.row(isRequesterText, agent_name, promptId) ? "message" : "discussion_response"
      const about = { message_type, task_ref: prompt.task_id, discussion_prompt_id: promptId } as const
      try {
        const chat = this.#insertChat(sql, { agent_name, message, is_human, ...about }, { idempotency_key, model_id })
        return { kind: "stored", chat, prompt: this.#find(sql, promptId).prompt }
      } catch (error) {
        // The prompt may have expired since it was read: the trigger reads the clock again.
        const current = this.#settled(sql, promptId)
        if (current.status !== "timed_out") throw error
        return { kind: "closed", prompt: current }
      }
    })
  }

  close(promptId: string, status: "resolved" | "cancelled"): Promise<SquadPrompt> {
    return this.#write((sql) => {
      this.#settled(sql, promptId)
      sql.run(`UPDATE discussion_prompts AS p SET status = ? WHERE p.id = ? AND ${isOpen("p")}`, status, promptId)
      return this.#find(sql, promptId).prompt
    })
  }

  async postMessage(message: NewMessage, answerFor?: AnswerFor<ChatMessage>): Promise<ChatMessage> {
    return await this.#write((sql) => {
      if (message.discussion_prompt_id !== null) this.#find(sql, message.discussion_prompt_id)
      const chat = this.#insertChat(sql, message)
      if (answerFor) runStatement(sql, answerStatement({ ago }, answerFor(chat)))
      return chat
    })
  }

  async #write<T>(work: (sql: Connection) => T): Promise<T> {
    const { database, changes } = this.#options
    const result = await database.write(work)
    changes.notify(this.organisationId)
    return result
  }

  #find(sql: Connection, promptId: string): { readonly prompt: SquadPrompt; readonly isExpired: boolean } {
    const found = isUuid(promptId)
      ? sql.row<{ prompt: string; expired: number }>(findText, promptId, this.organisationId)
      : undefined
    if (!found) throw noPrompt(promptId)
    return { prompt: JSON.parse(found.prompt), isExpired: found.expired === 1 }
  }

  /** Only one transaction writes at a time, so either a timeout or an answer wins, the same one for everyone. */
  #settled(sql: Connection, promptId: string): SquadPrompt {
    const { prompt, isExpired } = this.#find(sql, promptId)
    if (!isExpired) return prompt
    timeOutPrompts(sql)
    return this.#find(sql, promptId).prompt
  }

  #insertChat(
    sql: Connection,
    { agent_name, message, is_human, message_type, task_ref, discussion_prompt_id }: Chat,
    more: { readonly id?: string; readonly idempotency_key?: string | null; readonly model_id?: string | null } = {},
  ): ChatMessage {
    const { id = randomUUID(), idempotency_key = null, model_id = null } = more
    const values = [agent_name, message, Number(is_human), message_type, task_ref, discussion_prompt_id]
    sql.run(insertChatText, this.organisationId, id, ...values, idempotency_key, model_id)
    return JSON.parse(sql.row<{ chat: string }>(chatByIdText, id)!.chat)
  }
}
