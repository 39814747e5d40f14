import { ConclaveError } from "../../../core/errors.ts"
import type { NewWebhook, Webhook, WebhookEvent, WebhookStore } from "../../../ports/webhook-store.ts"
import type { Database } from "../database.ts"
import { isUuid } from "../organisation.ts"

interface Row {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly agent: string | null
  readonly created_at: Date
  readonly failure: string | null
  readonly failed_at: Date | null
}

const columns = "id, url, events, agent, created_at, failure, failed_at"

/** One organisation's webhooks. */
export class PostgresWebhookStore implements WebhookStore {
  readonly #database: Database
  readonly #organisationId: string

  constructor(database: Database, organisationId: string) {
    this.#database = database
    this.#organisationId = organisationId
  }

  async create({ url, events, agent, secret }: NewWebhook): Promise<Webhook> {
    const [row] = await this.#rows(
      `INSERT INTO webhooks (organisation_id, url, events, agent, secret)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${columns}`,
      [this.#organisationId, url, events, agent, secret],
    )
    return webhook(row!)
  }

  async list(): Promise<readonly Webhook[]> {
    const rows = await this.#rows(`SELECT ${columns} FROM webhooks ORDER BY created_at DESC, id`, [])
    return rows.map(webhook)
  }

  async remove(id: string): Promise<void> {
    const removed = isUuid(id) ? await this.#rows(`DELETE FROM webhooks WHERE id = $1 RETURNING ${columns}`, [id]) : []
    if (removed.length === 0) throw new ConclaveError("NOT_FOUND", `there is no webhook "${id.slice(0, 60)}"`)
  }

  #rows(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#database.transaction(
      this.#organisationId,
      async (client) => (await client.query<Row>(text, [...values])).rows,
    )
  }
}

function webhook({ id, url, events, agent, created_at, failure, failed_at }: Row): Webhook {
  const lastFailure = failure !== null && failed_at ? { at: failed_at.toISOString(), message: failure } : null
  return { id, url, events, agent, createdAt: created_at.toISOString(), lastFailure }
}
