import {
  type IdempotencyClaim,
  type IdempotencyKey,
  type IdempotencyStore,
  idempotencyClaimMs,
  idempotencyTtlMs,
  type StoredResponse,
} from "../../../ports/idempotency-store.ts"
import type { Database } from "../database.ts"

interface Row {
  readonly request_hash: string
  readonly response_status: number | null
  readonly response: string | null
}

const lapsed = (row: string) => `${row}.created_at <= now() - interval '1 millisecond' *
  CASE WHEN ${row}.response_status IS NULL THEN ${idempotencyClaimMs} ELSE ${idempotencyTtlMs} END`

/** Takes the key where nobody has it, or where whoever had it is long gone: one statement, so one of many gets it. */
const claimText = `
INSERT INTO idempotency_keys AS kept (organisation_id, route, key, request_hash) VALUES ($1, $2, $3, $4)
ON CONFLICT (organisation_id, route, key) DO UPDATE
SET request_hash = EXCLUDED.request_hash, response_status = NULL, response = NULL, created_at = now()
WHERE ${lapsed("kept")}
RETURNING 1`

const theKey = "organisation_id = $1 AND route = $2 AND key = $3"

/** A few with every claim, so that what is old goes as fast as what is new comes. */
const sweepText = `
DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM idempotency_keys WHERE created_at <= now() - interval '1 millisecond' * ${idempotencyTtlMs}
  ORDER BY created_at LIMIT 3 FOR UPDATE SKIP LOCKED))`

/** Answers to creating requests, kept for every process. */
export class PostgresIdempotencyStore implements IdempotencyStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  claim(key: IdempotencyKey, fingerprint: string): Promise<IdempotencyClaim> {
    return this.#database.transaction(key.organisationId, async (client) => {
      await client.query(sweepText)
      for (;;) {
        const { rowCount } = await client.query(claimText, [...valuesOf(key), fingerprint])
        if (rowCount === 1) return { kind: "claimed" }
        const { rows } = await client.query<Row>(
          `SELECT request_hash, response_status, response #>> '{}' AS response FROM idempotency_keys WHERE ${theKey}`,
          valuesOf(key),
        )
        // None: whoever had it has let it go in between.
        if (rows[0]) return claimOf(rows[0])
      }
    })
  }

  async storeResponse(key: IdempotencyKey, { status, body }: StoredResponse): Promise<void> {
    await this.#database.transaction(key.organisationId, (client) =>
      client.query(`UPDATE idempotency_keys SET response_status = $4, response = to_jsonb($5::text) WHERE ${theKey}`, [
        ...valuesOf(key),
        status,
        body,
      ]),
    )
  }

  async release(key: IdempotencyKey): Promise<void> {
    await this.#database.transaction(key.organisationId, (client) =>
      client.query(`DELETE FROM idempotency_keys WHERE ${theKey}`, valuesOf(key)),
    )
  }
}

function claimOf({ request_hash: fingerprint, response_status: status, response: body }: Row): IdempotencyClaim {
  if (status === null || body === null) return { kind: "busy", fingerprint }
  return { kind: "answered", fingerprint, answer: { status, body } }
}

function valuesOf({ organisationId, route, key }: IdempotencyKey): string[] {
  return [organisationId, route, key]
}
