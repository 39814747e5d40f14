import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import type { ApiKey, KeyStore, NewKey, Organisation, VerifiedKey } from "../../ports/key-store.ts"
import { keyHash, keyPrefix, newKey, ticketSecret } from "../key-secret.ts"
import { fromRow, type Rows, SqlStore } from "./sql-database.ts"
import { answerStep } from "./sql-idempotency-store.ts"

interface Row extends Omit<ApiKey, "prefix" | "seat"> {
  readonly keyHash: string
  readonly discussionId: string | null
  readonly seat: string | null
}

const columns = "id, organisation_id, name, scope, key_hash, created_at, last_used_at, revoked_at, discussion_id, seat"
/** The last use is stored once a minute, so that a busy key does not write with every request. */
const noteEveryMs = 60_000

/** Keys of all organisations: a key's organisation is known only after it was found. */
export class SqlKeyStore extends SqlStore implements KeyStore {
  async createOrganisation(name: string): Promise<Organisation> {
    const text = `INSERT INTO organisations (id, name, created_at) VALUES ($1, $2, now()) RETURNING id, name, created_at`
    return fromRow((await this.rows<object>(text, [randomUUID(), name]))[0]!)
  }

  async organisations(): Promise<readonly Organisation[]> {
    const text = "SELECT id, name, created_at FROM organisations ORDER BY created_at, id"
    return (await this.rows<object>(text)).map(fromRow<Organisation>)
  }

  async create(
    { organisationId, name, scope, seat }: NewKey,
    answerFor?: AnswerFor<ApiKey>,
  ): Promise<ApiKey & { readonly key: string }> {
    const otherwise = () => new ConclaveError("NOT_FOUND", "there is no such organisation")
    if (!isUuid(organisationId)) throw otherwise()
    const id = randomUUID()
    const key = newKey(id)
    const text = `INSERT INTO api_keys (id, organisation_id, name, key_hash, scope, discussion_id, seat, created_at)
      SELECT $1, id, $3, $4, $5, $6, $7, now() FROM organisations WHERE id = $2 RETURNING ${columns}`
    const values = [id, organisationId, name, keyHash(key), scope, seat?.discussionId ?? null, seat?.seat ?? null]
    const created = ([row]: Rows) => apiKey(fromRow(row!))
    const steps = [{ text, values, otherwise }, ...answerStep(this.sql, answerFor, created)]
    return { ...created((await this.sql.run(undefined, steps))[0]!), key }
  }

  async list(organisationId?: string): Promise<readonly ApiKey[]> {
    const [condition, values] =
      organisationId === undefined ? ["", []] : ["WHERE organisation_id = $1", [organisationId]]
    const text = `SELECT ${columns} FROM api_keys ${condition} ORDER BY created_at DESC, id`
    return (await this.rows<object>(text, values)).map((row) => apiKey(fromRow(row)))
  }

  async revoke(organisationId: string, id: string): Promise<ApiKey> {
    const text = `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
                  WHERE id = $1 AND organisation_id = $2 RETURNING ${columns}`
    const [row] = isUuid(id) ? await this.rows<object>(text, [id, organisationId]) : []
    if (!row) throw new ConclaveError("NOT_FOUND", "there is no such key")
    return apiKey(fromRow(row))
  }

  async find(key: string): Promise<VerifiedKey | undefined> {
    const hash = keyHash(key)
    if (hash === undefined) return undefined
    const isNoted = `coalesce(last_used_at > ${this.sql.ago(noteEveryMs)}, false)`
    const text = `SELECT ${columns}, ${isNoted} AS is_noted FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL`
    const [row] = await this.rows<{ id: string; is_noted: boolean }>(text, [hash])
    if (row && !row.is_noted) await this.rows("UPDATE api_keys SET last_used_at = now() WHERE id = $1", [row.id])
    return row && verifiedKey(fromRow(row))
  }

  async findById(id: string): Promise<VerifiedKey | undefined> {
    const text = `SELECT ${columns} FROM api_keys WHERE id = $1 AND revoked_at IS NULL`
    const [row] = isUuid(id) ? await this.rows<object>(text, [id]) : []
    return row && verifiedKey(fromRow(row))
  }

  async hasAny(): Promise<boolean> {
    return (await this.rows("SELECT 1 FROM api_keys WHERE revoked_at IS NULL LIMIT 1")).length > 0
  }
}

function apiKey(row: Row): ApiKey {
  const { id, organisationId, name, scope, discussionId, seat, createdAt, lastUsedAt, revokedAt } = row
  return {
    ...{ id, organisationId, name, scope },
    ...(discussionId !== null && { seat: { discussionId, seat } }),
    ...{ prefix: keyPrefix(id), createdAt, lastUsedAt, revokedAt },
  }
}

function verifiedKey(row: Row): VerifiedKey {
  return { ...apiKey(row), ticketSecret: ticketSecret(row.keyHash) }
}
