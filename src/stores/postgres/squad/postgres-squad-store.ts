import { randomUUID } from "node:crypto"
import type { ClientBase } from "pg"
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
import { isOpen, noPrompt, SqlSquadReads, type SquadSql } from "../../sql/sql-squad-reads.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import { storeAnswer } from "../postgres-discussion-store.ts"
import { postgresSql } from "../postgres-sql.ts"
import { SquadChanges } from "./squad-changes.ts"

const isOver = "discussion_prompt_end(p) <= clock_timestamp()"
const squad: SquadSql = {
  promptJson: "squad_prompt_json(p)",
  chatJson: "squad_chat_json(c)",
  isExpired: `(${isOpen} AND ${isOver})`,
  newestFirst: "p.created_at DESC, p.id",
  nameKey: (name) => `squad_name_key(${name})`,
  mayAnswer: (key) => `(p.mention_keys = '{}' OR ${key} = ANY (p.mention_keys))`,
}

/** The same transaction adds the prompt to the chat, so it collects at once. */
const insertPromptText = `
INSERT INTO discussion_prompts AS p (organisation_id, id, squad_chat_id, requester_agent, prompt_message,
  required_responses, timeout_minutes, task_id, mentions, status)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'collecting')
RETURNING ${squad.promptJson} AS prompt`
const insertChatText = `
INSERT INTO squad_chat AS c (organisation_id, id, agent_name, message, is_human, message_type, task_ref,
  discussion_prompt_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING ${squad.chatJson} AS chat`
const insertAnswerText = "SELECT squad_answer($1, $2, $3, $4, $5, $6) AS result"
const lockPromptText = "SELECT squad_lock(organisation_id) FROM discussion_prompts WHERE id = $1"
const closePromptText = `
UPDATE discussion_prompts p SET status = CASE WHEN ${isOver} THEN 'timed_out' ELSE $2 END WHERE p.id = $1 AND ${isOpen}`
const selectPromptText = `SELECT ${squad.promptJson} AS prompt FROM discussion_prompts p WHERE p.id = $1`

type Chat = Omit<NewMessage, "message_type"> & Pick<ChatMessage, "message_type">

interface Options {
  readonly database: Database
  readonly organisationId: string
  /** Runs in the transaction that posts a prompt. */
  readonly onPosted?: (transaction: ClientBase, promptId: string) => Promise<void>
}

/** Closes the expired prompts of all organisations, and returns their number. Called on a schedule. */
export async function timeOutPrompts({ pool }: Database): Promise<number> {
  const text = "SELECT timeout_stale_discussion_prompts() AS closed"
  const { rows } = await pool.query<{ closed: number }>(text).catch((error) => {
    throw databaseError(error)
  })
  return rows[0]?.closed ?? 0
}

/** One organisation's squad. Functions and triggers of the schema enforce its rules. */
export class PostgresSquadStore extends SqlSquadReads implements SquadStore {
  readonly #options: Options
  readonly #changes: SquadChanges

  constructor(options: Options) {
    const { database, organisationId } = options
    const closeExpired = () => this.#transaction((client) => client.query("SELECT squad_settle(NULL)"))
    super({ sql: postgresSql(database), organisationId, squad, closeExpired })
    this.#options = options
    this.#changes = new SquadChanges(database, organisationId)
  }

  post(prompt: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt> {
    return this.#transaction(async (client) => {
      const [promptId, chatId] = [randomUUID(), randomUUID()]
      const { requester_agent, prompt_message, required_responses, timeout_minutes, task_id, mentions } = prompt
      const posted = await client.query<{ prompt: SquadPrompt }>(insertPromptText, [
        ...[this.organisationId, promptId, chatId, requester_agent, prompt_message],
        ...[required_responses, timeout_minutes, task_id, mentions],
      ])
      const message = { agent_name: requester_agent, message: prompt_message, is_human: false, task_ref: task_id }
      const about = { message_type: "discussion_prompt", discussion_prompt_id: promptId } as const
      const chat = await this.#insertChat(client, chatId, { ...message, ...about })
      await this.#options.onPosted?.(client, promptId)
      const created = { prompt: posted.rows[0]!.prompt, chat }
      if (answerFor) await storeAnswer(client, answerFor(created))
      return created
    })
  }

  async answer(promptId: string, answer: NewAnswer): Promise<AnswerResult> {
    if (!isUuid(promptId)) throw noPrompt(promptId)
    const { agent_name, message, is_human, idempotency_key, model_id } = answer
    const values = [promptId, agent_name, message, is_human, idempotency_key, model_id]
    const { rows } = await this.#transaction((client) =>
      client.query<{ result: AnswerResult | null }>(insertAnswerText, values),
    )
    if (!rows[0]?.result) throw noPrompt(promptId)
    return rows[0].result
  }

  async close(promptId: string, status: "resolved" | "cancelled"): Promise<SquadPrompt> {
    if (!isUuid(promptId)) throw noPrompt(promptId)
    const { rows } = await this.#transaction(async (client) => {
      await client.query(lockPromptText, [promptId])
      await client.query(closePromptText, [promptId, status])
      return client.query<{ prompt: SquadPrompt }>(selectPromptText, [promptId])
    })
    if (!rows[0]) throw noPrompt(promptId)
    return rows[0].prompt
  }

  async postMessage(message: NewMessage, answerFor?: AnswerFor<ChatMessage>): Promise<ChatMessage> {
    const { discussion_prompt_id: promptId } = message
    if (promptId !== null && !isUuid(promptId)) throw noPrompt(promptId)
    return await this.#transaction(async (client) => {
      if (promptId !== null && (await client.query(selectPromptText, [promptId])).rowCount === 0)
        throw noPrompt(promptId)
      const chat = await this.#insertChat(client, randomUUID(), message)
      if (answerFor) await storeAnswer(client, answerFor(chat))
      return chat
    })
  }

  watch(promptId: string, onChange: () => void): () => void {
    return this.#changes.watch((change) => {
      if (change.kind === "unknown" || (change.kind === "prompt" && change.id === promptId)) onChange()
    })
  }

  watchChat(onChange: () => void): () => void {
    return this.#changes.watch(() => onChange())
  }

  #transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    return this.#options.database.transaction(this.organisationId, work)
  }

  async #insertChat(client: ClientBase, id: string, chat: Chat): Promise<ChatMessage> {
    const { agent_name, message, is_human, message_type, task_ref, discussion_prompt_id } = chat
    const values = [agent_name, message, is_human, message_type, task_ref, discussion_prompt_id]
    const { rows } = await client.query<{ chat: ChatMessage }>(insertChatText, [this.organisationId, id, ...values])
    return rows[0]!.chat
  }
}
