import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import type { ApiKey, KeyStore, NewKey, Organisation, Scope, VerifiedKey } from "../../ports/key-store.ts"
import { keyHash, keyPrefix, newKey, ticketSecret } from "../key-secret.ts"
import { iso, type Rows, SqlStore } from "./sql-database.ts"
import { answerStep } from "./sql-idempotency-store.ts"

type Time = string | Date

interface Row {
  id: string
  organisation_id: string
  name: string
  scope: Scope
  key_hash: string
  created_at: Time
  last_used_at: Time | null
  revoked_at: Time | null
  discussion_id: string | null
  seat: string | null
}

interface OrganisationRow {
  id: string
  name: string
  created_at: Time
}

const columns = "id, organisation_id, name, scope, key_hash, created_at, last_used_at, revoked_at, discussion_id, seat"
/** The last use is stored once a minute, so that a busy key does not write with every request. */
const noteEveryMs = 60_000

/** Keys of all organisations: a key's organisation is known only after it was found. */
export class SqlKeyStore extends SqlStore implements KeyStore {
  async createOrganisation(name: string): Promise<Organisation> {
    const text = `INSERT INTO organisations (id, name, created_at) VALUES ($1, $2, now()) RETURNING id, name, created_at`
    return organisation((await this.rows<OrganisationRow>(text, [randomUUID(), name]))[0]!)
  }

  async organisations(): Promise<readonly Organisation[]> {
    const text = "SELECT id, name, created_at FROM organisations ORDER BY created_at, id"
    return (await this.rows<OrganisationRow>(text)).map(organisation)
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
    const created = (rows: Rows) => apiKey(rows[0] as unknown as Row)
    const steps = [{ text, values, otherwise }, ...answerStep(this.sql, answerFor, created)]
    return { ...created((await this.sql.run(undefined, steps))[0]!), key }
  }

  async list(organisationId?: string): Promise<readonly ApiKey[]> {
    const [condition, values] =
      organisationId === undefined ? ["", []] : ["WHERE organisation_id = $1", [organisationId]]
    const text = `SELECT ${columns} FROM api_keys ${condition} ORDER BY created_at DESC, id`
    return (await this.rows<Row>(text, values)).map(apiKey)
  }

  async revoke(organisationId: string, id: string): Promise<ApiKey> {
    const text = `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
                  WHERE id = $1 AND organisation_id = $2 RETURNING ${columns}`
    const [row] = isUuid(id) ? await this.rows<Row>(text, [id, organisationId]) : []
    if (!row) throw new ConclaveError("NOT_FOUND", "there is no such key")
    return apiKey(row)
  }

  async find(key: string): Promise<VerifiedKey | undefined> {
    const hash = keyHash(key)
    if (hash === undefined) return undefined
    const isNoted = `coalesce(last_used_at > ${this.sql.ago(noteEveryMs)}, false)`
    const text = `SELECT ${columns}, ${isNoted} AS is_noted FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL`
    const [row] = await this.rows<Row & { is_noted: boolean }>(text, [hash])
    if (row && !row.is_noted) await this.rows("UPDATE api_keys SET last_used_at = now() WHERE id = $1", [row.id])
    return row && knownKey(row)
  }

  async findById(id: string): Promise<VerifiedKey | undefined> {
    const text = `SELECT ${columns} FROM api_keys WHERE id = $1 AND revoked_at IS NULL`
    const [row] = isUuid(id) ? await this.rows<Row>(text, [id]) : []
    return row && knownKey(row)
  }

  async hasAny(): Promise<boolean> {
    return (await this.rows("SELECT 1 FROM api_keys WHERE revoked_at IS NULL LIMIT 1")).length > 0
  }
}

function organisation({ id, name, created_at }: OrganisationRow): Organisation {
  return { id, name, createdAt: iso(created_at) }
}

function apiKey(row: Row): ApiKey {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    scope: row.scope,
    ...(row.discussion_id !== null && { seat: { discussionId: row.discussion_id, seat: row.seat } }),
    prefix: keyPrefix(row.id),
    createdAt: iso(row.created_at),
    lastUsedAt: row.last_used_at && iso(row.last_used_at),
    revokedAt: row.revoked_at && iso(row.revoked_at),
  }
}

function knownKey(row: Row): VerifiedKey {
  return { ...apiKey(row), ticketSecret: ticketSecret(row.key_hash) }
}
