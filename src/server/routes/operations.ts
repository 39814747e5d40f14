import { setTimeout } from "node:timers/promises"
import { z } from "zod"
import { lazy } from "../../core/lazy.ts"
import { requireLocal } from "../access/authorizer.ts"
import { type Api, jsonContent } from "../api.ts"
import type { Metrics } from "../metrics.ts"
import { openApiDocument } from "../openapi-document.ts"
import { htmlPageHeaders } from "../present/html-page.ts"
import { writeDocs } from "../present/write-docs.ts"
import { healthSchema } from "../schemas/responses.ts"

export function operationRoutes(api: Api, metrics: Metrics): void {
  const routes = api.routes("Operations")

  routes.get("/health", {
    operationId: "health",
    summary: "Check that the server is alive",
    description: "Also checks the database connection. A process whose check keeps failing should be restarted.",
    scope: "open",
    unlimited: true,
    responses: {
      200: jsonContent(healthSchema, "Running"),
      503: jsonContent(healthSchema, "The database does not respond"),
    },
    handle: async () => {
      const { database = async () => {} } = api.services.readiness
      return healthOf({ database: await works(database) })
    },
  })

  routes.get("/health/ready", {
    operationId: "ready",
    summary: "Check that the server is ready for traffic",
    description: "Checks all dependencies, such as the database and the workers.",
    scope: "open",
    unlimited: true,
    responses: {
      200: jsonContent(healthSchema, "Ready"),
      503: jsonContent(healthSchema, "Not ready; see `checks`"),
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
      "Requests, open streams, discussions, turns and tokens of this process. They cover all organisations, so they need an admin key of the local organisation.",
    scope: "admin",
    responses: { 200: { description: "The metrics", content: { "text/plain": { schema: z.string() } } } },
    handle: async ({ access }) => {
      requireLocal(access, "metrics cover all organisations; use an admin key of the local organisation")
      return new Response(await metrics.render(), { headers: { "content-type": metrics.contentType } })
    },
  })
}

/** The document is built on the first request, when all endpoints are registered. */
export function openApiRoutes(api: Api): void {
  const routes = api.routes("Operations")
  const getDocument = lazy(() => openApiDocument(api.operations))

  routes.get("/openapi.json", {
    operationId: "openapi",
    summary: "Get the OpenAPI document",
    description: "All calls as an OpenAPI 3.1 document.",
    scope: "open",
    responses: { 200: jsonContent(z.object({ openapi: z.string() }), "The document") },
    handle: getDocument,
  })

  routes.get("/docs", {
    operationId: "docs",
    summary: "Read the API reference",
    description: "All calls as a web page.",
    scope: "open",
    responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } } },
    handle: async () => new Response(String(await writeDocs(await getDocument())), { headers: htmlPageHeaders }),
  })
}

/** Probes usually time out after a second. */
const checkTimeoutMs = 900

function works(check: () => Promise<unknown>): Promise<boolean> {
  const passed = check().then(
    () => true,
    () => false,
  )
  return Promise.race([passed, setTimeout(checkTimeoutMs, false, { ref: false })])
}

function healthOf(checks: Readonly<Record<string, boolean>>): Response {
  const isHealthy = Object.values(checks).every(Boolean)
  const named = Object.entries(checks).map(([name, passes]) => [name, passes ? "ok" : "failed"])
  const body = { status: isHealthy ? "ok" : "unavailable", checks: Object.fromEntries(named) }
  return Response.json(body, { status: isHealthy ? 200 : 503 })
}
