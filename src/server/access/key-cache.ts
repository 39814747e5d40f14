import { createHash } from "node:crypto"
import type { Clock } from "../../ports/clock.ts"
import type { KeyStore, VerifiedKey } from "../../ports/key-store.ts"

/** How long a key that another process revoked may still be accepted. */
export const keyCacheMs = 2_000
const maxCachedKeys = 10_000

/** Caches key lookups, to avoid a query per request. */
export class KeyCache {
  readonly #store: Pick<KeyStore, "find" | "findById">
  readonly #clock: Pick<Clock, "now">
  /** Oldest first, by hash: the keys themselves are never kept. */
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

  /** Call this after revoking a key. */
  clear(): void {
    this.#cache.clear()
  }

  #lookup(name: string, query: () => Promise<VerifiedKey | undefined>): Promise<VerifiedKey | undefined> {
    const now = this.#clock.now()
    const known = this.#cache.get(name)
    // An expiry too far ahead means that the clock was set back.
    if (known && known.until > now && known.until <= now + keyCacheMs) return known.key
    this.#cache.delete(name)
    if (this.#cache.size >= maxCachedKeys) this.#cache.delete(this.#cache.keys().next().value ?? "")
    const entry = { key: query(), until: now + keyCacheMs }
    this.#cache.set(name, entry)
    entry.key.catch(() => {
      if (this.#cache.get(name) === entry) this.#cache.delete(name)
    })
    return entry.key
  }
}
