import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parseConfig } from "../../src/main/config.ts"
import type { StorageLocation } from "../../src/main/open-storage.ts"
import { serve } from "../../src/main/serve.ts"
import { type KeyedServer, keyedServer, type Member } from "./keyed-server.ts"

let server: KeyedServer
let own: Member

beforeAll(async () => {
  server = await keyedServer()
  own = server.own
})

afterAll(() => server?.close())

describe("the server's address", () => {
  const serveAt = (host: string, location: StorageLocation, hosts: readonly string[] = []) =>
    serve({
      location,
      host,
      port: 0,
      config: parseConfig({ server: { hosts } }),
      env: {},
      workers: 0,
      paced: false,
      onError: () => {},
    })

  test("a server on a public address refuses to start without keys, and says how to create one [access.other-address]", async () => {
    for (const [host, hosts] of [
      ["0.0.0.0", []],
      ["127.0.0.1", ["table.example"]],
    ] as const) {
      const refused = { code: "INPUT_INVALID", message: expect.stringContaining("conclave keys create") }
      await expect(serveAt(host, { data: "memory" }, hosts)).rejects.toMatchObject(refused)
    }
  })

  test("with keys it starts there and requires one; on loopback no key is needed [access.loopback]", async () => {
    for (const [host, open] of [
      ["0.0.0.0", 401],
      ["127.0.0.1", 200],
    ] as const) {
      const serving = await serveAt(host, { url: server.databaseUrl })
      const ask = async (headers: Record<string, string>) =>
        (await fetch(`${serving.url}/api/v1/discussions`, { headers })).status
      expect([await ask({}), await ask({ "x-api-key": own.keys.read }), await ask({ "x-api-key": "wrong" })]).toEqual([
        ...[open, 200, 401],
      ])
      await serving.close(0)
    }
  })
})
