import { isUuid } from "../../../core/text.ts"
import type { AnswerResult, NewAnswer, SquadStore } from "../../../ports/squad-store.ts"
import type { SqlStatement } from "../../sql/sql-database.ts"
import { isOpen, noPrompt, type SquadSql } from "../../sql/sql-squad-reads.ts"
import { SqlSquadStore } from "../../sql/sql-squad-store.ts"
import type { Database } from "../database.ts"
import { throwDatabaseError } from "../database-error.ts"
import { postgresSql } from "../postgres-sql.ts"
import type { PostgresMemberAnswers } from "./postgres-member-answers.ts"
import { SquadChanges } from "./squad-changes.ts"

const squad: SquadSql = {
  promptJson: "squad_prompt_json(p)",
  chatJson: "squad_chat_json(c)",
  isExpired: `(${isOpen} AND discussion_prompt_end(p) <= clock_timestamp())`,
  closeExpired: "SELECT squad_settle(NULL)",
  lock: "squad_lock(p.organisation_id)",
  newestFirst: "p.created_at DESC, p.id",
  nameKey: (name) => `squad_name_key(${name})`,
  mayAnswer: (key) => `(p.mention_keys = '{}' OR ${key} = ANY (p.mention_keys))`,
}

const answerText = "SELECT result FROM squad_answer($1, $2, $3, $4, $5, $6) AS result WHERE result IS NOT NULL"

/** Closes the expired prompts of all organisations, and returns their number. Called on a schedule. */
export async function timeOutPrompts({ pool }: Database): Promise<number> {
  const text = "SELECT timeout_stale_discussion_prompts() AS closed"
  const { rows } = await pool.query<{ closed: number }>(text).catch(throwDatabaseError)
  return rows[0]?.closed ?? 0
}

export class PostgresSquadStore extends SqlSquadStore implements SquadStore {
  readonly #memberAnswers: PostgresMemberAnswers
  readonly #changes: SquadChanges

  constructor(database: Database, organisationId: string, memberAnswers: PostgresMemberAnswers) {
    super(postgresSql(database), organisationId, squad)
    this.#memberAnswers = memberAnswers
    this.#changes = new SquadChanges(database, organisationId)
  }

  async answer(promptId: string, answer: NewAnswer): Promise<AnswerResult> {
    if (!isUuid(promptId)) throw noPrompt(promptId)
    const { agent_name, message, is_human, idempotency_key, model_id } = answer
    const values = [promptId, agent_name, message, is_human, idempotency_key, model_id]
    const [found] = await this.write([{ text: answerText, values, otherwise: () => noPrompt(promptId) }])
    return found![0]!.result as AnswerResult
  }

  watch(promptId: string, onChange: () => void): () => void {
    return this.#changes.watch((change) => {
      if (change.kind === "unknown" || (change.kind === "prompt" && change.id === promptId)) onChange()
    })
  }

  watchChat(onChange: () => void): () => void {
    return this.#changes.watch(() => onChange())
  }

  protected jobsFor(promptId: string): Promise<readonly SqlStatement[]> {
    return this.#memberAnswers.statementsToAdd(this.organisationId, promptId)
  }
}
