import { hash } from "../core/random.ts"

/** Caches results by request as JSON Lines; an interrupted run loses at most one. */
export class ResultCache {
  readonly #results = new Map<string, unknown>()
  readonly #write: (line: string) => void

  /** `lines`: the output of earlier runs. Truncated lines are ignored, and their requests run again. */
  constructor(lines = "", write: (line: string) => void = () => {}) {
    this.#write = write
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
    return this.#results.get(keyOf(request)) as T | undefined
  }

  set(request: object, result: object): void {
    const key = keyOf(request)
    this.#results.set(key, result)
    this.#write(`${JSON.stringify({ key, result })}\n`)
  }
}

/** Two 32-bit hashes: one alone would collide among many thousands of requests. */
function keyOf(request: object): string {
  const text = JSON.stringify(request)
  return `${hash(text).toString(36)}-${hash(`${text.length}/${text}`).toString(36)}`
}
