import {
  type AnswerFor,
  type IdempotencyClaim,
  type IdempotencyKey,
  IdempotencyKeyUsedError,
  type IdempotencyStore,
  type IdempotentAnswer,
  idempotencyClaimMs,
  idempotencyTtlMs,
  type StoredResponse,
} from "../../ports/idempotency-store.ts"
import { type Rows, rows, type SqlDatabase, type Statement, type Step } from "./sql-database.ts"

interface Row {
  readonly request_hash: string
  readonly response_status: number | null
  readonly response: string | null
}

const theKey = "organisation_id = $1 AND route = $2 AND key = $3"

/**
 * Takes a key where nobody has it, or where whoever had it is long gone: one statement, so one of many gets it. Gives no
 * row where it is taken.
 */
function claimText({ ago }: Pick<SqlDatabase, "ago">): string {
  return `
    INSERT INTO idempotency_keys AS kept
      (organisation_id, route, key, request_hash, response_status, response, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, now())
    ON CONFLICT (organisation_id, route, key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, response_status = EXCLUDED.response_status,
      response = EXCLUDED.response, created_at = now()
    WHERE kept.created_at <=
      CASE WHEN kept.response_status IS NULL THEN ${ago(idempotencyClaimMs)} ELSE ${ago(idempotencyTtlMs)} END
    RETURNING key`
}

/** Stores an answer within the transaction of what it answers for; gives no row where its key is taken. */
export function answerStatement(
  sql: Pick<SqlDatabase, "ago">,
  { key, fingerprint, answer }: IdempotentAnswer,
): Statement {
  const values = [key.organisationId, key.route, key.key, fingerprint, answer.status, JSON.stringify(answer.body)]
  return { text: claimText(sql), values, otherwise: () => new IdempotencyKeyUsedError() }
}

/** The step that stores the answer to what the step before it created, where one is to be stored. */
export function answerStep<Created>(
  sql: Pick<SqlDatabase, "ago">,
  answerFor: AnswerFor<Created> | undefined,
  created: (last: Rows) => Created,
): readonly Step[] {
  return answerFor ? [(given) => answerStatement(sql, answerFor(created(given.at(-1)!)))] : []
}

/** Answers to creating requests, kept for every process. */
export class SqlIdempotencyStore implements IdempotencyStore {
  readonly #sql: SqlDatabase
  readonly #claimText: string

  constructor(sql: SqlDatabase) {
    this.#sql = sql
    this.#claimText = claimText(sql)
  }

  async find(key: IdempotencyKey) {
    const ttl = this.#sql.ago(idempotencyTtlMs)
    const text = `
      SELECT request_hash, response_status, response FROM idempotency_keys WHERE ${theKey} AND created_at > ${ttl}`
    const [row] = await this.#rows(key, text)
    const claim = row && claimOf(row)
    return claim?.kind === "answered" ? claim : undefined
  }

  async claim(key: IdempotencyKey, fingerprint: string): Promise<IdempotencyClaim> {
    for (;;) {
      const claimed = await this.#rows(key, this.#claimText, [fingerprint, null, null])
      if (claimed.length > 0) return { kind: "claimed" }
      const text = `SELECT request_hash, response_status, response FROM idempotency_keys WHERE ${theKey}`
      const [row] = await this.#rows(key, text)
      // None: whoever had it has let it go in between.
      if (row) return claimOf(row)
    }
  }

  async storeResponse(key: IdempotencyKey, { status, body }: StoredResponse): Promise<void> {
    const text = `UPDATE idempotency_keys SET response_status = $4, response = $5 WHERE ${theKey}`
    await this.#rows(key, text, [status, JSON.stringify(body)])
  }

  async release(key: IdempotencyKey): Promise<void> {
    await this.#rows(key, `DELETE FROM idempotency_keys WHERE ${theKey}`)
  }

  /** Forgets answers that nobody is given any more, of all organisations. */
  async dropOld(): Promise<void> {
    const text = `DELETE FROM idempotency_keys WHERE created_at <= ${this.#sql.ago(idempotencyTtlMs)}`
    await rows(this.#sql, undefined, text)
  }

  #rows(key: IdempotencyKey, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const { organisationId, route } = key
    return rows<Row>(this.#sql, organisationId, text, [organisationId, route, key.key, ...values])
  }
}

function claimOf({ request_hash: fingerprint, response_status: status, response: body }: Row): IdempotencyClaim {
  if (status === null || body === null) return { kind: "busy", fingerprint }
  return { kind: "answered", fingerprint, answer: { status, body } }
}
