import { afterAll, beforeAll, expect, test } from "vitest"
import { cleanText } from "../../src/core/text.ts"
import type { Answer } from "../wire/answer.ts"
import type { WireRequest } from "../wire/exchange.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"
import { untrustedNames, untrustedTexts } from "./untrusted-corpus.ts"
import { openWatched } from "./untrusted-page.ts"

const texts = Object.values(untrustedTexts)
const short = texts.filter((text) => text.length < 400)
const model = "compatible/own-model"
const seatNames = untrustedNames.filter((name) => [...name].length <= 60).slice(0, 11)
/** Comments may not use the name of a model's seat. */
const author = `${seatNames[1]} too`
/** The server reads this when it starts, after the wire server. */
const env: Record<string, string> = {}
const points = short.map((text, index) => ({ text, seat: seatNames[0], citations: [{ turn: `t${index + 1}` }] }))
const record = {
  answer: short.slice(0, 10).join("\n\n"),
  why: points.slice(0, 5),
  dissent: points.slice(0, 10),
  unanswered: short.slice(0, 10),
  wouldChange: short.slice(10, 20),
  nextSteps: points.slice(20, 30).map(({ text, seat }) => ({ text, owner: seat })),
  agreedOn: points.slice(10, 20),
  contradictions: points.slice(20, 30),
  singlePoints: points.slice(0, 10),
  blindSpots: short.slice(20, 30),
}
let wire: WireServer
let said = 0

/** Each turn is the next text of the corpus, in large pieces; votes and records have one in every field. */
function answer({ body }: WireRequest): Answer {
  if (JSON.stringify(body).includes("You now write its decision record")) return JSON.stringify(record)
  const text = texts[said++ % texts.length]!
  if (!JSON.stringify(body).includes("[CONSENSUS_CHECK]")) return { text: text.match(/[\s\S]{1,1000}/g)! }
  const words = short[said % short.length]!
  const verdict = said > 6 ? "YES" : "NO"
  return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${verdict}\n[CONFIDENCE]\n90\n[REASONING]\n${words}\n[PROPOSED_SOLUTION]\n${words}`
}

beforeAll(async () => {
  wire = await startWireServer({ answer, models: ["own-model"] })
  env.COMPATIBLE_BASE_URL = wire.baseUrl("compatible")
})
afterAll(() => wire?.close())

const rig = pageRig({ env })

async function discussed(body: object, interjected: readonly string[] = []): Promise<string> {
  const { discussion } = await rig.call("POST", "/api/v1/discussions", { ...body, start: false })
  const path = `/api/v1/discussions/${discussion.id}`
  for (const content of interjected) {
    await rig.call("POST", `${path}/interjections`, { author, content })
  }
  await rig.call("POST", `${path}/begin`)
  await expect
    .poll(async () => (await rig.call("GET", `/api/v1/discussions/${discussion.id}`)).discussion.status, {
      timeout: 120_000,
      interval: 500,
    })
    .toMatch(/completed|failed/)
  return discussion.id
}

/** The untrusted text is visible on the page. */
const isShown = "document.body.innerText.includes('canary()')"

test.each([
  ["runs", "canary()"],
  ["would run", "document.body.append(Object.assign(document.createElement('a'), { href: 'javascript:canary()' }))"],
  [
    "would load",
    "document.body.append(Object.assign(document.createElement('img'), { src: 'https://evil.example/a' }))",
  ],
  ["opens a frame", "document.body.append(document.createElement('iframe'))"],
  ["reverses the text", "document.body.append(Object.assign(document.createElement('p'), { textContent: '\\u202e' }))"],
])("the watch detects content that %s", async (_, code) => {
  const { page, watch } = await openWatched(rig, "/settings", { mayComplain: [/./] })
  await watch.expectHarmless()
  await page.evaluate(`void (${code})`)
  await expect(watch.expectHarmless()).rejects.toThrow()
})

test("turns, topics, names, personas and comments run nothing and load nothing [web.untrusted]", async () => {
  said = 0
  const table = {
    format: "panel",
    topic: short.join("\n\n"),
    seats: seatNames.map((name, index) => ({ name, persona: short[index]!, model })),
    // A panel cuts turns at brackets and blank lines unless `stop` says otherwise.
    options: { rounds: 10, turnsPerRun: 0, stop: [] },
  }
  const id = await discussed(table, texts.slice(0, 20))
  const { turns, record: written } = (await rig.call("GET", `/api/v1/discussions/${id}`)).discussion
  expect(written.why.length).toBeGreaterThan(0)
  expect(turns.length).toBeGreaterThanOrEqual(texts.length)
  const heard = turns.map(({ content }: { content: string }) => content)
  for (const text of short.filter((one) => cleanText(one) === one)) expect(heard).toContain(text)

  const { page, watch } = await openWatched(rig, `/discussions/${id}`)
  await page.waitForFunction(isShown)
  await watch.expectHarmless()
  // Scroll through all of it, since a long transcript renders only its visible part.
  for (let at = 0; at <= 20; at++) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${at / 20})`)
    await watch.expectHarmless()
  }
  await page.goto(`${rig.url}/`)
  await page.locator("h1").waitFor({ state: "attached" })
  await watch.expectHarmless()
}, 280_000)

test("votes and outcomes run nothing and load nothing, on a phone too [web.untrusted]", async () => {
  said = 0
  const id = await discussed({
    format: "duet",
    topic: "Which of these is safe?",
    seats: [
      { name: seatNames[0], model },
      { name: seatNames[1], model },
    ],
    options: { rounds: 4 },
  })
  const { ballots } = (await rig.call("GET", `/api/v1/discussions/${id}`)).discussion
  expect(ballots.length).toBeGreaterThan(0)
  const { page, watch } = await openWatched(rig, `/discussions/${id}`, { width: 360, height: 740, theme: "dark" })
  await page.waitForFunction(isShown)
  for (let at = 0; at <= 10; at++) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${at / 10})`)
    await watch.expectHarmless()
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}, 200_000)

test("a one-megabyte line leaves the page usable [web.untrusted]", async () => {
  wire.script({ answer: { text: ["x".repeat(500_000), "[".repeat(500_000)] } })
  const seats = [{ name: "Ada", model }]
  const id = await discussed({ format: "panel", topic: "How long is long?", seats, options: { rounds: 1, stop: [] } })
  const { page, watch } = await openWatched(rig, `/discussions/${id}`)
  await watch.expectHarmless()
  await page.getByRole("link", { name: "Settings" }).click()
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
}, 200_000)

test("untrusted projects and agents run nothing and load nothing [web.untrusted]", async () => {
  const names = untrustedNames.map((name, index) => `${name.slice(0, 50)} ${index}`)
  for (const [index, name] of names.entries()) {
    const text = short[index]!
    const agent = { name, description: text, systemPrompt: texts[index]!, modelConfig: { model: "rehearsal/bold" } }
    const { agent: made } = await rig.call("POST", "/api/v1/agents", agent)
    const participants = [{ role: "specialist", agentId: made.id, sequenceOrder: 1 }]
    await rig.call("POST", "/api/v1/projects", { name, description: texts[index + 20]!, participants })
  }
  const { projects } = await rig.call("GET", "/api/v1/projects")
  const { page, watch } = await openWatched(rig, "/agents")
  for (const path of ["/agents", "/projects", `/projects/${projects[0].id}`, `/projects/${projects[3].id}`]) {
    await page.goto(`${rig.url}${path}`)
    await page.locator("h1").waitFor({ state: "attached" })
    await page.getByText("Loading…").waitFor({ state: "detached" })
    await watch.expectHarmless()
    await expectNoSidewaysScroll(page)
  }
}, 120_000)

test("untrusted model names run nothing and load nothing [web.untrusted]", async () => {
  const { page, watch } = await openWatched(rig, "/models")
  await page.locator("code", { hasText: model }).waitFor()
  await watch.expectHarmless()
})
