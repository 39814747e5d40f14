import type { DeliveryResult, WebhookDelivery, WebhookOutbox } from "../../../ports/webhook-store.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import { squadChannel } from "../squad/functions.ts"

const inMs = (parameter: string) => `now() + ${parameter} * interval '1 millisecond'`

/** Of each webhook the oldest alone may be taken: one that is being sent, or waits for another try, holds the others. */
const claimText = `
UPDATE webhook_deliveries d SET attempts = d.attempts + 1, due_at = ${inMs("$2")}
FROM webhooks w
WHERE w.id = d.webhook_id AND d.id = ANY (ARRAY(
  SELECT due.id FROM webhook_deliveries due
  WHERE due.due_at <= now() AND NOT EXISTS (
    SELECT FROM webhook_deliveries before WHERE before.webhook_id = due.webhook_id AND before.place < due.place)
  ORDER BY due.due_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING d.id, w.url, w.secret, d.event, d.body, d.attempts AS attempt`

/**
 * Of the first of each webhook alone, as the others wait for it. No row where nothing waits: `greatest` passes over
 * nulls, and would say that something is due at once.
 */
const nextDueText = `
SELECT ceil(greatest(0, 1000 * extract(epoch FROM min(due_at) - clock_timestamp())))::float8 AS ms
FROM webhook_deliveries due WHERE NOT EXISTS (
  SELECT FROM webhook_deliveries before WHERE before.webhook_id = due.webhook_id AND before.place < due.place)
HAVING count(*) > 0`

/** Only by whoever made this attempt: somebody else may have taken it over since. */
const ownAttemptCondition = "id = $1 AND attempts = $2"

/** What waits to be sent, of all organisations, shared by all processes. */
export class PostgresWebhookOutbox implements WebhookOutbox {
  readonly #database: Database
  readonly #onFault: (error: unknown) => void

  constructor(database: Database, onFault: (error: unknown) => void) {
    this.#database = database
    this.#onFault = onFault
  }

  claim(atMost: number, leaseMs: number): Promise<readonly WebhookDelivery[]> {
    return this.#rows<WebhookDelivery>(claimText, [atMost, leaseMs])
  }

  async settle({ id, attempt }: WebhookDelivery, result: DeliveryResult): Promise<void> {
    switch (result.kind) {
      case "delivered":
        await this.#rows(`DELETE FROM webhook_deliveries WHERE ${ownAttemptCondition}`, [id, attempt])
        return
      case "later":
        await this.#rows(`UPDATE webhook_deliveries SET due_at = ${inMs("$3")} WHERE ${ownAttemptCondition}`, [
          ...[id, attempt, result.afterMs],
        ])
        return
      case "given-up":
        await this.#rows(
          `WITH gone AS (DELETE FROM webhook_deliveries WHERE ${ownAttemptCondition} RETURNING webhook_id)
           UPDATE webhooks SET failure = $3, failed_at = now() FROM gone WHERE webhooks.id = gone.webhook_id`,
          [id, attempt, result.problem],
        )
    }
  }

  async nextDueMs(): Promise<number | undefined> {
    const [row] = await this.#rows<{ readonly ms: number | null }>(nextDueText, [])
    return row?.ms ?? undefined
  }

  watch(onChange: () => void): () => void {
    const listening = this.#database.listen(squadChannel, () => onChange())
    // Without it nothing is lost, only late: whoever sends also looks by the clock.
    listening.catch(this.#onFault)
    return () => void listening.then((stop) => stop()).catch(() => {})
  }

  async #rows<T extends object>(text: string, values: readonly unknown[]): Promise<T[]> {
    try {
      return (await this.#database.pool.query<T>(text, [...values])).rows
    } catch (error) {
      throw databaseError(error)
    }
  }
}
