import { z } from "zod"
import { invalidInput } from "../core/errors.ts"
import type { IdempotencyKey, IdempotencyStore, StoredResponse } from "../ports/idempotency-store.ts"
import type { Access } from "./access/authorizer.ts"
import { HttpError } from "./http/http-error.ts"

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
}

/** Makes a call that creates something safe to repeat. */
export class Idempotency {
  readonly #store: IdempotencyStore

  constructor(store: IdempotencyStore) {
    this.#store = store
  }

  /** Answers a call that creates; a repeat with the same key and body gets the same answer. */
  async once(call: IdempotentCall, route: string, create: () => Response | Promise<Response>): Promise<Response> {
    let fresh: Response | undefined
    const { status, body } = await this.run(call, route, async () => {
      fresh = await create()
      return { status: fresh.status, body: await fresh.clone().text() }
    })
    if (fresh) return fresh
    return new Response(body, {
      status,
      headers: { "content-type": "application/json", "idempotency-replayed": "true" },
    })
  }

  /** The stored answer of an earlier call, or that of `create`, which is stored unless it is an error. */
  async run(call: IdempotentCall, route: string, create: () => Promise<StoredResponse>): Promise<StoredResponse> {
    const key = keyOf(call, route)
    if (!key) return create()
    const fingerprint = await fingerprintOf(call)
    const claim = await this.#store.claim(key, fingerprint)
    if (claim.kind !== "claimed") {
      if (claim.fingerprint !== fingerprint) {
        const message = "this Idempotency-Key was used with a different request; use a new key"
        throw new HttpError("IDEMPOTENCY_MISMATCH", message)
      }
      if (claim.kind === "answered") return claim.answer
      const message = "the first request with this Idempotency-Key is still being processed; try again shortly"
      throw new HttpError("CONFLICT", message, { headers: { "retry-after": "1" } })
    }
    try {
      const answer = await create()
      if (answer.status < 300) await this.#store.storeResponse(key, answer)
      else await this.#store.release(key)
      return answer
    } catch (error) {
      await this.#store.release(key)
      throw error
    }
  }
}

function keyOf({ request, access }: IdempotentCall, route: string): IdempotencyKey | undefined {
  const key = request.headers.get("idempotency-key")
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidInput([{ field: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }])
  }
  return { organisationId: access.organisationId, route, key }
}

/** Two requests are the same when they say the same, however their JSON was spaced. */
async function fingerprintOf({ params, query, body }: IdempotentCall): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([params, query, body]))
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
