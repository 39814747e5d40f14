import type { WebhookOutbox } from "../../ports/webhook-store.ts"
import type { DeliveryContext } from "./deliver-webhook.ts"

interface SenderOptions extends DeliveryContext {
  readonly outbox: WebhookOutbox
  readonly onFault: (error: unknown) => void
}

const batchSize = 20
/** Longer than any delivery takes: a claim that is older belongs to a process that died. */
const leaseMs = 30_000
/** Fallback for change notifications lost while the database was unreachable. */
const pollIntervalMs = 15_000

/** Sends deliveries from the outbox until stopped. Several processes may run one each. */
export class WebhookSender {
  readonly #options: SenderOptions
  readonly #unwatch: () => void
  #sending: Promise<void> | undefined
  #sendAgain = false
  #stopped = false
  #cancel = () => {}

  constructor(options: SenderOptions) {
    this.#options = options
    this.#unwatch = options.outbox.watch(() => this.wake())
    this.wake()
  }

  wake(): void {
    if (this.#stopped) return
    this.#sendAgain = true
    this.#sending ??= this.#send()
  }

  /** Claims no more deliveries; resolves when those in flight are done. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unwatch()
    this.#cancel()
    await this.#sending
  }

  async #send(): Promise<void> {
    const { outbox, clock, onFault } = this.#options
    this.#cancel()
    let waitMs = pollIntervalMs
    try {
      while (this.#sendAgain && !this.#stopped) {
        this.#sendAgain = false
        const taken = await this.#sendBatch()
        if (taken > 0) this.#sendAgain = true
      }
      waitMs = Math.min((await outbox.nextDueMs()) ?? pollIntervalMs, pollIntervalMs)
    } catch (error) {
      onFault(error)
    }
    this.#sending = undefined
    if (this.#stopped) return
    if (this.#sendAgain) this.wake()
    else this.#cancel = clock.after(waitMs, () => this.wake())
  }

  async #sendBatch(): Promise<number> {
    const { outbox } = this.#options
    const deliveries = await outbox.claim(batchSize, leaseMs)
    if (deliveries.length === 0) return 0
    const { deliverWebhook } = await import("./deliver-webhook.ts")
    await Promise.all(
      deliveries.map(async (delivery) => outbox.settle(delivery, await deliverWebhook(this.#options, delivery))),
    )
    return deliveries.length
  }
}
