import { createHash } from "node:crypto"
import type { Clock } from "../../ports/clock.ts"
import type { KeyStore, KnownKey } from "../../ports/key-store.ts"

interface Looked {
  readonly key: Promise<KnownKey | undefined>
  readonly until: number
}

/** For how long a process may go on with a key that another has revoked. */
export const keyKnownMs = 2_000
const mostKnown = 10_000

/** Keys that were looked up a moment ago, so that a busy client does not cost a query with every request. */
export class KnownKeys {
  readonly #store: Pick<KeyStore, "find" | "findById">
  readonly #clock: Pick<Clock, "now">
  /** Oldest first. By a hash: keys themselves are not kept, not even for a moment. */
  readonly #looked = new Map<string, Looked>()

  constructor(store: Pick<KeyStore, "find" | "findById">, clock: Pick<Clock, "now">) {
    this.#store = store
    this.#clock = clock
  }

  find(key: string): Promise<KnownKey | undefined> {
    return this.#look(createHash("sha256").update(key).digest("base64url"), () => this.#store.find(key))
  }

  findById(id: string): Promise<KnownKey | undefined> {
    return this.#look(`id ${id}`, () => this.#store.findById(id))
  }

  /** Something was revoked here. */
  forget(): void {
    this.#looked.clear()
  }

  #look(name: string, ask: () => Promise<KnownKey | undefined>): Promise<KnownKey | undefined> {
    const now = this.#clock.now()
    const known = this.#looked.get(name)
    if (known && known.until > now) return known.key
    this.#looked.delete(name)
    if (this.#looked.size >= mostKnown) this.#looked.delete(this.#looked.keys().next().value ?? "")
    const looked = { key: ask(), until: now + keyKnownMs }
    this.#looked.set(name, looked)
    looked.key.catch(() => {
      if (this.#looked.get(name) === looked) this.#looked.delete(name)
    })
    return looked.key
  }
}
