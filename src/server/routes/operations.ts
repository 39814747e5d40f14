import { z } from "@hono/zod-openapi"
import { localOrganisation } from "../access.ts"
import type { Api } from "../api.ts"
import { HttpError } from "../http/http-error.ts"
import { answersJson } from "../http/responses.ts"
import type { Metrics } from "../metrics.ts"
import { healthSchema } from "../schemas/answers.ts"

const tag = "Operations"

export function operationRoutes(api: Api, metrics: Metrics): void {
  api.endpoint(
    {
      method: "get",
      path: "/health",
      operationId: "health",
      tag,
      summary: "Is the server of any use",
      description: "It is as long as it can reach its database. A process that cannot for long is worth a restart.",
      scope: "open",
      responses: {
        200: answersJson(healthSchema, "It is"),
        503: answersJson(healthSchema, "Its database does not answer"),
      },
    },
    async () => {
      const { database = async () => {} } = api.services.readiness
      return healthOf({ database: await works(database) })
    },
  )

  api.endpoint(
    {
      method: "get",
      path: "/health/ready",
      operationId: "ready",
      tag,
      summary: "Is the server ready for traffic",
      description: "Tries what it depends on, such as the database and the workers.",
      scope: "open",
      responses: {
        200: answersJson(healthSchema, "It is ready"),
        503: answersJson(healthSchema, "It is not; `checks` says what failed"),
      },
    },
    async () => {
      const checks = await Promise.all(
        Object.entries(api.services.readiness).map(async ([name, check]) => [name, await works(check)] as const),
      )
      return healthOf(Object.fromEntries(checks))
    },
  )

  api.endpoint(
    {
      method: "get",
      path: "/metrics",
      operationId: "metrics",
      tag,
      summary: "Figures for Prometheus",
      description:
        "Requests, open streams, discussions, turns and tokens of this process. They are of all organisations together, so they need a key of the local one.",
      scope: "admin",
      responses: { 200: { description: "The figures", content: { "text/plain": { schema: z.string() } } } },
    },
    ({ access }) => {
      if (access.organisationId !== localOrganisation) {
        throw new HttpError("FORBIDDEN", "these figures are of all organisations; they need a key of the local one")
      }
      return new Response(metrics.write(), { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } })
    },
  )
}

const patienceMs = 5_000

/** Whether a check passes, and soon. */
async function works(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const passed = check().then(
    () => true,
    () => false,
  )
  return Promise.race([passed, tooLate]).finally(() => clearTimeout(timer))
}

function healthOf(checks: Readonly<Record<string, boolean>>): Response {
  const isWell = Object.values(checks).every(Boolean)
  const named = Object.entries(checks).map(([name, passes]) => [name, passes ? "ok" : "failed"])
  const body = { status: isWell ? "ok" : "unavailable", checks: Object.fromEntries(named) }
  return Response.json(body, { status: isWell ? 200 : 503 })
}
