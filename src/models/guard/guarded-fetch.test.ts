import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, test, vi } from "vitest"
import { providerModels } from "../providers/index.ts"
import { checkPublicUrl, guardedFetch } from "./guarded-fetch.ts"
import { isPrivateAddress } from "./private-addresses.ts"

/** Names with the addresses of a hostile resolver; all others are resolved by the system. */
const names = vi.hoisted(() => new Map<string, () => readonly string[]>())

vi.mock("node:dns", async (original) => {
  const dns = await original<typeof import("node:dns")>()
  const lookup = (name: string, options: object, callback: (...given: unknown[]) => void) => {
    const addresses = names.get(name)?.()
    if (!addresses) return dns.lookup(name, options, callback)
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )
  }
  return { ...dns, lookup }
})

/** Stands for the public internet: another loopback address, which macOS does not have. */
const publicAddress = "127.0.0.2"
const hasPublicAddress = process.platform !== "darwin"

vi.mock("./private-addresses.ts", async (original) => {
  const real = await original<typeof import("./private-addresses.ts")>()
  return { isPrivateAddress: (address: string) => address !== "127.0.0.2" && real.isPrivateAddress(address) }
})

const servers: Server[] = []

afterEach(() => {
  names.clear()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function startServer(
  answer: RequestListener,
  address = "127.0.0.1",
): Promise<{ port: number; connections: () => number }> {
  const server = createServer(answer)
  let count = 0
  server.on("connection", () => count++)
  servers.push(server)
  await once(server.listen(0, address), "listening")
  return { port: (server.address() as AddressInfo).port, connections: () => count }
}

const guarded = guardedFetch({ allowPrivate: false })
const local = guardedFetch({ allowPrivate: true })
const refused = { code: "INPUT_INVALID", message: expect.stringContaining("private address") }

describe("private addresses", () => {
  test.each([
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "168.63.129.16"],
    ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.168.1.1", "198.18.0.1", "224.0.0.1"],
    ...["255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8"],
    ...["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1", "fc00::1", "fd00:ec2::254", "fe80::1"],
    ...["fe80::1%eth0", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "4000::1"],
    ...["", "localhost", "999.1.1.1"],
  ])("%s is", (address) => expect(isPrivateAddress(address)).toBe(true))

  test.each(["1.1.1.1", "8.8.8.8", "100.63.255.255", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "2a00:1450::1"])(
    "%s is not",
    (address) => expect(isPrivateAddress(address)).toBe(false),
  )
})

describe("an address for later requests", () => {
  test.each(["http://127.0.0.1/x", "http://[::1]/", "http://0x7f.1/", "http://localhost/x", "http://169.254.169.254/"])(
    "%s is refused",
    async (url) => {
      await expect(checkPublicUrl(url)).rejects.toMatchObject(refused)
    },
  )
  test.each(["https://93.184.215.14/x", "https://name.that.is.not.known.invalid/"])("%s is not", async (url) => {
    await checkPublicUrl(url)
  })
})

describe("a guarded fetch", () => {
  test.each([
    ...["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "0", "[::1]", "[::ffff:127.0.0.1]"],
    ...["[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]", "[64:ff9b::7f00:1]", "localhost", "127.0.0.1.", "①②⑦.⓪.⓪.①"],
  ])("makes no connection to http://%s", async (host) => {
    const { port, connections } = await startServer((_, response) => response.end("secret"))
    await expect(guarded(`http://${host}:${port}/`)).rejects.toMatchObject(refused)
    expect(connections()).toBe(0)
  })

  test("refuses a name that resolves to a private address, even among others; local mode does not", async () => {
    const { port, connections } = await startServer((_, response) => response.end("inside"))
    names.set("inside.test", () => ["127.0.0.1"])
    names.set("both.test", () => ["93.184.215.14", "127.0.0.1"])
    await expect(guarded(`http://inside.test:${port}/`)).rejects.toMatchObject(refused)
    await expect(guarded(`https://inside.test:${port}/`)).rejects.toMatchObject(refused)
    await expect(guarded(`http://both.test:${port}/`)).rejects.toMatchObject(refused)
    expect(connections()).toBe(0)
    expect(await (await local(`http://localhost:${port}/`)).text()).toBe("inside")
  })

  test.runIf(hasPublicAddress)("a name that changes its address is checked at each connection", async () => {
    const outside = await startServer(
      (_, response) => response.writeHead(200, { connection: "close" }).end("outside"),
      publicAddress,
    )
    const answers = [publicAddress, "127.0.0.1", publicAddress]
    names.set("rebinding.test", () => [answers.shift()!])
    const ask = () => guarded(`http://rebinding.test:${outside.port}/`)
    expect(await (await ask()).text()).toBe("outside")
    await expect(ask()).rejects.toMatchObject(refused)
    expect(await (await ask()).text()).toBe("outside")
  })

  test.runIf(hasPublicAddress)("a redirect is checked like any other address", async () => {
    const inside = await startServer((_, response) => response.end("inside"))
    const { port } = await startServer((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end()
    }, publicAddress)
    const url = `http://${publicAddress}:${port}/`
    expect((await guarded(url, { redirect: "manual" })).status).toBe(302)
    await expect(guarded(url)).rejects.toMatchObject(refused)
    expect(inside.connections()).toBe(0)
    expect(await (await local(url)).text()).toBe("inside")
  })

  test.each(["file:///etc/passwd", "data:text/plain,x", "ftp://1.1.1.1/", "nonsense", "http://user:pass@1.1.1.1/"])(
    "takes no %s",
    async (url) => {
      await expect(local(url)).rejects.toMatchObject({ code: "INPUT_INVALID" })
    },
  )

  test("supports the features of the platform's fetch: Request, streamed bodies both ways, abort", async () => {
    const closed = Promise.withResolvers<void>()
    const { port } = await startServer((request, response) => {
      if (request.url === "/endless") {
        response.write("begun")
        response.on("close", () => closed.resolve())
      } else request.pipe(response.writeHead(200, { "x-method": request.method, "content-type": "text/plain" }))
    })
    const body = new ReadableStream({
      start(controller) {
        for (const word of ["one ", "two"]) controller.enqueue(new TextEncoder().encode(word))
        controller.close()
      },
    })
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" }
    const echoed = await local(new Request(`http://127.0.0.1:${port}/`, init))
    expect(echoed).toBeInstanceOf(Response)
    expect([echoed.headers.get("x-method"), await echoed.text()]).toEqual(["POST", "one two"])
    const leaving = new AbortController()
    const endless = await local(`http://127.0.0.1:${port}/endless`, { signal: leaving.signal })
    const reader = endless.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("begun")
    leaving.abort()
    await expect(reader.read()).rejects.toThrow()
    await closed.promise
  })

  test("the provider packages stream through it, and report a refusal", async () => {
    const { port, connections } = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      const chunk = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
      response.end(
        `${chunk({ role: "assistant", content: "Hel" }, null)}${chunk({ content: "lo" }, null)}${chunk({}, "stop")}data: [DONE]\n\n`,
      )
    })
    const heard = async (fetch: typeof globalThis.fetch) => {
      const baseUrl = `http://127.0.0.1:${port}/v1`
      const model = providerModels({ compatible: { baseUrl, fetch } }).find("compatible/m")!
      const call = { prompt: { rules: "r", transcript: [], ask: "a" }, temperature: 0, maxTokens: 9, stop: [], seed: 1 }
      let text = ""
      for await (const part of model.stream(call as never, new AbortController().signal)) {
        if (part.type === "text") text += part.text
      }
      return text
    }
    expect(await heard(local)).toBe("Hello")
    await expect(heard(guarded)).rejects.toMatchObject(refused)
    expect(connections()).toBe(1)
  })
})
