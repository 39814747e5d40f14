import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import type { NewWebhook, Webhook, WebhookStore } from "../../ports/webhook-store.ts"
import { fromRow, OrganisationSql, type Rows } from "./sql-database.ts"
import { answerStep } from "./sql-idempotency-store.ts"

const columns = "id, url, events, agent, created_at, failure, failed_at"

/** One organisation's webhooks. */
export class SqlWebhookStore extends OrganisationSql implements WebhookStore {
  async create({ url, events, agent, secret }: NewWebhook, answerFor?: AnswerFor<Webhook>): Promise<Webhook> {
    const text = `INSERT INTO webhooks (organisation_id, id, url, events, agent, secret, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, now()) RETURNING ${columns}`
    const values = [this.organisationId, randomUUID(), url, events, agent, secret]
    const created = ([row]: Rows) => webhook(row!)
    const steps = [{ text, values }, ...answerStep(this.sql, answerFor, created)]
    return created((await this.sql.run(this.organisationId, steps))[0]!)
  }

  async list(): Promise<readonly Webhook[]> {
    const text = `SELECT ${columns} FROM webhooks WHERE organisation_id = $1 ORDER BY created_at DESC, id`
    return (await this.rows<object>(text)).map(webhook)
  }

  async remove(id: string): Promise<void> {
    const text = `DELETE FROM webhooks WHERE organisation_id = $1 AND id = $2 RETURNING ${columns}`
    const removed = isUuid(id) ? await this.rows(text, [id]) : []
    if (removed.length === 0) throw new ConclaveError("NOT_FOUND", `there is no webhook "${id.slice(0, 60)}"`)
  }
}

type Stored = Omit<Webhook, "lastFailure"> & { readonly failure: string | null; readonly failedAt: string | null }

function webhook(row: object): Webhook {
  const { failure, failedAt, ...stored } = fromRow<Stored>(row)
  return { ...stored, lastFailure: failure !== null && failedAt ? { at: failedAt, message: failure } : null }
}
