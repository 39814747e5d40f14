import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../../core/errors.ts"
import type { ApiKey, KeyStore, NewKey, Organisation, Scope, VerifiedKey } from "../../../ports/key-store.ts"
import { keyHash, keyPrefix, newKey, ticketSecret } from "../../key-secret.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import { isUuid } from "../organisation.ts"

interface Row {
  id: string
  organisation_id: string
  name: string
  scope: Scope
  key_hash: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

interface OrganisationRow {
  id: string
  name: string
  created_at: Date
}

const columns = "id, organisation_id, name, scope, key_hash, created_at, last_used_at, revoked_at"

/** One statement finds a key and notes its use: to the minute, so that a busy key does not write with every request. */
const findText = `
  WITH found AS (SELECT ${columns} FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL),
  used AS (
    UPDATE api_keys SET last_used_at = now()
    WHERE id = (SELECT id FROM found) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
  )
  SELECT * FROM found`

/** Keys of every organisation: whose a key is cannot be known before it was found, so no one's role is taken on. */
export class PostgresKeyStore implements KeyStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async createOrganisation(name: string): Promise<Organisation> {
    const text = "INSERT INTO organisations (name) VALUES ($1) RETURNING id, name, created_at"
    return organisation((await this.#query<OrganisationRow>(text, [name]))[0]!)
  }

  async organisations(): Promise<readonly Organisation[]> {
    const text = "SELECT id, name, created_at FROM organisations ORDER BY created_at, id"
    return (await this.#query<OrganisationRow>(text)).map(organisation)
  }

  async create({ organisationId, name, scope }: NewKey): Promise<ApiKey & { readonly key: string }> {
    const id = randomUUID()
    const key = newKey(id)
    const [row] = isUuid(organisationId)
      ? await this.#query<Row>(
          `INSERT INTO api_keys (id, organisation_id, name, key_hash, scope)
           SELECT $1, id, $3, $4, $5 FROM organisations WHERE id = $2 RETURNING ${columns}`,
          [id, organisationId, name, keyHash(key), scope],
        )
      : []
    if (!row) throw new ConclaveError("NOT_FOUND", "there is no such organisation")
    return { ...apiKey(row), key }
  }

  async list(organisationId?: string): Promise<readonly ApiKey[]> {
    const text = `SELECT ${columns} FROM api_keys WHERE $1::uuid IS NULL OR organisation_id = $1
                  ORDER BY created_at DESC, id`
    return (await this.#query<Row>(text, [organisationId ?? null])).map(apiKey)
  }

  async revoke(organisationId: string, id: string): Promise<ApiKey> {
    const text = `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
                  WHERE id = $1 AND organisation_id = $2 RETURNING ${columns}`
    const [row] = isUuid(id) ? await this.#query<Row>(text, [id, organisationId]) : []
    if (!row) throw new ConclaveError("NOT_FOUND", "there is no such key")
    return apiKey(row)
  }

  async find(key: string): Promise<VerifiedKey | undefined> {
    const hash = keyHash(key)
    const [row] = hash === undefined ? [] : await this.#query<Row>(findText, [hash])
    return row && knownKey(row)
  }

  async findById(id: string): Promise<VerifiedKey | undefined> {
    const text = `SELECT ${columns} FROM api_keys WHERE id = $1 AND revoked_at IS NULL`
    const [row] = isUuid(id) ? await this.#query<Row>(text, [id]) : []
    return row && knownKey(row)
  }

  async hasAny(): Promise<boolean> {
    const text = "SELECT EXISTS (SELECT FROM api_keys WHERE revoked_at IS NULL) AS some"
    return (await this.#query<{ some: boolean }>(text))[0]!.some
  }

  async #query<R extends object>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> {
    try {
      return (await this.#database.pool.query<R>(text, [...values])).rows
    } catch (error) {
      throw databaseError(error)
    }
  }
}

function organisation({ id, name, created_at }: OrganisationRow): Organisation {
  return { id, name, createdAt: created_at.toISOString() }
}

function apiKey(row: Row): ApiKey {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    scope: row.scope,
    prefix: keyPrefix(row.id),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}

function knownKey(row: Row): VerifiedKey {
  return { ...apiKey(row), ticketSecret: ticketSecret(row.key_hash) }
}
