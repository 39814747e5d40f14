import { createHash } from "node:crypto"
import { z } from "zod"
import type { DiscussionEvent } from "../core/discussion/event.ts"
import type { DiscussionState } from "../core/discussion/state.ts"
import { invalidField } from "../core/errors.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import {
  type AnswerFor,
  type IdempotencyKey,
  type IdempotencyStore,
  type IdempotentAnswer,
  pendingResponse,
  type StoredResponse,
} from "../ports/idempotency-store.ts"
import type { Access } from "./access/authorizer.ts"
import { HttpError } from "./http/http-error.ts"
import type { OrganisationServices } from "./services.ts"

export const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        "repeating the call with the same key and body within 24 hours creates nothing and returns the first answer",
      example: "3f0c6f5e-8b1d-4f53-9b53-0f3f2a0d7c11",
    }),
})

interface IdempotentCall {
  readonly request: Request
  readonly access: Access
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** Where the request has an id of its own that says the same as the header. */
  readonly idempotencyKey?: string
}

type Answer = (state: DiscussionState) => Response | Promise<Response>

export class Idempotency {
  readonly #store: IdempotencyStore

  constructor(store: IdempotencyStore) {
    this.#store = store
  }

  /** What one write creates, which stores the answer too, or does neither; a repeat gets the answer alone. */
  async onceWithWrite<Created>(
    call: IdempotentCall,
    route: string,
    body: (created: Created) => unknown,
    write: (answerFor?: AnswerFor<Created>) => Promise<Created>,
  ): Promise<{ readonly created?: Created; readonly answer: StoredResponse }> {
    const answerOf = (created: Created) => ({ status: 201, body: JSON.stringify(body(created)) })
    const answer = await this.#storedOr(call, route, async (whose) => {
      const created = await write(whose && ((made) => ({ ...whose, answer: answerOf(made) })))
      return { created, answer: answerOf(created) }
    })
    return "answer" in answer ? answer : { answer }
  }

  /** The same for what is created by an append to a discussion. */
  async onceWithAppend(
    call: IdempotentCall & { readonly services: OrganisationServices },
    route: string,
    answer: Answer,
    create: (services: OrganisationServices) => Response | Promise<Response>,
  ): Promise<Response> {
    const { services } = call
    const { engine } = services
    const response = await this.#storedOr(call, route, async (whose) => {
      if (!whose) return create(services)
      const store = storeWithAnswer(engine.store, async (state) => {
        return { ...whose, answer: await storedResponse(await answer(state)) }
      })
      return create({ ...services, engine: { ...engine, store } })
    })
    return response instanceof Response ? response : replayResponse(response)
  }

  /**
   * The same where only time shows what comes of the append: `begin` makes it, through the store that it is given, and
   * `finish` waits. A repeat waits along, until the answer is known and kept.
   */
  async onceBegun(
    call: IdempotentCall & { readonly services: OrganisationServices },
    route: string,
    begin: (services: OrganisationServices) => Promise<unknown>,
    finish: () => Promise<{ readonly response: Response; readonly isFinal: boolean }>,
  ): Promise<Response> {
    const begun = () => new Response(pendingResponse.body, { status: pendingResponse.status })
    const kept = await this.onceWithAppend(call, route, begun, async (services) => {
      await begin(services)
      return begun()
    })
    if (kept.status !== pendingResponse.status) return kept
    const { response, isFinal } = await finish()
    const key = keyOf(call, route)
    if (key && isFinal) await this.#store.complete(key, await storedResponse(response))
    return response
  }

  /** The answer that the call's key has, or else what `create` gives: it stores the answer along with what it creates. */
  async #storedOr<T>(
    call: IdempotentCall,
    route: string,
    create: (whose: Omit<IdempotentAnswer, "answer"> | undefined) => Promise<T>,
  ): Promise<T | StoredResponse> {
    const key = keyOf(call, route)
    if (!key) return create(undefined)
    const fingerprint = fingerprintOf(call)
    const before = await this.#find(key, fingerprint)
    if (before) return before
    try {
      return await create({ key, fingerprint })
    } catch (error) {
      // Whatever stood in the way, such as a turn that is taken, may be what the first request did.
      const meanwhile = await this.#find(key, fingerprint)
      if (meanwhile) return meanwhile
      throw error
    }
  }

  async #find(key: IdempotencyKey, fingerprint: string): Promise<StoredResponse | undefined> {
    const found = await this.#store.find(key)
    if (found) checkFingerprint(found.fingerprint, fingerprint)
    return found?.answer
  }
}

function checkFingerprint(stored: string, given: string): void {
  if (stored === given) return
  throw new HttpError("IDEMPOTENCY_MISMATCH", "this Idempotency-Key was used with a different request; use a new key")
}

async function storedResponse(response: Response): Promise<StoredResponse> {
  return { status: response.status, body: await response.clone().text() }
}

export function replayResponse({ status, body }: StoredResponse): Response {
  return new Response(body, {
    status,
    headers: { "content-type": "application/json", "idempotency-replayed": "true" },
  })
}

/** The same store; the first append carries the answer that follows from it. */
function storeWithAnswer(
  store: DiscussionStore,
  answerFor: (state: DiscussionState) => Promise<IdempotentAnswer>,
): DiscussionStore {
  /** A verb appends to what it has read. */
  const logs = new Map<string, readonly DiscussionEvent[]>()
  let isStored = false
  const known = (discussionId: string, seq: number) => logs.get(discussionId)?.slice(0, seq) ?? []
  return {
    watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    async read(discussionId, after = 0, limit) {
      const events = await store.read(discussionId, after, limit)
      logs.set(discussionId, [...known(discussionId, after), ...events])
      return events
    },
    async append(discussionId, events, options) {
      if (isStored) return store.append(discussionId, events, options)
      // Loaded when it is needed: commands that only read do without.
      const { fold } = await import("../core/discussion/fold.ts")
      const before = known(discussionId, (events[0]?.seq ?? 1) - 1)
      const idempotent = await answerFor(fold(discussionId, [...before, ...events]))
      await store.append(discussionId, events, { ...options, idempotent })
      isStored = true
    },
  }
}

function keyOf({ request, access, idempotencyKey }: IdempotentCall, route: string): IdempotencyKey | undefined {
  const key = idempotencyKey ?? request.headers.get("idempotency-key")
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidField("Idempotency-Key", "must be 1 to 255 visible ASCII characters")
  }
  return { organisationId: access.organisationId, route, key }
}

/** Two requests are the same when they say the same, however their JSON was spaced. */
function fingerprintOf({ params, query, body }: IdempotentCall): string {
  return createHash("sha256")
    .update(JSON.stringify([params, query, body]))
    .digest("hex")
}
