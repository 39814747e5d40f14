import type { Clock } from "../../ports/clock.ts"
import {
  type IdempotencyKey,
  IdempotencyKeyUsedError,
  type IdempotencyStore,
  type IdempotentAnswer,
  idempotencyTtlMs,
  pendingResponse,
  type StoredResponse,
} from "../../ports/idempotency-store.ts"

interface Row {
  readonly fingerprint: string
  readonly at: number
  readonly answer: StoredResponse
}

/** Stores responses in memory. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  /** In order of insertion, oldest first. */
  readonly #rows = new Map<string, Row>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async find(key: IdempotencyKey) {
    const row = this.#rows.get(nameOf(key))
    return row && !this.#isOld(row) ? { fingerprint: row.fingerprint, answer: row.answer } : undefined
  }

  /** Synchronous: call it together with the change that the response belongs to. */
  store({ key, fingerprint, answer }: IdempotentAnswer): void {
    for (const [name, row] of this.#rows) {
      if (!this.#isOld(row)) break
      this.#rows.delete(name)
    }
    const name = nameOf(key)
    if (this.#rows.has(name)) throw new IdempotencyKeyUsedError()
    this.#rows.set(name, { fingerprint, at: this.#clock.now(), answer })
  }

  async complete(key: IdempotencyKey, answer: StoredResponse): Promise<void> {
    const row = this.#rows.get(nameOf(key))
    if (row?.answer.status === pendingResponse.status) this.#rows.set(nameOf(key), { ...row, answer })
  }

  #isOld({ at }: Row): boolean {
    return this.#clock.now() - at >= idempotencyTtlMs
  }
}

function nameOf({ organisationId, route, key }: IdempotencyKey): string {
  return JSON.stringify([organisationId, route, key])
}
