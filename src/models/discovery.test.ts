import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { findProvider } from "@pydantic/genai-prices"
import { afterEach, describe, expect, test } from "vitest"
import { type DiscoverOptions, discover } from "./discovery.ts"
import { findProvider as findOurs, providerModels, providerNames } from "./providers/index.ts"

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json =
  (value: unknown): RequestListener =>
  (_, response) =>
    void response.end(JSON.stringify(value))

/** An address where no server listens any more. */
async function deadAddress(): Promise<string> {
  const address = await startServer(() => {})
  const server = servers.pop()!
  await new Promise((resolve) => server.close(resolve))
  return address
}

type Settings = Partial<DiscoverOptions["settings"]>

async function discovered(given: Settings, timeoutMs = 2_000) {
  const nobody = { baseUrl: await deadAddress() }
  const nothing = Object.fromEntries(providerNames.map((name) => [name, {}])) as DiscoverOptions["settings"]
  const settings = { ...nothing, ollama: nobody, ...given }
  const known = providerModels(settings)
  const result = await discover({ settings, models: { find: (name) => known.find(name)! }, timeoutMs })
  return {
    ...result,
    provider: (name: string) => result.providers.find((one) => one.name === name)!,
    ofProvider: (name: string) => result.models.filter((model) => model.provider === name),
  }
}

describe("discovery", () => {
  test("names the variable for each missing key, and always lists rehearsal models [models.discovery]", async () => {
    const { provider, ofProvider, models } = await discovered({})
    expect(provider("openai")).toEqual({
      name: "openai",
      title: "OpenAI",
      local: false,
      ready: false,
      missing: "set OPENAI_API_KEY",
      variable: "OPENAI_API_KEY",
    })
    expect(provider("anthropic").missing).toBe("set ANTHROPIC_API_KEY")
    expect(provider("google").missing).toBe("set GOOGLE_GENERATIVE_AI_API_KEY")
    expect(provider("openrouter").missing).toBe("set OPENROUTER_API_KEY")
    expect(provider("azure").missing).toBe("set AZURE_API_KEY")
    expect(provider("compatible").missing).toBe("set COMPATIBLE_BASE_URL")
    expect(provider("ollama")).toMatchObject({
      ready: false,
      problem: expect.stringMatching(/^no server answers at 127\.0\.0\.1:\d+; start Ollama or set OLLAMA_HOST$/),
    })
    expect(ofProvider("rehearsal").length).toBeGreaterThan(3)
    expect(models.every((model) => model.rehearsal)).toBe(true)
  })

  test("suggests models of providers with a key, and does not show the key [models.discovery] [models.keys]", async () => {
    const { provider, ofProvider, ...rest } = await discovered({ openai: { apiKey: "sk-canary" } })
    expect(provider("openai")).toEqual({ name: "openai", title: "OpenAI", local: false, ready: true })
    expect(ofProvider("openai")).toContainEqual(
      expect.objectContaining({ id: "openai/gpt-5.5", suggested: true, structured: true, contextTokens: 1_000_000 }),
    )
    expect(ofProvider("openai").every(({ price }) => price!.output > price!.input)).toBe(true)
    expect(JSON.stringify(rest)).not.toContain("canary")
  })

  test("suggests only models in the price table", () => {
    for (const provider of providerNames.filter((name) => !findOurs(name).local)) {
      const names = findOurs(provider).suggestions
      const known = findProvider({ providerId: provider })!.models
      for (const name of names) expect(known.find(({ id }) => id === name)).toMatchObject({ id: name })
    }
  })

  test("lists the models of Ollama, with their properties [models.discovery]", async () => {
    const baseUrl = await startServer((request, response) => {
      if (request.url === "/api/tags")
        return json({ models: [{ name: "qwen3:8b" }, { name: "odd" }] })(request, response)
      let body = ""
      request.on("data", (chunk) => {
        body += chunk
      })
      request.on("end", () => {
        if (JSON.parse(body).model === "odd") response.writeHead(500).end("<html>")
        else
          response.end(
            JSON.stringify({
              capabilities: ["completion", "thinking"],
              model_info: { "qwen3.context_length": 40_960 },
            }),
          )
      })
    })
    const { provider, ofProvider } = await discovered({ ollama: { baseUrl } })
    const local = { provider: "ollama", structured: true, price: { input: 0, output: 0 } }
    expect(provider("ollama")).toEqual({ name: "ollama", title: "Ollama", local: true, ready: true, baseUrl })
    expect(ofProvider("ollama")).toEqual([
      { id: "ollama/qwen3:8b", ...local, reasoning: true, contextTokens: 40_960 },
      { id: "ollama/odd", ...local },
    ])
  })

  test("lists the models of a compatible server, and sends it the key [models.discovery]", async () => {
    let sent: string | undefined
    const baseUrl = await startServer((request, response) => {
      sent = request.headers.authorization
      const listed = request.url === "/v1/models"
      json(listed ? { data: [{ id: "tiny", max_model_len: 4_096 }, { id: "bare" }] } : {})(request, response)
    })
    const { provider, ofProvider } = await discovered({ compatible: { baseUrl, apiKey: "canary" } })
    expect(sent).toBe("Bearer canary")
    expect(provider("compatible")).toMatchObject({ name: "compatible", ready: true, baseUrl: `${baseUrl}/v1` })
    expect(ofProvider("compatible")).toEqual([
      { id: "compatible/tiny", provider: "compatible", structured: false, contextTokens: 4_096 },
      { id: "compatible/bare", provider: "compatible", structured: false },
    ])
  })

  const bad: [string, RequestListener, RegExp][] = [
    ["hangs", () => {}, /no server answers at 127/],
    ["hangs in the middle", (_, response) => void response.write('{"data":['), /does not list models/],
    ["serves a page", (_, response) => void response.end("<html>canary</html>"), /does not list models/],
    ["refuses the key", (_, response) => void response.writeHead(401).end("bad key canary"), /refused the key/],
    ["fails", (_, response) => void response.writeHead(500).end("canary"), /did not list its models \(status 500\)/],
    ["redirects", (_, response) => void response.writeHead(302, { location: "http://x.invalid" }).end(), /no server/],
    ["hangs up", (request) => void request.socket.destroy(), /no server answers at 127/],
    ["lists something else", json({ data: [{ id: 7 }] }), /does not list models/],
    ["sends without end", (_, response) => void forever(response), /does not list models/],
  ]
  test.each(bad)(
    "a server that %s is reported as such, without affecting others [models.discovery] [models.keys]",
    async (_, answer, problem) => {
      const baseUrl = await startServer(answer)
      const { provider, models } = await discovered({ compatible: { baseUrl, apiKey: "canary" } }, 300)
      expect(provider("compatible")).toMatchObject({ ready: false, problem: expect.stringMatching(problem) })
      expect(JSON.stringify({ provider: provider("compatible"), models })).not.toContain("canary")
    },
  )

  test("shows a URL without its user, and reports an invalid one", async () => {
    const { provider, ...rest } = await discovered({
      compatible: { baseUrl: "http://me:canary@127.0.0.1:1/v1?key=canary" },
      ollama: { baseUrl: "http://[" },
    })
    expect(provider("compatible").baseUrl).toBe("http://127.0.0.1:1/v1")
    expect(JSON.stringify(rest)).not.toContain("canary")
    expect(provider("ollama")).toMatchObject({ ready: false, problem: expect.stringContaining("address") })
  })
})

function forever(response: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write("x".repeat(65_536))) {
      // until it has to wait
    }
  }
  response.on("drain", more)
  more()
}
