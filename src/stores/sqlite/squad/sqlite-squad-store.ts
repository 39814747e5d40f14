import { randomUUID } from "node:crypto"
import type { AnswerFor } from "../../../ports/idempotency-store.ts"
import type {
  AnswerResult,
  ChatMessage,
  NewAnswer,
  NewPrompt,
  PostedPrompt,
  SquadPrompt,
} from "../../../ports/squad-store.ts"
import type { Rows, SqlStatement, SqlStep } from "../../sql/sql-database.ts"
import { isOpen, type SquadSql } from "../../sql/sql-squad-reads.ts"
import { SqlSquadStore } from "../../sql/sql-squad-store.ts"
import type { Connection } from "../connection.ts"
import { chatJson, isExpired, nameKey, promptJson } from "../schema/squad.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { sqliteSql } from "../sqlite-sql.ts"
import type { SqliteMemberAnswers } from "./sqlite-member-answers.ts"
import type { SquadChanges } from "./squad-changes.ts"

interface Options {
  readonly database: SqliteDatabase
  readonly organisationId: string
  readonly changes: SquadChanges
  readonly memberAnswers: SqliteMemberAnswers
}

const squad: SquadSql = {
  promptJson,
  chatJson,
  isExpired: isExpired("p"),
  closeExpired: `UPDATE discussion_prompts AS p SET status = 'timed_out' WHERE ${isExpired("p")}`,
  // Only one transaction writes at a time.
  lock: "1",
  newestFirst: "p.created_at DESC, p.rowid DESC",
  nameKey,
  mayAnswer: (key) =>
    `(p.mention_keys = '[]' OR EXISTS (SELECT 1 FROM json_each(p.mention_keys) m WHERE m.value = ${key}))`,
}

/** Matches an earlier answer of the agent `$2` with the key `$3`. */
const isRepeated = `c.discussion_prompt_id = $1 AND c.agent_key = ${nameKey("$2")} AND c.idempotency_key = $3`
const insertAnswerText = `
INSERT INTO squad_chat (organisation_id, id, agent_name, message, is_human, message_type, task_ref, discussion_prompt_id,
  idempotency_key, model_id)
SELECT p.organisation_id, $4, $2, $5, $6,
  iif(p.requester_key = ${nameKey("$2")}, 'message', 'discussion_response'), p.task_id, p.id, $3, $7
FROM discussion_prompts p WHERE p.id = $1 AND ${isOpen} AND NOT ${isExpired("p")}
  AND NOT EXISTS (SELECT 1 FROM squad_chat c WHERE ${isRepeated})
RETURNING id`
const findAnswerText = `SELECT ${chatJson} AS chat FROM squad_chat c WHERE c.id = $4 OR (${isRepeated})`

/** Closes the expired prompts of all organisations, and returns their number. */
export function timeOutPrompts(sql: Connection): number {
  return sql.run(squad.closeExpired)
}

export class SqliteSquadStore extends SqlSquadStore {
  readonly #options: Options

  constructor(options: Options) {
    super(sqliteSql(options.database), options.organisationId, squad)
    this.#options = options
  }

  override async post(prompt: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt> {
    const posted = await super.post(prompt, answerFor)
    this.#options.memberAnswers.wake()
    return posted
  }

  /** Whether the prompt has expired is decided by the statement that inserts the answer: its clock stands still. */
  async answer(promptId: string, answer: NewAnswer): Promise<AnswerResult> {
    const { agent_name, message, is_human, idempotency_key, model_id } = answer
    const values = [promptId, agent_name, idempotency_key, randomUUID()]
    const [, inserted, , [found] = [], [row] = []] = await this.write([
      this.selectPrompt(promptId, "1"),
      { text: insertAnswerText, values: [...values, message, is_human, model_id] },
      { text: `${squad.closeExpired} AND p.id = $1`, values: [promptId] },
      this.selectPrompt(promptId, `${promptJson} AS prompt`),
      { text: findAnswerText, values },
    ])
    const prompt = found!.prompt as SquadPrompt
    if (!row) return { kind: "closed", prompt }
    return { kind: inserted!.length > 0 ? "stored" : "repeated", chat: row.chat as ChatMessage, prompt }
  }

  protected async jobsFor(promptId: string): Promise<readonly SqlStatement[]> {
    return [this.#options.memberAnswers.statementToAdd(this.organisationId, promptId)]
  }

  protected override async write(steps: readonly SqlStep[]): Promise<readonly Rows[]> {
    const results = await super.write(steps)
    this.#options.changes.notify(this.organisationId)
    return results
  }
}
