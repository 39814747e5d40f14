import type { DeliveryResult, WebhookDelivery, WebhookOutbox } from "../../ports/webhook-store.ts"
import { type SqlDatabase, type SqlStep, SqlStore } from "./sql-database.ts"

/** Only the oldest delivery of a webhook may be claimed, so that its deliveries arrive in order. */
const isFirst = `NOT EXISTS (
  SELECT 1 FROM webhook_deliveries earlier WHERE earlier.webhook_id = d.webhook_id AND earlier.place < d.place)`
/** No delivery is scheduled further ahead; one that seems to be was written before the clock was set back. */
const maxWaitMs = 3_600_000
/** Matches only if no other process has claimed the delivery since this attempt. */
const mine = "id = $1 AND attempts = $2"

/** Queued webhook deliveries of all organisations, shared by all processes. */
export class SqlWebhookOutbox extends SqlStore implements WebhookOutbox {
  readonly watch: WebhookOutbox["watch"]

  constructor(sql: SqlDatabase, watch: WebhookOutbox["watch"]) {
    super(sql)
    this.watch = watch
  }

  async claim(atMost: number, leaseMs: number): Promise<readonly WebhookDelivery[]> {
    // Usually there is nothing to claim, and a read is enough.
    if (((await this.nextDueMs()) ?? 1) > 0) return []
    const { ago, skipLocked } = this.sql
    const webhook = (column: string) => `(SELECT ${column} FROM webhooks w WHERE w.id = webhook_id) AS ${column}`
    return this.rows<WebhookDelivery>(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = ${ago(-leaseMs)} WHERE place IN (
         SELECT place FROM webhook_deliveries d WHERE (due_at <= ${ago(0)} OR due_at > ${ago(-maxWaitMs)}) AND ${isFirst}
         ORDER BY due_at LIMIT $1 ${skipLocked})
       RETURNING id, event, body, attempts AS attempt, ${webhook("url")}, ${webhook("secret")}`,
      [atMost],
    )
  }

  async settle({ id, attempt }: WebhookDelivery, result: DeliveryResult): Promise<void> {
    const own = [id, attempt]
    if (result.kind === "later") {
      const due = this.sql.ago(-result.afterMs)
      await this.rows(`UPDATE webhook_deliveries SET due_at = ${due} WHERE ${mine}`, own)
      return
    }
    const steps: SqlStep[] = [
      { text: `DELETE FROM webhook_deliveries WHERE ${mine} RETURNING webhook_id`, values: own },
    ]
    if (result.kind === "given-up") {
      const text = "UPDATE webhooks SET failure = $2, failed_at = now() WHERE id = $1"
      steps.push(([gone = []]) => ({ text, values: [gone[0]?.webhook_id, result.problem] }))
    }
    await this.sql.run(undefined, steps)
  }

  async nextDueMs(): Promise<number | undefined> {
    const { timeText, ago } = this.sql
    const text = `SELECT ${timeText("min(due_at)")} AS due, ${timeText(`(${ago(0)})`)} AS now FROM webhook_deliveries d WHERE ${isFirst}`
    const [next] = await this.rows<{ due: string | null; now: string }>(text)
    if (!next?.due) return undefined
    const ms = Date.parse(next.due) - Date.parse(next.now)
    return ms > maxWaitMs ? 0 : Math.max(0, ms)
  }
}
