import { type Message, Role, type StreamResponse, type Task, TaskState } from "@a2a-js/sdk"
import { type Client, ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from "@a2a-js/sdk/client"
import { afterEach, describe, expect, test, vi } from "vitest"
import { closeServers, collect, openAiServer, teaTable } from "./openai-server.ts"
import { rig, steppedModel, until } from "./server-rig.ts"

afterEach(closeServers)

const warnings = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")]

/** The official client for a protocol version; it reads the agent card itself. */
async function clientOf(url: string, version: "1.0" | "0.3" = "1.0"): Promise<Client> {
  const legacyCompat = { enabled: version === "0.3" }
  const isOld = version === "0.3"
  const fetchImpl: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!isOld || !String(input).endsWith("agent-card.json")) return response
    // Clients of version 0.3 do not know the newer field.
    const {
      supportedInterfaces: _,
      securityRequirements: __,
      ...card
    } = (await response.json()) as Record<string, unknown>
    return Response.json(card)
  }
  const transports = [new JsonRpcTransportFactory({ fetchImpl, legacyCompat })]
  const { DefaultAgentCardResolver } = await import("@a2a-js/sdk/client")
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl, legacyCompat })
  return new ClientFactory({ ...ClientFactoryOptions.default, transports, cardResolver }).createFromUrl(url)
}

let sent = 0
function message(text: string, conclave: object = {}, more: object = {}) {
  sent++
  return {
    tenant: "",
    metadata: undefined,
    configuration: undefined,
    message: {
      messageId: `m-${sent}`,
      contextId: "",
      taskId: "",
      role: Role.ROLE_USER,
      parts: [{ content: { $case: "text" as const, value: text }, metadata: undefined, filename: "", mediaType: "" }],
      metadata: { conclave },
      extensions: [],
      referenceTaskIds: [],
      ...more,
    },
  }
}

const answerOf = ({ artifacts }: Task) =>
  artifacts
    .find(({ artifactId }) => artifactId === "answer")
    ?.parts.map(({ content }) => content?.value)
    .join("")

const wordsOf = ({ parts }: Message) => parts.map(({ content }) => content?.value).join("")

/** What a client knows about a task: the history in the first event plus every later message. */
function textsIn(events: readonly StreamResponse[]): readonly string[] {
  return events.flatMap(({ payload }) => {
    if (payload?.$case === "task") return payload.value.history.map(wordsOf)
    const said = payload?.$case === "statusUpdate" ? payload.value.status : undefined
    return said?.message && said.state === TaskState.TASK_STATE_WORKING ? [wordsOf(said.message)] : []
  })
}

const stateOf = ({ payload }: StreamResponse) =>
  payload?.$case === "statusUpdate" || payload?.$case === "task" ? payload.value.status?.state : undefined

const withPerson = {
  table: "panel",
  seats: [
    { name: "Kim", kind: "human" },
    { name: "Bo", model: "test/talker" },
  ],
  options: { rounds: 1 },
}

describe.each(["1.0", "0.3"] as const)("the official A2A client, version %s", (version) => {
  test("reads the card, sends a message and gets the answer with its record [agent-tasks.task]", async () => {
    const { model, conclave } = teaTable()
    const { url } = await openAiServer([model])
    const client = await clientOf(url, version)
    const card = await client.getAgentCard()
    expect(card.skills.map(({ id }) => id)).toEqual(expect.arrayContaining(["hive", "duet", "review"]))
    const task = (await client.sendMessage(message("Tea or coffee?", conclave))) as Task
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(answerOf(task)).toContain("Tea, then.")
    expect(task.history.map(wordsOf).join("\n")).toMatch(/^Tea or coffee\?[\s\S]+Coffee is faster\./)
    expect(task.artifacts.find(({ artifactId }) => artifactId === "record")?.parts[0]?.content?.value).toMatchObject({
      outcome: { stoppingReason: "max_rounds" },
    })
    const again = await client.getTask({ tenant: "", id: task.id })
    expect(again).toEqual(task)
    expect(warnings.flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  test("streams the turns, then the artifacts and the final state [agent-tasks.stream]", async () => {
    const { model, conclave } = teaTable()
    const { url } = await openAiServer([model])
    const client = await clientOf(url, version)
    const events = await collect(client.sendMessageStream(message("Tea or coffee?", conclave)))
    expect(events[0]?.payload?.$case).toBe("task")
    const artifacts = events.flatMap(({ payload }) =>
      payload?.$case === "artifactUpdate" ? [payload.value.artifact?.artifactId] : [],
    )
    expect(artifacts).toEqual(["answer", "record"])
    const last = events.at(-1)?.payload
    expect(last?.$case === "statusUpdate" && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    const id = last?.$case === "statusUpdate" ? last.value.taskId : ""
    const { history } = await client.getTask({ tenant: "", id })
    expect(history.map(wordsOf)).toEqual(textsIn(events))
    expect((await client.getTask({ tenant: "", id, historyLength: 1 })).history).toEqual(history.slice(-1))
  })

  test("learns that a person's seat is awaited and answers with the task's id [agent-tasks.input-required]", async () => {
    const { url } = await openAiServer([teaTable().model])
    const client = await clientOf(url, version)
    const events = await collect(client.sendMessageStream(message("Tea or coffee?", withPerson)))
    const last = events.at(-1)!
    expect(stateOf(last)).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
    const { message: asked } = (last.payload!.value as Task).status!
    expect(asked!.parts[1]?.content?.value).toMatchObject({ name: "Kim", form: "text" })
    const answer = message("Cocoa, said Kim.", {}, { taskId: asked!.taskId })
    const task = (await client.sendMessage(answer)) as Task
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(task.history.map(wordsOf).join("\n")).toContain("Cocoa, said Kim.")
    await expect(client.sendMessage(message("More.", {}, { taskId: task.id }))).rejects.toThrow("the task has ended")
  })

  test("cancels a task and resubscribes while it runs, but not after it ended [agent-tasks.cancel]", async () => {
    const model = steppedModel("test/talker", ["One ", "two."])
    const { url, call } = await openAiServer([model])
    const client = await clientOf(url, version)
    const { conclave } = teaTable()
    const configuration = { returnImmediately: true, acceptedOutputModes: [], taskPushNotificationConfig: undefined }
    const begun = (await client.sendMessage({ ...message("Tea?", conclave), configuration })) as Task
    const received: StreamResponse[] = []
    const followed = (async () => {
      for await (const event of client.resubscribeTask({ tenant: "", id: begun.id })) received.push(event)
    })()
    await until(() => received.length > 0)
    await until(() => model.step() && textsIn(received).length > 1)
    const stopped = await client.cancelTask({ tenant: "", id: begun.id, metadata: undefined })
    expect(stopped.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
    await followed
    expect(stateOf(received.at(-1)!)).toBe(TaskState.TASK_STATE_CANCELED)
    expect(stopped.history.map(wordsOf).slice(0, 2)).toEqual(["Tea?", "**Round 1 · Ann**\n\nOne two."])
    expect(textsIn(received).slice(0, 2)).toEqual(["Tea?", "**Round 1 · Ann**\n\nOne two."])
    expect((await call("GET", `/api/v1/discussions/${begun.id}`)).body.discussion.turns[0].content).toBe("One two.")
    await expect(client.cancelTask({ tenant: "", id: begun.id, metadata: undefined })).rejects.toThrow("ended")
    await expect(collect(client.resubscribeTask({ tenant: "", id: begun.id }))).rejects.toThrow("ended")
    await expect(client.getTask({ tenant: "", id: "nobody" })).rejects.toThrow("nobody")
  })
})

test("a browser that opens the endpoint gets an error, not the page", async () => {
  const page = new Map([["/index.html", { type: "text/html", bytes: new Uint8Array() }]])
  const { status, body } = await rig({ page }).call("GET", "/a2a", undefined, { accept: "text/html" })
  expect([status, body.error.message]).toEqual([405, expect.stringContaining("POST")])
})

describe("a misbehaving client", () => {
  const rpc = (method: string, params: unknown, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params })
  const send = (parts: unknown, more: object = {}) =>
    rpc("SendMessage", { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts, ...more } })

  test.each([
    ["an unknown method", rpc("Dance", {}), -32601, /no method "Dance"/],
    ["no id", { jsonrpc: "2.0", method: "GetTask" }, -32600, /JSON-RPC 2.0 request/],
    ["a batch", [rpc("GetTask", { id: "x" })], -32600, /JSON-RPC 2.0 request/],
    ["no message", rpc("SendMessage", {}), -32602, /params\.message/],
    ["no parts", send([]), -32602, /params\.message\.parts/],
    ["a file", send([{ url: "http://169.254.169.254/" }]), -32005, /files are not supported/],
    ["an unknown table", send([{ text: "Tea?" }], { metadata: { conclave: { table: "hiv" } } }), -32602, /"hive"/],
    ["an unknown field", send([{ text: "Tea?" }], { metadata: { conclave: { seets: [] } } }), -32602, /seets/],
    ["an unknown model", send([{ text: "T" }], { metadata: { conclave: { models: ["x/y"] } } }), -32602, /x\/y/],
    ["no words", send([{ text: " " }]), -32602, /message\.parts/],
    ["an unknown task", rpc("GetTask", { id: "x" }), -32001, /x/],
    ["an odd context", send([{ text: "Tea?" }], { contextId: "mine" }), -32602, /contextId.*UUID/],
  ])("that sends %s gets an error with the field and the fix [agent-tasks.refused]", async (_, body, code, words) => {
    const { call, faults } = await openAiServer()
    const answer = await call("POST", "/a2a", body)
    expect(answer.status).toBe(200)
    expect(answer.body.error).toMatchObject({ code, message: expect.stringMatching(words) })
    expect(faults).toEqual([])
    expect((await call("GET", "/api/v1/discussions")).body.discussions).toEqual([])
  })

  test("is refused when its body is too large or not JSON, its origin foreign or its version unknown [agent-tasks.refused]", async () => {
    const { call } = await openAiServer()
    const large = await call("POST", "/a2a", send([{ text: "x".repeat(5_000_000) }]))
    expect(large).toMatchObject({ status: 413, body: { jsonrpc: "2.0", error: { code: -32600 } } })
    expect(await call("POST", "/a2a", "{")).toMatchObject({ status: 400, body: { error: { code: -32700 } } })
    const foreign = await call("POST", "/a2a", rpc("GetTask", { id: "x" }), { origin: "https://evil.example" })
    expect(foreign.status).toBe(403)
    const future = await call("POST", "/a2a", rpc("GetTask", { id: "x" }), { "a2a-version": "2.0" })
    expect(future.body.error).toMatchObject({ code: -32009, message: expect.stringContaining("1.0 or 0.3") })
  })

  test("gets one task for a message sent twice; a different message with the same id is refused [agent-tasks.once]", async () => {
    const { model, conclave } = teaTable()
    const { call } = await openAiServer([model])
    const message = { messageId: "same", role: "ROLE_USER", parts: [{ text: "Tea?" }], metadata: { conclave } }
    const [first, second] = await Promise.all([
      call("POST", "/a2a", rpc("SendMessage", { message }, 1)),
      call("POST", "/a2a", rpc("SendMessage", { message }, 2)),
    ])
    expect(second.body).toMatchObject({ id: 2, result: { task: { id: first.body.result.task.id } } })
    const other = await call(
      "POST",
      "/a2a",
      rpc("SendMessage", { message: { ...message, parts: [{ text: "Milk?" }] } }),
    )
    expect(other.body.error).toMatchObject({ code: -32602 })
  })

  test("that disconnects before the answer leaves nothing running [agent-tasks.disconnect]", async () => {
    const model = steppedModel("test/talker", ["One ", "two."])
    const { url, call } = await openAiServer([model])
    const disconnect = new AbortController()
    const message = {
      messageId: "m",
      role: "ROLE_USER",
      parts: [{ text: "Tea?" }],
      metadata: { conclave: teaTable().conclave },
    }
    const body = JSON.stringify(rpc("SendMessage", { message }))
    const headers = { "content-type": "application/json" }
    const gone = fetch(`${url}/a2a`, { method: "POST", headers, body, signal: disconnect.signal }).catch(() => "gone")
    await until(() => model.step())
    disconnect.abort()
    expect(await gone).toBe("gone")
    const status = async () => (await call("GET", "/api/v1/discussions")).body.discussions[0].status
    await expect.poll(status).toBe("aborted")
  })

  test("that sends a message again before it disconnects still gets the answer [agent-tasks.once]", async () => {
    const model = steppedModel("test/talker", ["Drink tea."])
    const { server, call } = rig({}, [model])
    const { conclave } = teaTable()
    const message = { messageId: "again", role: "ROLE_USER", parts: [{ text: "Tea?" }], metadata: { conclave } }
    const ask = (signal?: AbortSignal) => {
      const body = JSON.stringify(rpc("SendMessage", { message }))
      const init = { method: "POST", headers: { "content-type": "application/json" }, body, ...(signal && { signal }) }
      return server.fetch(new Request("http://localhost/a2a", init))
    }
    const disconnect = new AbortController()
    const first = ask(disconnect.signal)
    await until(() => model.step())
    const second = ask()
    let answered = false
    second.then(() => {
      answered = true
    })
    // Handled after the second message, so that one waits for the task by now.
    for (let times = 0; times < 10; times++) await call("GET", "/api/v1/discussions")
    disconnect.abort()
    await first
    await until(() => {
      model.step()
      return answered
    })
    const { result } = (await (await second).json()) as { result: { task: { status: { state: string } } } }
    expect(result.task.status.state).toBe("TASK_STATE_COMPLETED")
  })

  test("with a read-only key can get tasks but not send messages [agent-tasks.keys]", async () => {
    const { server } = rig({ authenticate: () => ({ organisationId: "o", scope: "read" }) })
    const ask = async (body: unknown) => {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      const response = await server.fetch(new Request("http://localhost/a2a", init))
      return { status: response.status, body: (await response.json()) as { error: { code: number } } }
    }
    expect(await ask(send([{ text: "Tea?" }]))).toMatchObject({ status: 403, body: { error: { code: -32600 } } })
    expect(await ask(rpc("GetTask", { id: "x" }))).toMatchObject({ status: 200, body: { error: { code: -32001 } } })
    const card = await (await server.fetch(new Request("http://localhost/.well-known/agent-card.json"))).json()
    expect(card).toMatchObject({ securityRequirements: [{ schemes: { key: { list: [] } } }] })
  })
})

test("a server without free streams answers with a JSON-RPC error and starts no discussion [agent-tasks.refused]", async () => {
  const { call } = rig({ limits: { addressStreams: 0 } })
  const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "Tea?" }] }
  const full = await call("POST", "/a2a", {
    jsonrpc: "2.0",
    id: 1,
    method: "SendStreamingMessage",
    params: { message },
  })
  expect(full).toMatchObject({
    status: 429,
    body: { jsonrpc: "2.0", error: { message: expect.stringContaining("limit") } },
  })
  expect((await call("GET", "/api/v1/discussions")).body.discussions).toEqual([])
})
