import type { WebhookOutbox } from "../../ports/webhook-store.ts"
import { type DeliveryContext, deliverWebhook } from "./deliver-webhook.ts"

interface SenderOptions extends DeliveryContext {
  readonly outbox: WebhookOutbox
  readonly onFault: (error: unknown) => void
}

const atOnce = 20
/** Longer than a delivery takes: what is taken for so long was taken by a process that died. */
const leaseMs = 30_000
/** Looking now and then covers changes that were told of while nobody could hear. */
const lookEveryMs = 15_000

/** Sends what waits in the outbox until it is stopped. Several processes may do so at once. */
export class WebhookSender {
  readonly #options: SenderOptions
  readonly #unwatch: () => void
  #sending: Promise<void> | undefined
  #again = false
  #stopped = false
  #cancel = () => {}

  constructor(options: SenderOptions) {
    this.#options = options
    this.#unwatch = options.outbox.watch(() => this.nudge())
    this.nudge()
  }

  /** There may be something to send now. */
  nudge(): void {
    if (this.#stopped) return
    this.#again = true
    this.#sending ??= this.#send()
  }

  /** Takes nothing more; settled when what is being sent has been. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unwatch()
    this.#cancel()
    await this.#sending
  }

  async #send(): Promise<void> {
    const { outbox, clock, onFault } = this.#options
    this.#cancel()
    let waitMs = lookEveryMs
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        const taken = await this.#sendSome()
        if (taken > 0) this.#again = true
      }
      waitMs = Math.min((await outbox.nextDueMs()) ?? lookEveryMs, lookEveryMs)
    } catch (error) {
      onFault(error)
    }
    this.#sending = undefined
    if (this.#stopped) return
    if (this.#again) this.nudge()
    else this.#cancel = clock.after(waitMs, () => this.nudge())
  }

  async #sendSome(): Promise<number> {
    const { outbox } = this.#options
    const deliveries = await outbox.claim(atOnce, leaseMs)
    await Promise.all(
      deliveries.map(async (delivery) => outbox.settle(delivery, await deliverWebhook(this.#options, delivery))),
    )
    return deliveries.length
  }
}
