/** The HTTP API in a Next.js app: this file handles everything below `/api`. */
import { type EmbeddedServices, embeddedServices } from "conclave"
import { createServer } from "conclave/server"

/** Streams must not be cached or generated at build time. */
export const dynamic = "force-dynamic"

/** Running discussions must survive hot reload, which loads this file again. */
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
