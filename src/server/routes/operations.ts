import { setTimeout } from "node:timers/promises"
import { z } from "zod"
import { localOrganisationId } from "../../ports/key-store.ts"
import { type Api, jsonContent } from "../api.ts"
import { HttpError } from "../http/http-error.ts"
import type { Metrics } from "../metrics.ts"
import { openApiDocument } from "../openapi-document.ts"
import { htmlPageHeaders } from "../present/html-page.ts"
import { writeDocs } from "../present/write-docs.ts"
import { healthSchema } from "../schemas/responses.ts"

export function operationRoutes(api: Api, metrics: Metrics): void {
  const routes = api.routes("Operations")

  routes.get("/health", {
    operationId: "health",
    summary: "Check that the server is running and reaches its database",
    description: "A process that has not reached its database for a long time should be restarted.",
    scope: "open",
    unlimited: true,
    responses: {
      200: jsonContent(healthSchema, "Running"),
      503: jsonContent(healthSchema, "The database does not answer"),
    },
    handle: async () => {
      const { database = async () => {} } = api.services.readiness
      return healthOf({ database: await works(database) })
    },
  })

  routes.get("/health/ready", {
    operationId: "ready",
    summary: "Check that the server is ready for traffic",
    description: "Checks what it depends on, such as the database and the workers.",
    scope: "open",
    unlimited: true,
    responses: {
      200: jsonContent(healthSchema, "Ready"),
      503: jsonContent(healthSchema, "Not ready; `checks` says what failed"),
    },
    handle: async () => {
      const checks = await Promise.all(
        Object.entries(api.services.readiness).map(async ([name, check]) => [name, await works(check)] as const),
      )
      return healthOf(Object.fromEntries(checks))
    },
  })

  routes.get("/metrics", {
    operationId: "metrics",
    summary: "Get metrics for Prometheus",
    description:
      "Requests, open streams, discussions, turns and tokens of this process. They cover all organisations, so an admin key of the local one is needed.",
    scope: "admin",
    responses: { 200: { description: "The metrics", content: { "text/plain": { schema: z.string() } } } },
    handle: async ({ access }) => {
      if (access.organisationId !== localOrganisationId) {
        throw new HttpError("FORBIDDEN", "metrics cover all organisations; use an admin key of the local organisation")
      }
      return new Response(await metrics.render(), { headers: { "content-type": metrics.contentType } })
    },
  })
}

/** Describes the endpoints that exist when it is first requested. */
export function openApiRoutes(api: Api): void {
  const routes = api.routes("Operations")
  let document: ReturnType<typeof openApiDocument> | undefined
  const getDocument = () => {
    document ??= openApiDocument(api.operations)
    return document
  }

  routes.get("/openapi.json", {
    operationId: "openapi",
    summary: "Get this description",
    description: "Every call as an OpenAPI 3.1 document.",
    scope: "open",
    responses: { 200: jsonContent(z.object({ openapi: z.string() }), "The document") },
    handle: async () => Response.json(await getDocument()),
  })

  routes.get("/docs", {
    operationId: "docs",
    summary: "Read the API reference",
    description: "Every call as a web page.",
    scope: "open",
    responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } } },
    handle: async () => new Response(String(await writeDocs(await getDocument())), { headers: htmlPageHeaders }),
  })
}

/** Who asks mostly waits for a second. */
const patienceMs = 900

function works(check: () => Promise<unknown>): Promise<boolean> {
  const passed = check().then(
    () => true,
    () => false,
  )
  return Promise.race([passed, setTimeout(patienceMs, false, { ref: false })])
}

function healthOf(checks: Readonly<Record<string, boolean>>): Response {
  const isWell = Object.values(checks).every(Boolean)
  const named = Object.entries(checks).map(([name, passes]) => [name, passes ? "ok" : "failed"])
  const body = { status: isWell ? "ok" : "unavailable", checks: Object.fromEntries(named) }
  return Response.json(body, { status: isWell ? 200 : 503 })
}
