import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import pg from "pg"
import { expect, test } from "vitest"
import { databaseError, openingError, retryWhileUnavailable } from "./database-error.ts"

test("a server that accepts connections and never answers cannot be reached", async () => {
  const silent = createServer().listen(0, "127.0.0.1")
  await once(silent, "listening")
  const { port } = silent.address() as AddressInfo
  const client = new pg.Client({ host: "127.0.0.1", port, user: "any", connectionTimeoutMillis: 50 })
  const failure = await client.connect().catch((error: unknown) => databaseError(error))
  expect(failure).toMatchObject({ code: "DATABASE_UNAVAILABLE", recoverable: true })
  silent.close()
})

test("attempts that each wait for a silent server count towards the timeout of retries", async () => {
  let [now, attempts] = [0, 0]
  const work = async () => {
    attempts++
    now += 10_000
    throw Object.assign(new Error("timeout expired"), { code: "ETIMEDOUT" })
  }
  await expect(retryWhileUnavailable(work, () => now)).rejects.toThrow("timeout expired")
  expect(attempts).toBe(3)
})

test("a server without a free connection is reported as such", () => {
  const error = Object.assign(new Error("sorry, too many clients already"), { code: "53300" })
  expect(openingError(error, "postgres://ann@db:5433/conclave")).toMatchObject({
    code: "DATABASE_UNAVAILABLE",
    message: expect.stringMatching(/^the database at db:5433 .*too many clients already.* max_connections/),
  })
})
