import { randomUUID } from "node:crypto"
import type { ClientBase } from "pg"
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
import type { Database } from "../database.ts"
import { storeAnswer } from "../postgres-discussion-store.ts"
import * as queries from "./queries.ts"
import { SquadChanges } from "./squad-changes.ts"

const defaultPage = 100

type Chat = Omit<NewMessage, "message_type"> & Pick<ChatMessage, "message_type">

interface Stale {
  readonly stale: boolean
}

interface Options {
  readonly database: Database
  readonly organisationId: string
  /** Runs in the transaction that posts a prompt, so that what follows from it cannot be forgotten. */
  readonly onPosted?: (transaction: ClientBase, promptId: string) => Promise<void>
}

/** Closes every organisation's prompts whose time is up and gives their number. To be called on a schedule. */
export async function timeOutPrompts(database: Database): Promise<number> {
  const text = "SELECT timeout_stale_discussion_prompts() AS closed"
  const { rows } = await database.pool.query<{ closed: number }>(text)
  return rows[0]?.closed ?? 0
}

/** One organisation's squad. The rules are the database's own: see the functions and triggers beside this. */
export class PostgresSquadStore implements SquadStore {
  readonly #options: Options
  readonly #changes: SquadChanges

  constructor(options: Options) {
    this.#options = options
    this.#changes = new SquadChanges(options.database, options.organisationId)
  }

  post(asked: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt> {
    const { organisationId, onPosted } = this.#options
    return this.#transaction(async (client) => {
      const [promptId, chatId] = [randomUUID(), randomUUID()]
      const { requester_agent, prompt_message, required_responses, timeout_minutes, task_id, mentions } = asked
      const numbers = [required_responses, timeout_minutes, task_id, mentions]
      const [posted] = await rows<{ prompt: SquadPrompt }>(client, queries.insertPrompt, [
        ...[organisationId, promptId, chatId, requester_agent, prompt_message],
        ...numbers,
      ])
      const message = { agent_name: requester_agent, message: prompt_message, is_human: false, task_ref: task_id }
      const about = { message_type: "discussion_prompt", discussion_prompt_id: promptId } as const
      const chat = await this.#insertChat(client, chatId, { ...message, ...about })
      await onPosted?.(client, promptId)
      const created = { prompt: posted!.prompt, chat }
      if (answerFor) await storeAnswer(client, answerFor(created))
      return created
    })
  }

  async answer(promptId: string, answer: NewAnswer): Promise<AnswerResult> {
    const { agent_name, message, is_human, idempotency_key, model_id } = answer
    const given = [promptId, agent_name, message, is_human, idempotency_key, model_id]
    const [row] = await this.#transactionFor(promptId, (client) =>
      rows<{ result: AnswerResult | null }>(client, queries.insertAnswer, given),
    )
    return row?.result ?? throwPromptNotFound(promptId)
  }

  async close(promptId: string, status: "resolved" | "cancelled"): Promise<SquadPrompt> {
    const [row] = await this.#transactionFor(promptId, async (client) => {
      await client.query(queries.lockPrompt, [promptId])
      await client.query(queries.closePromptStatus, [promptId, status])
      return await rows<{ prompt: SquadPrompt }>(client, queries.selectPrompt, [promptId])
    })
    return row?.prompt ?? throwPromptNotFound(promptId)
  }

  async get(promptId: string): Promise<PromptWithAnswers> {
    const row = await this.#transactionFor(promptId, async (client) => {
      for (;;) {
        const [found] = await rows<PromptWithAnswers & Stale>(client, queries.selectPromptWithAnswers, [promptId])
        if (!found?.stale) return found
        await client.query(queries.closeExpiredPrompts, [promptId])
      }
    })
    if (!row) return throwPromptNotFound(promptId)
    const { prompt, responses, closesInMs } = row
    return { prompt, responses, closesInMs }
  }

  async list(filter: PromptFilter = {}): Promise<readonly SquadPrompt[]> {
    const { status = null, task_id = null, requester = null, agent = null, limit = defaultPage } = filter
    const wanted = [status, task_id, requester, agent, limit]
    const found = await this.#transaction((client) =>
      rowsAfterExpiry<{ prompt: SquadPrompt }>(client, queries.selectPrompts, wanted),
    )
    return found.map(({ prompt }) => prompt)
  }

  async postMessage(message: NewMessage, answerFor?: AnswerFor<ChatMessage>): Promise<ChatMessage> {
    const { discussion_prompt_id: promptId } = message
    if (promptId !== null && !isUuid(promptId)) return throwPromptNotFound(promptId)
    return await this.#transaction(async (client) => {
      const isKnown = promptId === null || (await rows(client, queries.selectPrompt, [promptId])).length > 0
      if (!isKnown) return throwPromptNotFound(promptId)
      const chat = await this.#insertChat(client, randomUUID(), message)
      if (answerFor) await storeAnswer(client, answerFor(chat))
      return chat
    })
  }

  async chat(filter: ChatFilter = {}): Promise<readonly ChatMessage[]> {
    const { task_ref = null, discussion_prompt_id = null, before = null, after = null, limit = defaultPage } = filter
    if (discussion_prompt_id !== null && !isUuid(discussion_prompt_id)) return []
    const query = after !== null && before === null ? queries.selectChatAfter : queries.selectNewestChat
    const wanted = [task_ref, discussion_prompt_id, before, after, limit]
    const found = await this.#transaction((client) => rows<{ chat: ChatMessage }>(client, query, wanted))
    return found.map(({ chat }) => chat)
  }

  async events(after: number, limit = defaultPage): Promise<readonly ChatEvent[]> {
    const found = await this.#transaction((client) =>
      rowsAfterExpiry<{ event: ChatEvent }>(client, queries.selectChatEvents, [after, limit]),
    )
    return found.map(({ event }) => event)
  }

  async lastSeq(): Promise<number> {
    const [row] = await this.#transaction((client) => rows<{ seq: number }>(client, queries.selectLastSeq, []))
    return row?.seq ?? 0
  }

  watch(promptId: string, onChange: () => void): () => void {
    return this.#changes.watch((change) => {
      if (change.kind === "unknown" || (change.kind === "prompt" && change.id === promptId)) onChange()
    })
  }

  watchChat(onChange: () => void): () => void {
    return this.#changes.watch(() => onChange())
  }

  async membersFor(promptId: string): Promise<readonly SquadMember[]> {
    return await this.#transactionFor(promptId, async (client) => {
      await client.query(queries.closeExpiredPrompts, [promptId])
      const [found] = await rows(client, queries.selectPrompt, [promptId])
      return found ? await rows<SquadMember>(client, queries.selectMembers, [promptId]) : throwPromptNotFound(promptId)
    })
  }

  #transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const { database, organisationId } = this.#options
    return database.transaction(organisationId, work)
  }

  /** What cannot be an id is nobody's id, and need not be asked for. */
  #transactionFor<T>(promptId: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
    return isUuid(promptId) ? this.#transaction(work) : throwPromptNotFound(promptId)
  }

  async #insertChat(client: ClientBase, id: string, chat: Chat): Promise<ChatMessage> {
    const { agent_name, message, is_human, message_type, task_ref, discussion_prompt_id } = chat
    const [row] = await rows<{ chat: ChatMessage }>(client, queries.insertChat, [
      ...[this.#options.organisationId, id, agent_name, message, is_human],
      ...[message_type, task_ref, discussion_prompt_id],
    ])
    return row!.chat
  }
}

async function rows<T extends object>(client: ClientBase, text: string, values: readonly unknown[]): Promise<T[]> {
  return (await client.query<T>(text, [...values])).rows
}

/** Closes what is over and then looks; again where the time of something ran out in between. */
async function rowsAfterExpiry<T extends object>(
  client: ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<T[]> {
  for (;;) {
    await client.query(queries.closeExpiredPrompts, [null])
    const found = await rows<T & Stale>(client, text, values)
    if (!found.some(({ stale }) => stale)) return found
  }
}

function throwPromptNotFound(promptId: string): never {
  throw new ConclaveError("NOT_FOUND", `there is no prompt "${promptId.slice(0, 60)}"`)
}
