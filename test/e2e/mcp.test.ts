import type { Client } from "@modelcontextprotocol/client"
import { describe, expect, test } from "vitest"
import { upperTokenEstimate } from "../../src/mcp/fit.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { callTool, eras, httpClient, mcpServer, stdioClient } from "./mcp-rig.ts"
import { steppedModel, until } from "./server-rig.ts"

const topic = "How should the village heat its school?"
const short = { topic, format: "hive", options: { rounds: 1 } }

describe.each(eras)("the official %s client", (era) => {
  const transports: Readonly<Record<string, () => Promise<Client>>> = {
    stdio: () => stdioClient(era),
    HTTP: async () => httpClient((await mcpServer()).url, era),
  }

  test.each(Object.keys(transports))(
    "discusses over %s, is notified of each speaker, and reads the record [agents.mcp]",
    async (by) => {
      const client = await transports[by]!()
      expect(client.getNegotiatedProtocolVersion()).toBe(era)
      const { tools } = await client.listTools()
      const names = ["discuss", "review", "get_discussion", "take_turn", "ask_squad", "answer_prompt", "list_tables"]
      expect(tools.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
      for (const { description, outputSchema } of tools) {
        expect(Buffer.byteLength(description!)).toBeLessThan(2_048)
        expect(outputSchema).toBeDefined()
      }
      const progress: string[] = []
      const onprogress = ({ message = "" }) => void progress.push(message)
      const result = await callTool(client, "discuss", short, { onprogress })
      expect(result).toMatchObject({ status: "completed", over: true, waitingFor: [], shortened: false })
      expect(result.rehearsal).toBe(true)
      expect(result.outcome).toMatchObject({ agreed: false, decidedBy: "chair", rounds: 1 })
      expect(result.outcome.sentence).toContain("not put to a vote")
      expect(progress[0]).toContain(result.id)
      expect(progress.join("\n")).toMatch(/Round 1: \w+ is speaking/)

      const page = await callTool(client, "get_discussion", { id: result.id, from_turn: 1 })
      expect(page.turns.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4])
      const { resources } = await client.listResources()
      expect(resources.map(({ uri }) => uri)).toContain(`conclave://discussions/${result.id}`)
      const record = await client.readResource({ uri: `conclave://discussions/${result.id}` })
      expect(JSON.parse((record.contents[0] as { text: string }).text).discussion.id).toBe(result.id)
      const transcript = await client.readResource({ uri: result.transcript })
      expect((transcript.contents[0] as { text: string }).text).toContain(topic)
      await expect(client.readResource({ uri: "conclave://discussions/nobody" })).rejects.toThrow(/not found/i)
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).toEqual(expect.arrayContaining(["hive", "duet", "review"]))
      const prompt = await client.getPrompt({ name: "duet", arguments: { topic: "Tabs or spaces?" } })
      expect(JSON.stringify(prompt.messages)).toContain("Tabs or spaces?")
    },
  )

  test.each(Object.keys(transports))("takes a seat over %s: speaks, votes and passes", async (by) => {
    const client = await transports[by]!()
    const seats = [
      { name: "Me", role: "divergent", kind: "external", briefing: "The roof leaks." },
      { role: "convergent" },
      { role: "critical" },
      { role: "queen" },
    ]
    const request = {
      topic,
      seats,
      choices: ["Wind", "Sun"],
      decision: { protocol: "plurality" },
      options: { rounds: 2 },
    }
    const started = await callTool(client, "discuss", request)
    expect(started).toMatchObject({ status: "waiting", waitingFor: [{ seat: "me", form: "text" }] })
    const forms: string[] = []
    let turn = await callTool(client, "take_turn", { id: started.id })
    expect(turn.prompt).toContain("The roof leaks.")
    while (turn.question) {
      const { form, example, mayPass } = turn.question
      forms.push(form)
      const content = mayPass && forms.length > 2 ? "[PASS]" : example
      turn = await callTool(client, "take_turn", { id: started.id, seat: "me", content })
    }
    expect(forms).toEqual(["text", "single", "text", "single"])
    const { outcome, status } = await callTool(client, "get_discussion", { id: started.id, wait: 20 })
    expect(status).toBe("completed")
    expect(["ballot", "agreement"]).toContain(outcome.decidedBy)
  })

  test("asks and answers the squad, and lists tables", async () => {
    const client = await stdioClient(era)
    const asked = await callTool(client, "ask_squad", {
      requester_agent: "planner",
      prompt_message: "May we drop Node 20?",
      required_responses: 1,
      wait: 0,
    })
    expect(asked).toMatchObject({ ready: false, status: "collecting", answers: [] })
    const open = await callTool(client, "answer_prompt", { agent_name: "reviewer" })
    expect(open.open).toEqual([{ prompt_id: asked.prompt_id, requester: "planner", message: "May we drop Node 20?" }])
    await callTool(client, "answer_prompt", { prompt_id: asked.prompt_id, agent_name: "reviewer", message: "Yes." })
    const done = await callTool(client, "ask_squad", { prompt_id: asked.prompt_id, wait: 20 })
    expect(done).toMatchObject({ ready: true, answers: [{ agent: "reviewer", message: "Yes." }] })
    const { tables, options } = await callTool(client, "list_tables", {})
    expect(tables.map(({ name }: { name: string }) => name)).toContain("review")
    expect(options).toContain("rounds")
  })

  test("reviews a diff at the review table", async () => {
    const client = await httpClient((await mcpServer()).url, era)
    const result = await callTool(client, "review", {
      text: "--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-1\n+2\n",
      focus: "types",
    })
    expect(result.status).toBe("completed")
    expect(["agreement", "limit"]).toContain(result.outcome.decidedBy)
    expect(["approve", "changes", "reject", "none"]).toContain(result.review.verdict)
    expect(result.review.findings).toEqual(expect.any(Array))
  })
})

describe.each(eras)("long calls of %s clients", (era) => {
  test("return a handle with the partial result, and the handle can be waited on", async () => {
    const model = steppedModel("test/slow", ["One ", "thing."])
    const server = await mcpServer({}, [model])
    const client = await httpClient(server.url, era)
    const seats = [{ model: "test/slow" }, { model: "test/slow" }]
    const request = { topic, format: "panel", seats, options: { rounds: 1 }, wait: 0 }
    const started = await callTool(client, "discuss", request)
    expect(started).toMatchObject({ over: false, outcome: null })
    expect(started.next).toContain(`get_discussion with id ${started.id}`)
    const waiting = callTool(client, "get_discussion", { id: started.id, wait: 45 })
    const stepping = setInterval(() => model.step(), 1)
    expect(await waiting).toMatchObject({ id: started.id, status: "completed" })
    clearInterval(stepping)
  })

  test("can be cancelled: the discussion stops and its turns are kept", async () => {
    const model = steppedModel("test/slow", ["One ", "thing."])
    const server = await mcpServer({}, [model])
    const client = await httpClient(server.url, era)
    const seats = [{ model: "test/slow" }, { model: "test/slow" }]
    const disconnect = new AbortController()
    const call = callTool(client, "discuss", { topic, format: "panel", seats }, { signal: disconnect.signal })
    const found = async () => {
      const { discussions } = (await server.call("GET", "/api/v1/discussions")).body
      return discussions[0] && (await server.call("GET", `/api/v1/discussions/${discussions[0].id}`)).body.discussion
    }
    await until(async () => {
      const discussion = await found()
      if (discussion?.turns.length === 1) return true
      model.step()
      return false
    })
    disconnect.abort()
    await expect(call).rejects.toThrow()
    await until(async () => (await found()).status === "aborted")
    expect((await found()).turns[0].content).toBe("One thing.")
  })

  test("with the same idempotency key start one discussion", async () => {
    const client = await httpClient((await mcpServer()).url, era)
    const call = () => callTool(client, "discuss", { ...short, idempotency_key: "once" })
    const [a, b] = [await call(), await call()]
    expect(a.id).toBe(b.id)
  })
})

describe.each(eras)("results for %s clients", (era) => {
  const words = "The old boiler must go before the winter, since it costs more each year. ".repeat(60)
  const talkative = scriptedModel({ id: "test/long", replies: [words] })

  test("stay under 8,000 tokens, with a finite number of pages", async () => {
    const client = await httpClient((await mcpServer({}, [talkative])).url, era)
    const seats = Array.from({ length: 4 }, () => ({ model: "test/long" }))
    const { id } = await callTool(client, "discuss", { topic, format: "panel", seats, options: { rounds: 3 } })
    const numbers: number[] = []
    for (let from: number | null = 1; from !== null; ) {
      const answer = await client.callTool({ name: "get_discussion", arguments: { id, from_turn: from } })
      expect(upperTokenEstimate(JSON.stringify(answer))).toBeLessThan(8_000)
      const page = answer.structuredContent as { turns: { number: number }[]; nextTurn: number | null }
      numbers.push(...page.turns.map(({ number }) => number))
      from = page.nextTurn
    }
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })

  test("respect the client's limit, even a small one", async () => {
    const client = await stdioClient(era, { env: { MAX_MCP_OUTPUT_TOKENS: "2000" } })
    const answer = await client.callTool({ name: "discuss", arguments: { ...short, topic: `${topic} ${words}` } })
    expect(upperTokenEstimate(JSON.stringify(answer))).toBeLessThan(2_000)
    expect(answer.structuredContent).toMatchObject({ status: "completed", shortened: true })
  })
})
