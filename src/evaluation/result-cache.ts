import { hash } from "../core/random.ts"

/** What was found out before, by what was asked: lines of JSON, so that a run that was cut off loses one at most. */
export class ResultCache {
  readonly #known = new Map<string, unknown>()
  readonly #write: (line: string) => void

  /** `lines`: what an earlier run wrote. A line that is no JSON was cut off, and is asked anew. */
  constructor(lines = "", write: (line: string) => void = () => {}) {
    this.#write = write
    if (lines !== "" && !lines.endsWith("\n")) write("\n")
    for (const line of lines.split("\n")) {
      try {
        const { key, result } = JSON.parse(line) as { readonly key: string; readonly result: unknown }
        this.#known.set(key, result)
      } catch {
        // cut off when it was written: it is asked anew
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
