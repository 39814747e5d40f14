import { randomUUID } from "node:crypto"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import type {
  AnswerResult,
  ChatMessage,
  NewAnswer,
  NewMessage,
  NewPrompt,
  PostedPrompt,
  SquadPrompt,
  SquadStore,
} from "../../ports/squad-store.ts"
import type { Rows, SqlStatement } from "./sql-database.ts"
import { answerStep } from "./sql-idempotency-store.ts"
import { isOpen, SqlSquadReads } from "./sql-squad-reads.ts"

type Chat = Omit<NewMessage, "message_type"> & Pick<ChatMessage, "message_type">

/** The same transaction adds the prompt to the chat, so it collects at once. */
const insertPromptText = `
INSERT INTO discussion_prompts (organisation_id, id, squad_chat_id, requester_agent, prompt_message, required_responses,
  timeout_minutes, task_id, mentions, status)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'collecting')`
const insertChatText = `
INSERT INTO squad_chat (organisation_id, id, agent_name, message, is_human, message_type, task_ref, discussion_prompt_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

/** One organisation's squad. The schema enforces its rules, so rows are read again after they were written. */
export abstract class SqlSquadStore extends SqlSquadReads implements Omit<SquadStore, "watch" | "watchChat"> {
  /** Statements that let members answer a prompt, for the transaction that posts it. */
  protected abstract jobsFor(promptId: string): Promise<readonly SqlStatement[]>
  abstract answer(promptId: string, answer: NewAnswer): Promise<AnswerResult>

  async post(prompt: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt> {
    const [promptId, chatId] = [randomUUID(), randomUUID()]
    const { requester_agent, prompt_message, required_responses, timeout_minutes, task_id, mentions } = prompt
    const numbers = [required_responses, timeout_minutes, task_id, mentions]
    const values = [this.organisationId, promptId, chatId, requester_agent, prompt_message, ...numbers]
    const message = { agent_name: requester_agent, message: prompt_message, is_human: false, task_ref: task_id }
    const about = { message_type: "discussion_prompt", discussion_prompt_id: promptId } as const
    const { promptJson, chatJson } = this.squad
    const text = `SELECT ${promptJson} AS prompt, ${chatJson} AS chat FROM discussion_prompts p
      JOIN squad_chat c ON c.id = p.squad_chat_id WHERE p.id = $1`
    const created = ([row]: Rows) => row as unknown as PostedPrompt
    const results = await this.write([
      { text: insertPromptText, values },
      this.#insertChat(chatId, { ...message, ...about }),
      ...(await this.jobsFor(promptId)),
      { text, values: [promptId] },
      ...answerStep(this.sql, answerFor, created),
    ])
    return created(results.at(answerFor ? -2 : -1)!)
  }

  async close(promptId: string, status: "resolved" | "cancelled"): Promise<SquadPrompt> {
    const { promptJson, lock, isExpired } = this.squad
    const text = `UPDATE discussion_prompts AS p SET status = CASE WHEN ${isExpired} THEN 'timed_out' ELSE $3 END
      WHERE p.organisation_id = $1 AND p.id = $2 AND ${isOpen}`
    const [, , found] = await this.write([
      this.selectPrompt(promptId, lock),
      { text, values: [this.organisationId, promptId, status] },
      this.selectPrompt(promptId, `${promptJson} AS prompt`),
    ])
    return found![0]!.prompt as SquadPrompt
  }

  async postMessage(message: NewMessage, answerFor?: AnswerFor<ChatMessage>): Promise<ChatMessage> {
    const id = randomUUID()
    const { discussion_prompt_id: promptId } = message
    const created = ([row]: Rows) => row!.chat as ChatMessage
    const results = await this.write([
      ...(promptId === null ? [] : [this.selectPrompt(promptId, "1")]),
      this.#insertChat(id, message),
      { text: `SELECT ${this.squad.chatJson} AS chat FROM squad_chat c WHERE c.id = $1`, values: [id] },
      ...answerStep(this.sql, answerFor, created),
    ])
    return created(results.at(answerFor ? -2 : -1)!)
  }

  #insertChat(id: string, chat: Chat): SqlStatement {
    const { agent_name, message, is_human, message_type, task_ref, discussion_prompt_id } = chat
    const values = [agent_name, message, is_human, message_type, task_ref, discussion_prompt_id]
    return { text: insertChatText, values: [this.organisationId, id, ...values] }
  }
}
