import { hash } from "../core/random.ts"

/** Caches results by request as JSON Lines; an interrupted run loses at most one. */
export class ResultCache {
  readonly #results = new Map<string, unknown>()
  readonly #write: (line: string) => void
  readonly #resolve: (request: object) => object

  /**
   * `lines`: the output of earlier runs. Truncated lines are ignored, and their requests run again. `resolve`: adds to a
   * request what it leaves to the configuration, such as the default model, so that a changed default is asked again.
   */
  constructor(
    lines = "",
    write: (line: string) => void = () => {},
    resolve: (request: object) => object = (request) => request,
  ) {
    this.#write = write
    this.#resolve = resolve
    if (lines !== "" && !lines.endsWith("\n")) write("\n")
    for (const line of lines.split("\n")) {
      try {
        const { key, result } = JSON.parse(line) as { readonly key: string; readonly result: unknown }
        this.#results.set(key, result)
      } catch {
        // Truncated when the run was interrupted.
      }
    }
  }

  get<T>(request: object): T | undefined {
    return this.#results.get(keyOf(this.#resolve(request))) as T | undefined
  }

  set(request: object, result: object): void {
    const key = keyOf(this.#resolve(request))
    this.#results.set(key, result)
    this.#write(`${JSON.stringify({ key, result })}\n`)
  }
}

/** Two 32-bit hashes: one alone would collide among many thousands of requests. */
function keyOf(request: object): string {
  const text = JSON.stringify(request)
  return `${hash(text).toString(36)}-${hash(`${text.length}/${text}`).toString(36)}`
}
