import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { conclave } from "conclave"
import { expect, onTestFinished, test } from "vitest"

interface ModelServer {
  readonly url: string
  /** The key and the model of every chat request. */
  readonly asked: { readonly key: string | undefined; readonly model: string }[]
}

/** An OpenAI-compatible server with one model, which replies with one sentence. */
async function modelServer(model: string): Promise<ModelServer> {
  const asked: { key: string | undefined; model: string }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    if (request.url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: model }] }))
    const body = JSON.parse(await text(request)) as { model: string }
    asked.push({ key: request.headers.authorization, model: body.model })
    response.setHeader("content-type", "text/event-stream")
    const said = { id: "1", choices: [{ index: 0, delta: { content: `I am ${model}.` }, finish_reason: "stop" }] }
    return response.end(`data: ${JSON.stringify(said)}\n\ndata: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}

test("models of two servers sit at one table, each called with its own key [models.named-servers]", async () => {
  const [lab, home] = await Promise.all([modelServer("small"), modelServer("large")])
  const env = { COMPATIBLE_LAB_BASE_URL: lab.url, COMPATIBLE_LAB_API_KEY: "k-lab", COMPATIBLE_HOME_API_KEY: "k-home" }
  const config = { providers: { compatible: { servers: { home: { base_url: home.url } } } } }
  const own = conclave({ env, config })
  const seats = [{ model: "compatible:lab/small" }, { model: "compatible:home/large" }]
  await own.discuss({ format: "duet", topic: "Tea?", seats, options: { rounds: 1, voteRetries: 0 } }).outcome
  expect(new Set(lab.asked.map(({ key, model }) => `${key} ${model}`))).toEqual(new Set(["Bearer k-lab small"]))
  expect(new Set(home.asked.map(({ key, model }) => `${key} ${model}`))).toEqual(new Set(["Bearer k-home large"]))
  const { models, providers } = await own.models()
  expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(["compatible:lab/small", "compatible:home/large"]))
  expect(providers.find(({ name }) => name === "compatible:lab")).toMatchObject({ ready: true, local: true })
  expect(() =>
    own.discuss({
      format: "duet",
      topic: "Tea?",
      seats: [{ model: "compatible:nobody/x" }, { model: "compatible:lab/small" }],
    }),
  ).toThrow(/COMPATIBLE_NOBODY_BASE_URL/)
})
