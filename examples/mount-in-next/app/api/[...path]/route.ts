/** The HTTP API in a Next.js app: `/api/v1/discussions` and its kin are answered by this one file. */
import { type EmbeddedServices, embeddedServices } from "conclave"
import { createServer } from "conclave/server"

/** Streams must neither be cached nor made at build time. */
export const dynamic = "force-dynamic"

/** In development this file is loaded again at every change; discussions under way must outlive that. */
const kept = globalThis as { conclaveServices?: EmbeddedServices }
kept.conclaveServices ??= embeddedServices()

const { fetch } = createServer({ services: kept.conclaveServices })
const handle = (request: Request): Promise<Response> => fetch(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
