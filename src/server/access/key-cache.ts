import { createHash } from "node:crypto"
import type { Clock } from "../../ports/clock.ts"
import type { KeyStore, VerifiedKey } from "../../ports/key-store.ts"

/** For how long a process may still accept a key that another process has revoked. */
export const keyCacheMs = 2_000
const maxCachedKeys = 10_000

/** Keys that were looked up a moment ago, so that a busy client does not cost a query with every request. */
export class KeyCache {
  readonly #store: Pick<KeyStore, "find" | "findById">
  readonly #clock: Pick<Clock, "now">
  /** Oldest first. By a hash: keys themselves are not kept, not even for a moment. */
  readonly #cache = new Map<string, { readonly key: Promise<VerifiedKey | undefined>; readonly until: number }>()

  constructor(store: Pick<KeyStore, "find" | "findById">, clock: Pick<Clock, "now">) {
    this.#store = store
    this.#clock = clock
  }

  find(key: string): Promise<VerifiedKey | undefined> {
    return this.#lookup(createHash("sha256").update(key).digest("base64url"), () => this.#store.find(key))
  }

  findById(id: string): Promise<VerifiedKey | undefined> {
    return this.#lookup(`id ${id}`, () => this.#store.findById(id))
  }

  /** To be called when a key was revoked by this process. */
  clear(): void {
    this.#cache.clear()
  }

  #lookup(name: string, ask: () => Promise<VerifiedKey | undefined>): Promise<VerifiedKey | undefined> {
    const now = this.#clock.now()
    const known = this.#cache.get(name)
    // Kept for longer than that it was looked up before the clock was set back.
    if (known && known.until > now && known.until <= now + keyCacheMs) return known.key
    this.#cache.delete(name)
    if (this.#cache.size >= maxCachedKeys) this.#cache.delete(this.#cache.keys().next().value ?? "")
    const looked = { key: ask(), until: now + keyCacheMs }
    this.#cache.set(name, looked)
    looked.key.catch(() => {
      if (this.#cache.get(name) === looked) this.#cache.delete(name)
    })
    return looked.key
  }
}
