import { hash } from "../core/random.ts"

/** Results by request, stored as JSON lines: an interrupted run loses at most one. */
export class ResultCache {
  readonly #known = new Map<string, unknown>()
  readonly #write: (line: string) => void

  /** `lines`: the output of earlier runs. Truncated lines are ignored, and their requests made again. */
  constructor(lines = "", write: (line: string) => void = () => {}) {
    this.#write = write
    if (lines !== "" && !lines.endsWith("\n")) write("\n")
    for (const line of lines.split("\n")) {
      try {
        const { key, result } = JSON.parse(line) as { readonly key: string; readonly result: unknown }
        this.#known.set(key, result)
      } catch {
        // Truncated when the run was interrupted.
      }
    }
  }

  get<T>(asked: object): T | undefined {
    return this.#known.get(keyOf(asked)) as T | undefined
  }

  set(asked: object, result: object): void {
    const key = keyOf(asked)
    this.#known.set(key, result)
    this.#write(`${JSON.stringify({ key, result })}\n`)
  }
}

/** Two hashes of 32 bits, since one would meet another's among many thousands. */
function keyOf(asked: object): string {
  const text = JSON.stringify(asked)
  return `${hash(text).toString(36)}-${hash(`${text.length}/${text}`).toString(36)}`
}
