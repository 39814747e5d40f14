/** How long a failure counts where nothing has been written since. */
const failureMs = 10_000

/** Whether writes succeed, by the last of them. */
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
