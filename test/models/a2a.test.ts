import { afterEach, describe, expect, test } from "vitest"
import { a2aModels } from "../../src/models/a2a/index.ts"
import type { ModelCall, ModelPart } from "../../src/ports/model.ts"
import { closeServers, openAiServer, teaTable } from "../e2e/openai-server.ts"
import { type ScriptedAgent, scriptedAgent } from "../support/a2a-agent.ts"

const open: ScriptedAgent[] = []

afterEach(async () => {
  for (const agent of open.splice(0)) agent.close()
  await closeServers()
})

async function seated(...given: Parameters<typeof scriptedAgent>) {
  const agent = await scriptedAgent(...given)
  open.push(agent)
  return { agent, model: modelAt(agent.url) }
}

const env = { A2A_PLANNER_API_KEY: "secret" }

/** Uses a name from the configuration. */
function modelAt(url: string) {
  return a2aModels({ agents: { planner: { url } }, isLocal: false, env }).find("a2a/planner")!
}

const call = {
  prompt: { rules: "Topic: how should the village heat its school?", transcript: ["Bo: With gas."], ask: "Speak." },
} as unknown as ModelCall
const never = new AbortController().signal

async function read(parts: AsyncIterable<ModelPart>, onPart: (part: ModelPart) => void = () => {}) {
  const all: ModelPart[] = []
  for await (const part of parts) {
    all.push(part)
    onPart(part)
  }
  return { all, text: all.flatMap((part) => (part.type === "text" ? part.text : [])).join("") }
}

describe("an A2A agent as a model", () => {
  test.each([
    ["1.0", true],
    ["0.3", true],
    ["1.0", false],
    ["0.3", false],
  ] as const)(
    "of version %s, streaming %s, gets the prompt and its key, and replies [agent-tasks.seat]",
    async (version, streaming) => {
      const { agent, model } = await seated("speak", { version, streaming })
      const { all, text } = await read(model.stream(call, never))
      expect(text).toBe("Heat it with wood.")
      expect(all.at(-1)).toMatchObject({ type: "finish", reason: "stop", usage: { estimated: true } })
      if (streaming) {
        expect(all[0]).toEqual({ type: "reasoning", text: "Let me think.\n\n" })
        expect(all.filter(({ type }) => type === "text")).toHaveLength(2)
      }
      const prompt = "Topic: how should the village heat its school?\n\nBo: With gas.\n\nSpeak."
      expect(agent.asked).toEqual([{ text: prompt, key: "Bearer secret" }])
      expect(agent.cancelled).toEqual([])
    },
  )

  test("may reply with only a message [agent-tasks.seat]", async () => {
    const { model } = await seated("message")
    expect((await read(model.stream(call, never))).text).toBe("A plain message.")
  })

  test.each([
    ["ask", /asks for more input, which a seat cannot give: Which school\?/],
    ["fail", /ended the task as failed: The oven is broken\./],
    ["flood", /exceeds 4194304 characters/],
  ] as const)("that does not reply (%s) is an error with the reason [agent-tasks.seat]", async (behaviour, words) => {
    const { model } = await seated(behaviour)
    await expect(read(model.stream(call, never))).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
      message: expect.stringMatching(words),
    })
  })

  test("that hangs is cancelled with the turn [agent-tasks.seat]", async () => {
    const { agent, model } = await seated("hang")
    const turn = new AbortController()
    const reading = read(model.stream(call, turn.signal), () => turn.abort())
    await expect(reading).rejects.toMatchObject({ code: "ABORTED" })
    await expect.poll(() => agent.cancelled.length).toBe(1)
  })

  test("that is unreachable, or is not an agent, is reported; a temporary failure is retried [agent-tasks.seat]", async () => {
    await expect(read(modelAt("http://127.0.0.1:9").stream(call, never))).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
      recoverable: true,
    })
    const { url } = await openAiServer()
    await expect(read(modelAt(`${url}/api/v1`).stream(call, never))).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
    })
  })

  test("given by URL in a request is never called at a private address, or with another protocol [agent-tasks.seat]", async () => {
    const agent = await scriptedAgent("speak")
    open.push(agent)
    const models = a2aModels({ agents: {}, isLocal: false, env })
    const stream = models.find(`a2a/${agent.url}`)!.stream(call, never)
    await expect(read(stream)).rejects.toThrow(/local or private address/)
    expect(agent.asked).toEqual([])
    for (const address of ["file:///etc/passwd", "ftp://agent.example", "https://kim:secret@agent.example"])
      expect(() => models.find(`a2a/${address}`), address).toThrow(/http:\/\/ or https:\/\//)
    expect(models.find("a2a/nobody")).toBeUndefined()
    const local = a2aModels({ agents: {}, isLocal: true, env }).find(`a2a/${agent.url}`)!
    expect((await read(local.stream(call, never))).text).toBe("Heat it with wood.")
    expect(agent.asked[0]?.key).toBeUndefined()
  })

  test("whose card names another host gets no key there, and no private address is called [agent-tasks.seat]", async () => {
    const victim = await scriptedAgent("speak")
    open.push(victim)
    const { model } = await seated("speak", { elsewhere: `${victim.url.replace("127.0.0.1", "localhost")}/rpc` })
    await expect(read(model.stream(call, never))).rejects.toThrow(/local or private address/)
    expect(victim.asked).toEqual([])
  })

  test("takes a seat, and may be another Conclave, whose outcome is its turn [agent-tasks.seat]", async () => {
    const inner = await openAiServer()
    const agents = { inner: { url: inner.url } }
    const conclave = a2aModels({ agents, isLocal: false, env: {} }).find("a2a/inner")!
    const { all, text } = await read(conclave.stream(call, never))
    expect(all.some((part) => part.type === "reasoning" && part.text.includes("Round 1"))).toBe(true)
    expect(text).toMatch(/rehearsal/i)
    expect(text).not.toContain("Round 1 ·")
    const { model } = await seated("speak")
    const outer = await openAiServer([model, teaTable().model])
    const seats = [
      { name: "Ann", model: "a2a/planner" },
      { name: "Bo", model: "test/talker" },
    ]
    const request = { format: "panel", topic: "Heat the school?", seats, options: { rounds: 1 } }
    const { id } = (await outer.call("POST", "/api/v1/discussions", request)).body.discussion
    const { discussion } = (await outer.call("GET", `/api/v1/discussions/${id}?wait=20`)).body
    expect(discussion.turns[0].content).toBe("Heat it with wood.")
  })
})
