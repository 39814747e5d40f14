import { createHash } from "node:crypto"
import { z } from "zod"
import type { DiscussionState } from "../core/discussion/state.ts"
import { invalidField } from "../core/errors.ts"
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
        "a unique key for this request: repeating it with the same key and body within 24 hours creates nothing and returns the first response",
      example: "3f0c6f5e-8b1d-4f53-9b53-0f3f2a0d7c11",
    }),
})

interface IdempotentCall {
  readonly request: Request
  readonly access: Access
  readonly route: string
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** Replaces the header where the protocol has a request id of its own. */
  readonly idempotencyKey?: string
}

type Answer = (state: DiscussionState) => Response | Promise<Response>

export class Idempotency {
  readonly #store: IdempotencyStore

  constructor(store: IdempotencyStore) {
    this.#store = store
  }

  /** Creates with one write that also stores the response, atomically. A repeat returns the stored response. */
  async onceWithWrite<Created>(
    call: IdempotentCall,
    body: (created: Created) => unknown,
    write: (answerFor?: AnswerFor<Created>) => Promise<Created>,
  ): Promise<{ readonly created?: Created; readonly answer: StoredResponse }> {
    const answerOf = (created: Created) => ({ status: 201, body: JSON.stringify(body(created)) })
    const answer = await this.#storedOr(call, async (owner) => {
      const created = await write(owner && ((made) => ({ ...owner, answer: answerOf(made) })))
      return { created, answer: answerOf(created) }
    })
    return "answer" in answer ? answer : { answer }
  }

  /** The same for an append to a discussion. */
  async onceWithAppend(
    call: IdempotentCall & { readonly services: OrganisationServices },
    answer: Answer,
    create: (services: OrganisationServices) => Response | Promise<Response>,
  ): Promise<Response> {
    const { services } = call
    const { engine } = services
    const response = await this.#storedOr(call, async (owner) => {
      if (!owner) return create(services)
      const answerFor = async (state: DiscussionState) => {
        return { ...owner, answer: await storedResponse(await answer(state)) }
      }
      return create({ ...services, engine: { ...engine, answerFor } })
    })
    return response instanceof Response ? response : replayResponse(response)
  }

  /**
   * The same where the response is only known later: `begin` appends through the given services, `finish` waits for the
   * response. A repeat waits as well, until the final response is stored.
   */
  async onceBegun(
    call: IdempotentCall & { readonly services: OrganisationServices },
    begin: (services: OrganisationServices) => Promise<unknown>,
    finish: () => Promise<{ readonly response: Response; readonly isFinal: boolean }>,
  ): Promise<Response> {
    const begun = () => new Response(pendingResponse.body, { status: pendingResponse.status })
    const stored = await this.onceWithAppend(call, begun, async (services) => {
      await begin(services)
      return begun()
    })
    if (stored.status !== pendingResponse.status) return stored
    const { response, isFinal } = await finish()
    const key = keyOf(call)
    if (key && isFinal) await this.#store.complete(key, await storedResponse(response))
    return response
  }

  /** The response stored for the call's key, or else the result of `create`, which stores its response. */
  async #storedOr<T>(
    call: IdempotentCall,
    create: (owner: Omit<IdempotentAnswer, "answer"> | undefined) => Promise<T>,
  ): Promise<T | StoredResponse> {
    const key = keyOf(call)
    if (!key) return create(undefined)
    const fingerprint = fingerprintOf(call)
    const before = await this.#find(key, fingerprint)
    if (before) return before
    try {
      return await create({ key, fingerprint })
    } catch (error) {
      // The failure, such as a turn already taken, may be caused by the first request itself.
      const meanwhile = await this.#find(key, fingerprint)
      if (meanwhile) return meanwhile
      throw error
    }
  }

  async #find(key: IdempotencyKey, fingerprint: string): Promise<StoredResponse | undefined> {
    const found = await this.#store.find(key)
    if (!found || found.fingerprint === fingerprint) return found?.answer
    const message = "this Idempotency-Key was used with a different request; use a new key"
    throw new HttpError("IDEMPOTENCY_MISMATCH", message)
  }
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

function keyOf({ request, access, route, idempotencyKey }: IdempotentCall): IdempotencyKey | undefined {
  const key = idempotencyKey ?? request.headers.get("idempotency-key")
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidField("Idempotency-Key", "must be 1 to 255 visible ASCII characters, without spaces")
  }
  return { organisationId: access.organisationId, route, key }
}

/** Compares parsed requests, so whitespace in the JSON does not matter. */
function fingerprintOf({ params, query, body }: IdempotentCall): string {
  return createHash("sha256")
    .update(JSON.stringify([params, query, body]))
    .digest("hex")
}
