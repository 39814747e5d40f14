import type { Clock } from "../ports/clock.ts"
import type { AnswerFor } from "../ports/idempotency-store.ts"
import type { Models } from "../ports/model.ts"
import type { SquadStore } from "../ports/squad-store.ts"

/** What squad verbs need. The store belongs to one organisation. */
export interface SquadContext {
  readonly squad: SquadStore
  readonly clock: Clock
  readonly models: Models
}

/** A squad operation, independent of the interface that calls it. `Needs` lists the parts of the context it uses. */
export type SquadVerb<Input, Output, Needs extends keyof SquadContext = "squad"> = (request: {
  readonly context: Pick<SquadContext, Needs>
  readonly input: Input
}) => Promise<Output>

/** A creating operation. `answerFor` stores the response in the same transaction, for repeated requests. */
export type SquadCreation<Input, Created> = (request: {
  readonly context: Pick<SquadContext, "squad"> & { readonly answerFor?: AnswerFor<Created> | undefined }
  readonly input: Input
}) => Promise<Created>

/** Waits for change notifications; does not wait if one arrived since `markSeen`. */
export class Changes {
  readonly #unwatch: () => void
  readonly #clock: Clock
  readonly #signal: AbortSignal | undefined
  #changed = false
  #wake = () => {}

  constructor(watch: (onChange: () => void) => () => void, clock: Clock, signal: AbortSignal | undefined) {
    this.#unwatch = watch(this.#onChange)
    this.#clock = clock
    this.#signal = signal
    signal?.addEventListener("abort", this.#onChange)
  }

  markSeen(): void {
    this.#changed = false
  }

  async wait(ms: number): Promise<void> {
    if (this.#changed) return
    const cancel = this.#clock.after(ms, () => this.#wake())
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    cancel()
  }

  close(): void {
    this.#unwatch()
    this.#signal?.removeEventListener("abort", this.#onChange)
  }

  readonly #onChange = () => {
    this.#changed = true
    this.#wake()
  }
}
