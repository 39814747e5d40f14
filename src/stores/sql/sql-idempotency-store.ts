import {
  type IdempotencyClaim,
  type IdempotencyKey,
  type IdempotencyStore,
  idempotencyClaimMs,
  idempotencyTtlMs,
  type StoredResponse,
} from "../../ports/idempotency-store.ts"
import { rows, type SqlDatabase } from "./sql-database.ts"

interface Row {
  readonly request_hash: string
  readonly response_status: number | null
  readonly response: string | null
}

const theKey = "organisation_id = $1 AND route = $2 AND key = $3"

/** Answers to creating requests, kept for every process. */
export class SqlIdempotencyStore implements IdempotencyStore {
  readonly #sql: SqlDatabase
  readonly #claimText: string

  constructor(sql: SqlDatabase) {
    this.#sql = sql
    // Takes the key where nobody has it, or where whoever had it is long gone: one statement, so one of many gets it.
    this.#claimText = `
      INSERT INTO idempotency_keys AS kept (organisation_id, route, key, request_hash, created_at)
      VALUES ($1, $2, $3, $4, now())
      ON CONFLICT (organisation_id, route, key) DO UPDATE
      SET request_hash = EXCLUDED.request_hash, response_status = NULL, response = NULL, created_at = now()
      WHERE kept.created_at <=
        CASE WHEN kept.response_status IS NULL THEN ${sql.ago(idempotencyClaimMs)} ELSE ${sql.ago(idempotencyTtlMs)} END
      RETURNING key`
  }

  async claim(key: IdempotencyKey, fingerprint: string): Promise<IdempotencyClaim> {
    for (;;) {
      const claimed = await this.#rows(key, this.#claimText, [fingerprint])
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
