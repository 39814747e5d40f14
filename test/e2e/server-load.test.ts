import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { listen, rig, until } from "./server-rig.ts"

interface Figures {
  readonly errors: number
  readonly timeouts: number
  readonly non2xx: number
  readonly "2xx": number
}

/** The package has no types. */
const autocannon: (options: object) => Promise<Figures> = createRequire(import.meta.url)("autocannon")

test("read calls serve 200 concurrent connections without an error", async () => {
  const own = rig()
  const listening = await listen(own)
  const asked = { format: "duet", topic: "Under load", seed: 1 }
  const { id } = (await own.call("POST", "/api/v1/discussions", asked)).body.discussion
  const path = `/api/v1/discussions/${id}`
  await until(async () => (await own.call("GET", path)).body.discussion.status === "completed")
  const paths = [path, "/api/v1/discussions", `${path}/events`, `${path}/export?as=md`, "/health"]
  const result = await autocannon({
    url: listening.url,
    connections: 200,
    amount: 1000,
    requests: paths.map((one) => ({ path: one, method: "GET" })),
  })
  const { errors, timeouts, non2xx } = result
  expect({ errors, timeouts, non2xx, faults: own.faults }).toEqual({ errors: 0, timeouts: 0, non2xx: 0, faults: [] })
  expect(result["2xx"]).toBe(1000)
  await listening.close()
})
