import type { Clock } from "../../ports/clock.ts"
import {
  type IdempotencyClaim,
  type IdempotencyKey,
  IdempotencyKeyUsedError,
  type IdempotencyStore,
  type IdempotentAnswer,
  idempotencyClaimMs,
  idempotencyTtlMs,
  type StoredResponse,
} from "../../ports/idempotency-store.ts"

interface Row {
  readonly fingerprint: string
  readonly claimedAt: number
  readonly answer?: StoredResponse
}

/** Keeps answers in this process and forgets them with it. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  /** In the order in which they were claimed. */
  readonly #rows = new Map<string, Row>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async find(key: IdempotencyKey) {
    const row = this.#rows.get(nameOf(key))
    if (!row?.answer || this.#hasLapsed(row)) return undefined
    return { kind: "answered", fingerprint: row.fingerprint, answer: row.answer } as const
  }

  /** Called along with what the answer is for, with nothing in between. */
  store({ key, fingerprint, answer }: IdempotentAnswer): void {
    const name = nameOf(key)
    const row = this.#rows.get(name)
    if (row && !this.#hasLapsed(row)) throw new IdempotencyKeyUsedError()
    this.#rows.delete(name)
    this.#rows.set(name, { fingerprint, claimedAt: this.#clock.now(), answer })
  }

  async claim(key: IdempotencyKey, fingerprint: string): Promise<IdempotencyClaim> {
    this.#sweep()
    const name = nameOf(key)
    const row = this.#rows.get(name)
    if (row && !this.#hasLapsed(row)) {
      return row.answer
        ? { kind: "answered", fingerprint: row.fingerprint, answer: row.answer }
        : { kind: "busy", fingerprint: row.fingerprint }
    }
    this.#rows.delete(name)
    this.#rows.set(name, { fingerprint, claimedAt: this.#clock.now() })
    return { kind: "claimed" }
  }

  async storeResponse(key: IdempotencyKey, answer: StoredResponse): Promise<void> {
    const row = this.#rows.get(nameOf(key))
    if (row) this.#rows.set(nameOf(key), { ...row, answer })
  }

  async release(key: IdempotencyKey): Promise<void> {
    this.#rows.delete(nameOf(key))
  }

  #hasLapsed({ claimedAt, answer }: Row): boolean {
    return this.#clock.now() - claimedAt >= (answer ? idempotencyTtlMs : idempotencyClaimMs)
  }

  #sweep(): void {
    for (const [name, row] of this.#rows) {
      if (this.#clock.now() - row.claimedAt < idempotencyTtlMs) return
      this.#rows.delete(name)
    }
  }
}

function nameOf({ organisationId, route, key }: IdempotencyKey): string {
  return JSON.stringify([organisationId, route, key])
}
