import {
  type AnswerFor,
  type IdempotencyKey,
  IdempotencyKeyUsedError,
  type IdempotencyStore,
  type IdempotentAnswer,
  idempotencyTtlMs,
  pendingResponse,
  type StoredResponse,
} from "../../ports/idempotency-store.ts"
import { type Rows, rows, type SqlDatabase, type SqlStatement, type SqlStep, SqlStore } from "./sql-database.ts"

interface Row {
  readonly request_hash: string
  readonly response_status: number
  readonly response: string
}

const theKey = "organisation_id = $1 AND route = $2 AND key = $3"

/** Stores a response in the transaction of the request; returns no row if the key is taken. */
export function answerStatement(
  sql: Pick<SqlDatabase, "ago">,
  { key, fingerprint, answer }: IdempotentAnswer,
): SqlStatement {
  const values = [key.organisationId, key.route, key.key, fingerprint, answer.status, JSON.stringify(answer.body)]
  const text = `
    INSERT INTO idempotency_keys AS existing
      (organisation_id, route, key, request_hash, response_status, response, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, now())
    ON CONFLICT (organisation_id, route, key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, response_status = EXCLUDED.response_status,
      response = EXCLUDED.response, created_at = now()
    WHERE existing.created_at <= ${sql.ago(idempotencyTtlMs)} OR existing.response_status IS NULL
    RETURNING key`
  return { text, values, otherwise: () => new IdempotencyKeyUsedError() }
}

/** A step that stores the response to what the step before it created, if there is an idempotency key. */
export function answerStep<Created>(
  sql: Pick<SqlDatabase, "ago">,
  answerFor: AnswerFor<Created> | undefined,
  created: (last: Rows) => Created,
): readonly SqlStep[] {
  return answerFor ? [(results) => answerStatement(sql, answerFor(created(results.at(-1)!)))] : []
}

/** Responses of requests with an idempotency key, shared by all processes. */
export class SqlIdempotencyStore extends SqlStore implements IdempotencyStore {
  async find(key: IdempotencyKey) {
    const text = `
      SELECT request_hash, response_status, response FROM idempotency_keys
      WHERE ${theKey} AND response_status IS NOT NULL AND created_at > ${this.sql.ago(idempotencyTtlMs)}`
    const [row] = await this.#rowsOf(key, text)
    return row && { fingerprint: row.request_hash, answer: { status: row.response_status, body: row.response } }
  }

  async complete(key: IdempotencyKey, { status, body }: StoredResponse): Promise<void> {
    const text = `
      UPDATE idempotency_keys SET response_status = $4, response = $5 WHERE ${theKey} AND response_status = $6`
    await this.#rowsOf(key, text, [status, JSON.stringify(body), pendingResponse.status])
  }

  /** Deletes the expired responses of all organisations. */
  async dropOld(): Promise<void> {
    const text = `DELETE FROM idempotency_keys WHERE created_at <= ${this.sql.ago(idempotencyTtlMs)}`
    await this.rows(text)
  }

  #rowsOf({ organisationId, route, key }: IdempotencyKey, text: string, values: readonly unknown[] = []) {
    return rows<Row>(this.sql, organisationId, text, [organisationId, route, key, ...values])
  }
}
