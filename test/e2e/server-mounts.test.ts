import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"
import * as route from "../../examples/mount-in-next/app/api/[...path]/route.ts"

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
