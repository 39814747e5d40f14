import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import * as route from "../../examples/mount-in-next/app/api/[...path]/route.ts"
import { embeddedServices } from "../../src/index.ts"
import { createServer } from "../../src/server/index.ts"

const root = join(import.meta.dirname, "../..")

test("the API mounts in another Hono app [library.fetch]", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["examples/mount-in-hono.ts"], {
    cwd: root,
    encoding: "utf8",
  })
  expect(stderr).toBe("")
  expect(status).toBe(0)
  expect(stdout).toContain("consensus-vote")
})

test("the API mounts in a Next-style route file [library.fetch]", async () => {
  const body = JSON.stringify({ format: "duet", topic: "In a route file?", seed: 1 })
  const headers = { "content-type": "application/json" }
  const url = "http://localhost:3000/api/v1/discussions"
  const created = await route.POST(new Request(url, { method: "POST", headers, body }))
  const { discussion } = (await created.json()) as { discussion: { id: string } }
  const events = await route.GET(new Request(`${url}/${discussion.id}/events`))
  expect(await events.text()).toMatch(/event: discussion-completed\n.*\nid: \d+\n\n$/)
})

describe("under a path of another app [library.fetch]", () => {
  const services = embeddedServices()
  const { fetch } = createServer({ services, basePath: "/conclave/", hosts: ["app.example"] })
  const call = (path: string, init?: RequestInit) => fetch(new Request(`https://app.example${path}`, init))

  test("every call works there, links include the path, and other paths are 404", async () => {
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ format: "duet", topic: "Below?", seed: 1 })
    const created = await call("/conclave/api/v1/discussions", { method: "POST", headers, body })
    const location = created.headers.get("location")
    expect([created.status, location]).toEqual([201, expect.stringMatching(/^\/conclave\/api\/v1\/discussions\//)])
    expect((await call(location!)).status).toBe(200)
    expect((await call("/api/v1/discussions")).status).toBe(404)
    expect((await call("/conclavery/health")).status).toBe(404)
    services.close()
  })

  test("an unknown host name is refused with the fix", async () => {
    const answer = await fetch(new Request("https://other.example/conclave/health"))
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain("add it to the server's `hosts`")
  })

  test("an invalid base path is refused", () => {
    expect(() => createServer({ services, basePath: "conclave" })).toThrow("basePath: must be a path such as /conclave")
  })
})
