/** A failure is forgotten after this time if nothing was written since. */
const failureMs = 10_000

/** Health of writes, judged by the last one. */
export class WriteHealth {
  #failure: { readonly error: unknown; readonly at: number } | undefined

  succeeded(): void {
    this.#failure = undefined
  }

  failed(error: unknown): void {
    this.#failure = { error, at: performance.now() }
  }

  check(): void {
    if (this.#failure && performance.now() - this.#failure.at < failureMs) throw this.#failure.error
  }
}
