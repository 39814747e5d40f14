import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { forgetKey, saveKey } from "./api-key.ts"
import { followEvents } from "./follow-events.ts"

test("the key is sent in a header, never in the URL, and a refused key is not retried", async () => {
  saveKey("cnk_one", false)
  const sent: (string | undefined)[] = []
  const server = createServer(({ url, headers }, response) => {
    sent.push(url, headers.authorization)
    response.writeHead(401).end(JSON.stringify({ error: { code: "KEY_INVALID", message: "no such key" } }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const states: string[] = []
  await followEvents({
    path: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    signal: new AbortController().signal,
    decode: ({ data }) => data,
    onEvents: () => {},
    onState: (state, error) => void states.push(error ? `${state} ${error.apiCode}` : state),
  })
  expect(states).toEqual(["connecting", "refused", "refused KEY_INVALID"])
  expect(sent).toEqual(["/events", "Bearer cnk_one"])
  forgetKey()
  server.closeAllConnections()
  server.close()
})
