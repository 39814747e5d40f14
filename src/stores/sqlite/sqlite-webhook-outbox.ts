import type { DeliveryResult, WebhookDelivery, WebhookOutbox } from "../../ports/webhook-store.ts"
import type { SqliteDatabase } from "./sqlite-database.ts"
import type { SquadChanges } from "./squad/squad-changes.ts"
import { timeText } from "./time.ts"

/** Of each webhook the oldest alone may be taken: one that is being sent, or waits for another try, holds the others. */
const isFirst = `NOT EXISTS (
  SELECT 1 FROM webhook_deliveries earlier WHERE earlier.webhook_id = d.webhook_id AND earlier.place < d.place)`
/** Nothing waits for longer than this; what seems to was written before the clock was set back. */
const maxWaitMs = 3_600_000
const isDue = "(due_at <= ? OR due_at > ?)"
const claimText = `
UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = ? WHERE place IN (
  SELECT place FROM webhook_deliveries d WHERE ${isDue} AND ${isFirst} ORDER BY due_at LIMIT ?)
RETURNING id, event, body, attempts AS attempt,
  (SELECT url FROM webhooks w WHERE w.id = webhook_id) AS url,
  (SELECT secret FROM webhooks w WHERE w.id = webhook_id) AS secret`
const nextDueText = `SELECT min(due_at) AS due_at FROM webhook_deliveries d WHERE ${isFirst}`
/** Only by whoever made this attempt: somebody else may have taken it over since. */
const mine = "id = ? AND attempts = ?"

/** What waits to be sent, of all organisations, shared by all processes. */
export class SqliteWebhookOutbox implements WebhookOutbox {
  readonly #database: SqliteDatabase
  readonly #changes: SquadChanges

  constructor(database: SqliteDatabase, changes: SquadChanges) {
    this.#database = database
    this.#changes = changes
  }

  async claim(atMost: number, leaseMs: number): Promise<readonly WebhookDelivery[]> {
    if (((await this.nextDueMs()) ?? 1) > 0) return []
    const [now, until, tooLate] = [0, leaseMs, maxWaitMs].map((ms) => timeText(Date.now() + ms))
    return this.#database.write((sql) => sql.rows<WebhookDelivery>(claimText, until!, now!, tooLate!, atMost))
  }

  async settle({ id, attempt }: WebhookDelivery, result: DeliveryResult): Promise<void> {
    await this.#database.write((sql) => {
      if (result.kind === "later") {
        const due = timeText(Date.now() + result.afterMs)
        sql.run(`UPDATE webhook_deliveries SET due_at = ? WHERE ${mine}`, due, id, attempt)
        return
      }
      const text = `DELETE FROM webhook_deliveries WHERE ${mine} RETURNING webhook_id`
      const gone = sql.row<{ webhook_id: string }>(text, id, attempt)
      if (!gone || result.kind === "delivered") return
      const note = "UPDATE webhooks SET failure = ?, failed_at = now() WHERE id = ?"
      sql.run(note, result.problem, gone.webhook_id)
    })
  }

  async nextDueMs(): Promise<number | undefined> {
    const due = (await this.#database.read((sql) => sql.row<{ due_at: string | null }>(nextDueText)))?.due_at
    if (!due) return undefined
    const ms = Date.parse(due) - Date.now()
    return ms > maxWaitMs ? 0 : Math.max(0, ms)
  }

  watch(onChange: () => void): () => void {
    return this.#changes.watchAll(onChange)
  }
}
