import type { Clock } from "../ports/clock.ts"
import type { AnswerFor } from "../ports/idempotency-store.ts"
import type { Models } from "../ports/model.ts"
import type { SquadStore } from "../ports/squad-store.ts"

/** What the squad works through; the store is one organisation's. */
export interface SquadContext {
  readonly squad: SquadStore
  readonly clock: Clock
  readonly models: Models
}

/** One thing that can be asked of the squad, by whatever interface. `Needs` is as much of the context as it uses. */
export type SquadVerb<Input, Output, Needs extends keyof SquadContext = "squad"> = (request: {
  readonly context: Pick<SquadContext, Needs>
  readonly input: Input
}) => Promise<Output>

/** One that creates something; whoever must answer the same again has the answer stored along. */
export type SquadCreation<Input, Created> = (request: {
  readonly context: Pick<SquadContext, "squad"> & { readonly answerFor?: AnswerFor<Created> | undefined }
  readonly input: Input
}) => Promise<Created>

/** Waits for changes that something is watched for; one that came since `markSeen` is not waited for again. */
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
