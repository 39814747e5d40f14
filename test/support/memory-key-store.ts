import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../src/core/errors.ts"
import type { Clock } from "../../src/ports/clock.ts"
import type { AnswerFor, IdempotencyStore } from "../../src/ports/idempotency-store.ts"
import type { ApiKey, KeyStore, NewKey, Organisation, VerifiedKey } from "../../src/ports/key-store.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { keyHash, keyPrefix, newKey, ticketSecret } from "../../src/stores/key-secret.ts"
import { MemoryIdempotencyStore } from "../../src/stores/memory/memory-idempotency-store.ts"

interface StoredKey {
  key: ApiKey
  readonly hash: string
}

/** A key store in memory. */
export class MemoryKeyStore implements KeyStore {
  readonly #clock: Pick<Clock, "now">
  readonly #organisations: Organisation[]
  /** Newest first. */
  readonly #keys: StoredKey[] = []

  readonly #answers: IdempotencyStore | undefined

  /** `answers`: the store for the responses to creating requests. */
  constructor(clock: Pick<Clock, "now">, answers?: IdempotencyStore) {
    this.#clock = clock
    this.#answers = answers
    this.#organisations = [{ id: localOrganisationId, name: "Local", createdAt: this.#now() }]
  }

  async createOrganisation(name: string): Promise<Organisation> {
    const organisation = { id: randomUUID(), name, createdAt: this.#now() }
    this.#organisations.push(organisation)
    return organisation
  }

  async organisations(): Promise<readonly Organisation[]> {
    return [...this.#organisations]
  }

  async create(given: NewKey, answerFor?: AnswerFor<ApiKey>): Promise<ApiKey & { readonly key: string }> {
    if (!this.#organisations.some(({ id }) => id === given.organisationId)) {
      throw new ConclaveError("NOT_FOUND", "there is no such organisation")
    }
    const id = randomUUID()
    const secret = newKey(id)
    const key = { ...given, id, prefix: keyPrefix(id), createdAt: this.#now(), lastUsedAt: null, revokedAt: null }
    if (answerFor && this.#answers instanceof MemoryIdempotencyStore) this.#answers.store(answerFor(key))
    this.#keys.unshift({ key, hash: keyHash(secret)! })
    return { ...key, key: secret }
  }

  async list(organisationId?: string): Promise<readonly ApiKey[]> {
    const all = this.#keys.map(({ key }) => key)
    return organisationId === undefined ? all : all.filter((key) => key.organisationId === organisationId)
  }

  async revoke(organisationId: string, id: string): Promise<ApiKey> {
    const kept = this.#keys.find(({ key }) => key.id === id && key.organisationId === organisationId)
    if (!kept) throw new ConclaveError("NOT_FOUND", "there is no such key")
    kept.key = { ...kept.key, revokedAt: kept.key.revokedAt ?? this.#now() }
    return kept.key
  }

  async find(key: string): Promise<VerifiedKey | undefined> {
    const hash = keyHash(key)
    const kept = this.#keys.find((one) => one.hash === hash && one.key.revokedAt === null)
    if (kept) kept.key = { ...kept.key, lastUsedAt: this.#now() }
    return kept && toVerifiedKey(kept)
  }

  async findById(id: string): Promise<VerifiedKey | undefined> {
    const kept = this.#keys.find(({ key }) => key.id === id && key.revokedAt === null)
    return kept && toVerifiedKey(kept)
  }

  async hasAny(): Promise<boolean> {
    return this.#keys.some(({ key }) => key.revokedAt === null)
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString()
  }
}

function toVerifiedKey({ key, hash }: StoredKey): VerifiedKey {
  return { ...key, ticketSecret: ticketSecret(hash) }
}
