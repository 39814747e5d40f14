/** Mounts the HTTP API in your own Hono app: Conclave handles everything below /api. */
import assert from "node:assert/strict"
import { embeddedServices } from "conclave"
import { createServer } from "conclave/server"
import { Hono } from "hono"

const services = embeddedServices()
const conclave = createServer({ services })

const app = new Hono()
app.get("/", (context) => context.text("My own page"))
app.all("/api/*", (context) => conclave.fetch(context.req.raw))

// To listen: import { serve } from "@hono/node-server", then serve({ fetch: app.fetch, port: 4600 }).

const own = await app.request("/")
assert.equal(await own.text(), "My own page")

const started = await app.request("/api/v1/discussions", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ format: "duet", topic: "Should we mount it or run it beside?", seed: 42 }),
})
assert.equal(started.status, 201)
const { discussion } = (await started.json()) as { discussion: { id: string } }

const events = await app.request(`/api/v1/discussions/${discussion.id}/events`)
const names = [...(await events.text()).matchAll(/^event: (.+)$/gm)].map(([, name]) => name)
console.log([...new Set(names)].join("\n"))
assert.equal(names.at(-1), "discussion-completed")
services.close()
