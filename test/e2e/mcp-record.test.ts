import { describe, expect, test } from "vitest"
import { upperTokenEstimate } from "../../src/mcp/fit.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { callTool, eras, httpClient, mcpServer } from "./mcp-rig.ts"

const said = "The old boiler must go before the winter, since it costs more each year. ".repeat(6)
const point = (index: number) => ({
  text: `Point ${index}: ${"the boiler costs more each year and nobody repairs it. ".repeat(12)}`,
  citations: [{ turn: "t1", quote: "The old boiler must go before the winter" }],
})
const points = (count: number) => Array.from({ length: count }, (_, index) => point(index + 1))
const draft = {
  answer: "Replace the boiler before the winter.",
  why: points(5),
  dissent: [],
  unanswered: ["Who pays?"],
  wouldChange: ["A cheaper repair."],
  nextSteps: [{ text: "Ask for two offers.", owner: "Ann" }],
  agreedOn: points(10),
  contradictions: points(10),
  singlePoints: [],
  blindSpots: ["The roof."],
}
const recorder = scriptedModel({
  id: "test/recorder",
  replies: ({ view }) => (view.ask.kind === "record" ? JSON.stringify(draft) : said),
})
const seats = ["Ann", "Bo"].map((name) => ({ name, model: "test/recorder" }))
const panel = { topic: "How shall we heat the school?", format: "panel", seats, options: { rounds: 1 } }

type RecordLists = Record<string, unknown>
const listsOf = (record: RecordLists) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => Array.isArray(value))) as Record<string, unknown[]>

describe.each(eras)("the decision record for clients of %s", (era) => {
  test("is the tool's structured content, matches the output schema, and is available whole as a resource", async () => {
    const server = await mcpServer({}, [recorder])
    const client = await httpClient(server.url, era)
    await client.listTools() // from now on the client checks answers against the tools' output schemas
    const result = await callTool(client, "discuss", panel)
    expect(result.record).toMatchObject({ answer: draft.answer, writtenBy: { seat: "ann", modelId: "test/recorder" } })
    expect(result.record.why[0].citations).toEqual([
      { turn: "t1", seat: "ann", quote: "The old boiler must go before the winter" },
    ])
    const { body } = await server.call("GET", `/api/v1/discussions/${result.id}`)
    const resource = await client.readResource({ uri: result.recordResource })
    expect(JSON.parse((resource.contents[0] as { text: string }).text)).toEqual(body.discussion.record)
  })

  test("is paged under 8,000 tokens, and the pages add up to the whole record", async () => {
    const server = await mcpServer({}, [recorder])
    const client = await httpClient(server.url, era)
    const { id } = await callTool(client, "discuss", panel)
    const whole = (await server.call("GET", `/api/v1/discussions/${id}`)).body.discussion.record
    const found: Record<string, unknown[]> = {}
    let pages = 0
    for (let from: number | null = 1; from !== null; pages++) {
      const answer = await client.callTool({ name: "get_discussion", arguments: { id, from_item: from } })
      expect(upperTokenEstimate(JSON.stringify(answer))).toBeLessThan(8_000)
      const page = answer.structuredContent as { record: RecordLists; nextItem: number | null; shortened: boolean }
      expect(page.shortened).toBe(false)
      for (const [part, items] of Object.entries(listsOf(page.record))) found[part] = [...(found[part] ?? []), ...items]
      from = page.nextItem
    }
    expect(pages).toBeGreaterThan(1)
    expect(found).toEqual(listsOf(whole))
  })

  test("is null if none was requested, and the turns come without it", async () => {
    const server = await mcpServer({}, [recorder])
    const client = await httpClient(server.url, era)
    const without = await callTool(client, "discuss", { ...panel, record: false })
    expect(without).toMatchObject({ status: "completed", record: null, nextItem: null })
    expect(without).not.toHaveProperty("recordResource")
    const missing = client.readResource({ uri: `conclave://discussions/${without.id}/record` })
    await expect(missing).rejects.toThrow(/not found/i)
    const { id } = await callTool(client, "discuss", panel)
    const page = await callTool(client, "get_discussion", { id, from_turn: 1 })
    expect(page).not.toHaveProperty("record")
    expect(page.turns).toHaveLength(2)
  })
})

test("a record fits a small client limit: texts are shortened, quotations never", async () => {
  const server = await mcpServer({}, [recorder], { maxOutputTokens: 1_200 })
  const client = await httpClient(server.url, "2026-07-28")
  const { id } = await callTool(client, "discuss", panel)
  const quotes = new Set<string>()
  let items = 0
  for (let from: number | null = 1; from !== null; ) {
    const answer = await client.callTool({ name: "get_discussion", arguments: { id, from_item: from } })
    expect(upperTokenEstimate(JSON.stringify(answer))).toBeLessThan(1_200)
    const page = answer.structuredContent as { record: RecordLists; nextItem: number | null }
    for (const list of Object.values(listsOf(page.record)) as { citations?: { quote?: string }[] }[][]) {
      items += list.length
      for (const { citations = [] } of list)
        for (const { quote } of citations) if (quote !== undefined) quotes.add(quote)
    }
    from = page.nextItem
  }
  expect(items).toBe(29)
  expect([...quotes].every((quote) => said.includes(quote))).toBe(true)
})

test("a baseline and a result by schema can be requested and come with the outcome", async () => {
  const chooser = scriptedModel({
    id: "test/chooser",
    replies: ({ view }) =>
      view.ask.kind === "result"
        ? '{"pick":"Sea"}'
        : view.ask.kind === "turn"
          ? said
          : "[CHOICE]\nSea\n[CONFIDENCE]\n80",
  })
  const server = await mcpServer({}, [chooser])
  const client = await httpClient(server.url, eras[0])
  await client.listTools()
  const { outcome } = await callTool(client, "discuss", {
    ...{ topic: "Where to?", format: "panel", options: { rounds: 1 }, record: false },
    seats: ["Ann", "Bo"].map((name) => ({ name, model: "test/chooser" })),
    ...{ choices: ["Sea", "Land"], decision: { protocol: "plurality" }, baseline: true },
    result: { type: "object", properties: { pick: { type: "string" } }, required: ["pick"] },
  })
  expect(outcome.result).toEqual({ pick: "Sea" })
  expect(outcome.baseline).toMatch(
    /^Asked alone 4 times, Ann \(test\/chooser\) chose “Sea” in 4; the table chose “Sea”\./u,
  )
})
