import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import type { NewWebhook, Webhook, WebhookEvent, WebhookStore } from "../../ports/webhook-store.ts"
import { iso, OrganisationSql, type Rows } from "./sql-database.ts"
import { answerStep } from "./sql-idempotency-store.ts"

interface Row {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly agent: string | null
  readonly created_at: string | Date
  readonly failure: string | null
  readonly failed_at: string | Date | null
}

const columns = "id, url, events, agent, created_at, failure, failed_at"

/** One organisation's webhooks. */
export class SqlWebhookStore extends OrganisationSql implements WebhookStore {
  async create({ url, events, agent, secret }: NewWebhook, answerFor?: AnswerFor<Webhook>): Promise<Webhook> {
    const text = `INSERT INTO webhooks (organisation_id, id, url, events, agent, secret, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, now()) RETURNING ${columns}`
    const values = [this.organisationId, randomUUID(), url, events, agent, secret]
    const created = (rows: Rows) => webhook(rows[0] as unknown as Row)
    const steps = [{ text, values }, ...answerStep(this.sql, answerFor, created)]
    return created((await this.sql.run(this.organisationId, steps))[0]!)
  }

  async list(): Promise<readonly Webhook[]> {
    const text = `SELECT ${columns} FROM webhooks WHERE organisation_id = $1 ORDER BY created_at DESC, id`
    return (await this.rows<Row>(text)).map(webhook)
  }

  async remove(id: string): Promise<void> {
    const text = `DELETE FROM webhooks WHERE organisation_id = $1 AND id = $2 RETURNING ${columns}`
    const removed = isUuid(id) ? await this.rows<Row>(text, [id]) : []
    if (removed.length === 0) throw new ConclaveError("NOT_FOUND", `there is no webhook "${id.slice(0, 60)}"`)
  }
}

function webhook({ id, url, events, agent, created_at, failure, failed_at }: Row): Webhook {
  const lastFailure = failure !== null && failed_at ? { at: iso(failed_at), message: failure } : null
  return { id, url, events, agent, createdAt: iso(created_at), lastFailure }
}
