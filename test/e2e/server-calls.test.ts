import { describe, expect, test } from "vitest"
import { discussionResponseSchema } from "../../src/operations/discussion-answers.ts"
import { discussionPage } from "../../src/operations/discussion-list.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { errorSchema } from "../../src/server/http/http-error.ts"
import { eventPage } from "../../src/server/schemas/responses.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { rig, steppedModel, until } from "./server-rig.ts"

const discussions = "/api/v1/discussions"
const panel = { format: "panel", topic: "Plan the move", seats: [{ role: "user", name: "Kim" }, { name: "Ann" }] }

async function finished({ call }: ReturnType<typeof rig>, id: string): Promise<void> {
  await until(async () =>
    ["completed", "waiting"].includes((await call("GET", `${discussions}/${id}`)).body.discussion.status),
  )
}

describe("discussions over HTTP", () => {
  test.each(["panel", "hive", "assembly", "duet"])(
    "a %s is created, runs and can be fetched whole [http.discussions]",
    async (format) => {
      const own = rig()
      const created = await own.call("POST", discussions, { format, topic: "Tea or coffee?", seed: 3 })
      expect(created.status).toBe(201)
      const { id } = discussionResponseSchema.parse(created.body).discussion
      expect(created.headers.get("location")).toBe(`${discussions}/${id}`)
      await finished(own, id)
      const shown = await own.call("GET", `${discussions}/${id}`)
      const { discussion } = discussionResponseSchema.parse(shown.body)
      expect(shown.headers.get("etag")).toBe(`"${discussion.seq}"`)
      expect(discussion).toMatchObject({ id, format, status: "completed", phase: "completed", topic: "Tea or coffee?" })
      expect(discussion.turns.length).toBeGreaterThan(1)
      expect(discussion.outcome).not.toBeNull()
      expect(discussion.usage.total.completionTokens).toBeGreaterThan(0)
      expect(own.faults).toEqual([])
    },
  )

  test("a request names either a table or a format [http.discussions]", async () => {
    const own = rig()
    const created = await own.call("POST", discussions, { table: "hive", topic: "Tea or coffee?" })
    expect(created.body.discussion).toMatchObject({ format: "hive", topic: "Tea or coffee?" })
    for (const wrong of [{}, { table: "nobody's" }, { table: "hive", format: "duet" }]) {
      const refused = await own.call("POST", discussions, { ...wrong, topic: "Tea or coffee?" })
      expect(refused).toMatchObject({ status: 400, body: { error: { code: "INPUT_INVALID" } } })
    }
  })

  test("a request may use a bundled or an inline table, and its own values override the table's [formats.files]", async () => {
    const own = rig()
    const named = await own.call("POST", discussions, { table: "justice", options: { rounds: 1 }, seed: 2 })
    expect(named).toMatchObject({ status: 201, body: { discussion: { format: "justice", options: { rounds: 1 } } } })
    expect(named.body.discussion.decision.options).toHaveLength(4)
    expect(JSON.stringify(named.body)).not.toContain("In your own ranking")
    const table = { name: "mine", extends: "duet", rules: "Be brief.", seats: [{ name: "Ann" }, { name: "Bo" }] }
    const inline = await own.call("POST", discussions, {
      table,
      topic: "Tea?",
      seats: [{ name: "Bo" }, { name: "Cy" }],
    })
    expect(inline.body.discussion).toMatchObject({ format: "mine", seats: [{ name: "Bo" }, { name: "Cy" }] })
    await finished(own, named.body.discussion.id)
    await finished(own, inline.body.discussion.id)
    const refusals: readonly (readonly [object, string, RegExp])[] = [
      [{ table: "debat", topic: "x" }, "table", /did you mean "debate"/],
      [{ format: "debate", topic: "x" }, "format", /there is a table with this name/],
      [{ table: "debate" }, "topic", /is required/],
      [{ table: { ...table, stges: [] }, topic: "x" }, "table.stges", /did you mean "stages"/],
      [{ table: { ...table, stages: [{ kind: "shout" }] }, topic: "x" }, "table.stages[0].kind", /speak or ballot/],
      [
        { table: { ...table, closing: { kind: "synthesis", by: "nobody" } }, topic: "x" },
        "table.closing.by",
        /has the role/,
      ],
      [{ table: "../package", topic: "x" }, "table", /there is no table/],
    ]
    for (const [body, field, message] of refusals) {
      const { status, body: answer } = await own.call("POST", discussions, body)
      expect(status).toBe(400)
      const problems: readonly { field: string; message: string }[] = answer.error.details.problems
      expect(problems.find((problem) => problem.field === field)?.message).toMatch(message)
    }
    expect(own.faults).toEqual([])
  })

  test("tables are listed with their seats and stages, and their schema is public [formats.files]", async () => {
    const own = rig()
    const { body } = await own.call("GET", "/api/v1/tables/debate")
    expect(body.table).toMatchObject({
      name: "debate",
      description: expect.stringContaining("judge"),
      extends: "duet",
      seats: [{ name: "Pro", role: "pro" }, { name: "Con" }, { name: "Judge", kind: "model" }],
      stages: [{ kind: "speak" }, { kind: "ballot", rounds: { from: "last" } }],
      closing: { by: "judge" },
      decision: { options: ["For the motion", "Against the motion"] },
      options: { rounds: 3, protocol: "score" },
    })
    const shown = JSON.stringify((await own.call("GET", "/api/v1/tables")).body)
    expect(shown).not.toContain("In your own ranking")
    const schema = await own.call("GET", "/table.schema.json")
    expect(schema.headers.get("content-type")).toContain("application/schema+json")
    expect(JSON.parse(schema.body)).toMatchObject({ title: "Conclave table", properties: { stages: {} } })
  })

  test("no call returns what is private to a seat [http.discussions]", async () => {
    const own = rig()
    const seats = [
      { name: "Ann", briefing: "SECRET-BRIEFING", persona: "SECRET-PERSONA" },
      { name: "Bob", briefing: "SECRET-BRIEFING" },
    ]
    const created = await own.call("POST", discussions, { format: "duet", topic: "Who pays?", seats, seed: 1 })
    const { id } = created.body.discussion
    await finished(own, id)
    const answers = [
      created,
      await own.call("GET", discussions),
      await own.call("GET", `${discussions}/${id}`),
      await own.call("GET", `${discussions}/${id}/events`),
      await own.call("GET", `${discussions}/${id}/events?limit=1000`, undefined, { accept: "application/json" }),
      ...(await Promise.all(
        ["md", "json", "html"].map((as) => own.call("GET", `${discussions}/${id}/export?as=${as}`)),
      )),
    ]
    for (const { status, body } of answers) {
      expect(status).toBeLessThan(300)
      expect(JSON.stringify(body)).not.toContain("SECRET")
    }
  })

  test("start: false holds a discussion until it is started [http.discussions]", async () => {
    const own = rig()
    const held = await own.call("POST", discussions, { format: "duet", topic: "Later?", start: false, seed: 1 })
    expect(held.body.discussion.status).toBe("queued")
    const { id } = held.body.discussion
    const begun = await own.call("POST", `${discussions}/${id}/begin`)
    expect(begun.body.discussion.status).toBe("running")
    await finished(own, id)
    expect((await own.call("POST", `${discussions}/${id}/begin`)).body.discussion.status).toBe("completed")
  })

  test("the list is newest first, filtered and paged [http.discussions]", async () => {
    const own = rig()
    for (let index = 1; index <= 5; index++) {
      const format = index % 2 ? "duet" : "panel"
      await own.call("POST", discussions, { format, topic: `Topic ${index}`, start: false })
    }
    const topics = async (query: string) => {
      const { body } = await own.call("GET", `${discussions}?${query}`)
      return discussionPage.parse(body).discussions.map(({ topic }) => topic)
    }
    expect(await topics("")).toEqual(["Topic 5", "Topic 4", "Topic 3", "Topic 2", "Topic 1"])
    expect(await topics("format=panel")).toEqual(["Topic 4", "Topic 2"])
    expect(await topics("q=topic%203")).toEqual(["Topic 3"])
    expect(await topics("status=completed")).toEqual([])
    const first = await own.call("GET", `${discussions}?limit=2`)
    expect(await topics(`limit=2&cursor=${first.body.next}`)).toEqual(["Topic 3", "Topic 2"])
  })

  test("events are paged without gaps, and the last page is marked [events.gapless]", async () => {
    const own = rig()
    const { id } = (await own.call("POST", discussions, { format: "duet", topic: "Short?", seed: 2 })).body.discussion
    await finished(own, id)
    const seqs: number[] = []
    for (let next: number | null = 0; next !== null; ) {
      const { body } = await own.call("GET", `${discussions}/${id}/events?limit=7&after=${next}`, undefined, {
        accept: "application/json",
      })
      const page = eventPage.parse(body)
      seqs.push(...page.events.map(({ seq }) => seq))
      next = page.next
    }
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    expect(seqs.length).toBeGreaterThan(10)
  })

  test("the polling loop of the guide ends while a discussion runs, resumes there, and waits on request", async () => {
    const own = rig()
    const seats = [{ name: "Kim", kind: "human" }, { model: "rehearsal/bold" }]
    const request = { format: "panel", topic: "Short?", seats, options: { rounds: 1 }, seed: 2 }
    const { id } = (await own.call("POST", discussions, request)).body.discussion
    await own.call("GET", `${discussions}/${id}?wait=20`)
    const page = async (query: string) =>
      eventPage.parse(
        (await own.call("GET", `${discussions}/${id}/events?${query}`, undefined, { accept: "application/json" })).body,
      )
    const readAll = async (after: number) => {
      const types: string[] = []
      for (let from = after; ; ) {
        const { events, next, last, over } = await page(`limit=2&after=${from}`)
        types.push(...events.map(({ type }) => type))
        if (next === null) return { types, last, over }
        from = next
      }
    }
    const first = await readAll(0)
    expect(first.types.at(-1)).toBe("awaiting_input")
    expect(first.over).toBe(false)
    expect(await page(`after=${first.last}`)).toEqual({ events: [], next: null, last: first.last, over: false })
    const waiting = page(`after=${first.last}&wait=20`)
    await own.call("POST", `${discussions}/${id}/turns`, { content: "Yes." })
    expect((await waiting).events[0]?.type).toBe("turn_completed")
    await finished(own, id)
    expect(await readAll(first.last)).toMatchObject({ over: true })
  })

  test("exports are Markdown, JSON and a web page in which no turn's text is markup", async () => {
    const own = rig()
    const topic = '<script>alert(1)</script> & "quotes" <img src=x onerror=alert(1)>'
    const { id } = (await own.call("POST", discussions, { format: "duet", topic, seed: 2 })).body.discussion
    await finished(own, id)
    const page = await own.call("GET", `${discussions}/${id}/export?as=html`)
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(page.body).not.toMatch(/<script|<img/)
    expect(page.body).toContain("&lt;script&gt;")
    expect((await own.call("GET", `${discussions}/${id}/export?as=md`)).body).toMatch(/^# /)
    expect((await own.call("GET", `${discussions}/${id}/export?as=json`)).body.discussion.id).toBe(id)
  })
})

describe("steering over HTTP", () => {
  test("people take turns and comment, and each response is the discussion [http.steering]", async () => {
    const own = rig()
    const { id } = (await own.call("POST", discussions, panel)).body.discussion
    await finished(own, id)
    const word = await own.call("POST", `${discussions}/${id}/interjections`, {
      author: "Lee",
      content: "Mind the cost.",
    })
    expect(discussionResponseSchema.parse(word.body).discussion.interjections).toMatchObject([{ author: "Lee" }])
    const turn = await own.call("POST", `${discussions}/${id}/turns`, { seat: "Kim", content: "We have six weeks." })
    expect(turn.status).toBe(200)
    expect(turn.body.discussion.turns[0]).toMatchObject({ role: "kim", content: "We have six weeks." })
    const wrong = await own.call("POST", `${discussions}/${id}/turns`, { seat: "Ann", content: "I am not Ann." })
    expect(wrong.status).toBe(409)
  })

  test("pause, resume and abort are idempotent [http.steering]", async () => {
    const own = rig()
    const { id } = (await own.call("POST", discussions, panel)).body.discussion
    await finished(own, id)
    for (const [verb, status] of [
      ["pause", "paused"],
      ["resume", "waiting"],
      ["abort", "aborted"],
    ] as const) {
      const first = await own.call("POST", `${discussions}/${id}/${verb}`)
      const again = await own.call("POST", `${discussions}/${id}/${verb}`)
      expect([first.status, again.status]).toEqual([200, 200])
      expect(again.body.discussion).toMatchObject({ status, seq: first.body.discussion.seq })
    }
    expect((await own.call("POST", `${discussions}/${id}/pause`)).status).toBe(409)
  })

  test("If-Match prevents steering a discussion that has changed [http.steering]", async () => {
    const own = rig()
    const { id } = (await own.call("POST", discussions, panel)).body.discussion
    await finished(own, id)
    const etag = (await own.call("GET", `${discussions}/${id}`)).headers.get("etag")!
    const word = () =>
      own.call("POST", `${discussions}/${id}/interjections`, { author: "Lee", content: "Wait." }, { "if-match": etag })
    const both = await Promise.all([word(), word()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const odd = await own.call("POST", `${discussions}/${id}/pause`, undefined, { "if-match": "W/nonsense" })
    expect(odd.status).toBe(400)
    expect((await own.call("POST", `${discussions}/${id}/pause`, undefined, { "if-match": "*" })).status).toBe(200)
  })
})

describe("the duet call", () => {
  const model = { providerId: "test", modelId: "slow" }
  const duet = { prompt: "Tabs or spaces?", modelA: model, modelB: { ...model, displayName: "Bea" } }

  test("streams the duet to its end under the original field names [http.duet]", async () => {
    const own = rig()
    const rehearsal = { providerId: "rehearsal", modelId: "bold" }
    const { status, headers, body } = await own.call("POST", "/api/discussion", {
      prompt: "Tabs or spaces?",
      modelA: rehearsal,
      modelB: { providerId: "rehearsal", modelId: "curious", displayName: "Bea" },
      options: { rounds: 2 },
    })
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(headers.get("cache-control")).toContain("no-store")
    expect(headers.get("x-accel-buffering")).toBe("no")
    const names = [...body.matchAll(/^event: (.+)$/gm)].map(([, name]) => name)
    for (const name of [
      "discussion-started",
      "round-started",
      "turn-started",
      "turn-completed",
      "consensus-check-started",
      "consensus-vote",
      "consensus-result",
      "round-completed",
    ]) {
      expect(names).toContain(name)
    }
    expect(names.at(-1)).toBe("discussion-completed")
    expect(body).toContain('"role":"model-a"')
  })

  test("closing the connection aborts the duet unless it is detached [http.duet]", async () => {
    for (const [query, status] of [
      ["", "aborted"],
      ["?detach=true", "running"],
    ] as const) {
      const own = rig({}, [steppedModel("test/slow", ["Well…"])])
      const request = new Request(`http://localhost/api/discussion${query}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(duet),
      })
      const response = await own.server.fetch(request)
      const id = response.headers.get("location")!
      const reader = response.body!.getReader()
      await reader.read()
      await reader.cancel()
      await until(async () => (await own.call("GET", id)).body.discussion.status === status)
    }
  })

  test.each([
    [{}, "neither"],
    [[], "neither"],
    [{ topic: "x" }, "neither"],
    [{ ...duet, requester_agent: "a", prompt_message: "b" }, "both"],
  ])("%j is a 400 that names the problem [http.duet]", async (body, word) => {
    const answer = await rig().call("POST", "/api/discussion", body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(word)
  })

  test("the same key streams the same duet", async () => {
    const own = rig({}, [steppedModel("test/slow", ["Well…"])])
    const start = async (key: string) => {
      const request = new Request("http://localhost/api/discussion?detach=true", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(duet),
      })
      const response = await own.server.fetch(request)
      await response.body!.cancel()
      return response.headers.get("location")
    }
    expect(await start("one")).toBe(await start("one"))
    expect(await start("two")).not.toBe(await start("one"))
  })

  test("the duet runs while at least one client with its key is connected [http.duet]", async () => {
    const own = rig({}, [steppedModel("test/slow", ["Well…"])])
    const start = async () => {
      const headers = { "content-type": "application/json", "idempotency-key": "both" }
      const init = { method: "POST", headers, body: JSON.stringify(duet) }
      const { headers: answered, body } = await own.server.fetch(new Request("http://localhost/api/discussion", init))
      const reader = body!.getReader()
      await reader.read()
      return { path: answered.get("location")!, reader }
    }
    const [first, second] = [await start(), await start()]
    const status = async () => (await own.call("GET", first.path)).body.discussion.status
    await first.reader.cancel()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await status()).toBe("running")
    await second.reader.cancel()
    await until(async () => (await status()) === "aborted")
  })
})

describe("Idempotency-Key", () => {
  const body = { format: "duet", topic: "Once?", start: false }
  const key = { "idempotency-key": "k1" }

  test("the same key and body take effect once and return the same response [http.idempotency]", async () => {
    const own = rig()
    const first = await own.call("POST", discussions, body, key)
    const again = await own.call("POST", discussions, body, key)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect((await own.call("GET", discussions)).body.discussions).toHaveLength(1)
  })

  test("another body is a 422, and keys are separate for each call [http.idempotency]", async () => {
    const own = rig()
    const { id } = (await own.call("POST", discussions, body, key)).body.discussion
    const other = await own.call("POST", discussions, { ...body, topic: "Twice?" }, key)
    expect([other.status, other.body.error.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"])
    const word = { author: "Kim", content: "Hello" }
    const said = await own.call("POST", `${discussions}/${id}/interjections`, word, key)
    const repeated = await own.call("POST", `${discussions}/${id}/interjections`, word, key)
    expect(repeated.body.discussion.interjections).toHaveLength(1)
    expect(repeated.body).toEqual(said.body)
  })

  test("requests wait while the first with their key is in progress, and get its response [http.idempotency]", async () => {
    const { services } = rig()
    const inner = services.forOrganisation(localOrganisationId)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { store } = inner.engine
    let entered = 0
    const append: typeof store.append = async (...args) => {
      entered++
      await held
      return store.append(...args)
    }
    const slow = { ...inner, engine: { ...inner.engine, store: { ...store, append } } }
    const own = rig({ services: { ...services, forOrganisation: () => slow } })
    const all = Array.from({ length: 20 }, () => own.call("POST", discussions, body, key))
    await until(() => entered === 20)
    goOn()
    const answers = await Promise.all(all)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.discussion.id)).size).toBe(1)
    expect((await own.call("GET", discussions)).body.discussions).toHaveLength(1)
  })

  test("refusals are not stored: the corrected request may reuse the key", async () => {
    const own = rig()
    expect((await own.call("POST", discussions, { ...body, topic: "" }, key)).status).toBe(400)
    expect((await own.call("POST", discussions, body, key)).status).toBe(201)
  })

  test.each(["", " ", "ü", "a".repeat(256)])("%j is not a valid key", async (odd) => {
    const { status } = await rig().call("POST", discussions, body, { "idempotency-key": odd })
    expect(status).toBe(400)
  })
})

describe("refusals", () => {
  test.each([
    ["POST", discussions, { format: "duet", topic: "x", sets: [] }, 400, /sets: unknown field; did you mean "seats"/],
    ["POST", discussions, { format: "duett", topic: "x" }, 400, /did you mean "duet"/],
    [
      "POST",
      discussions,
      { format: "duet", topic: "x", seats: [{ model: "nobody/none" }, { model: "nobody/none" }] },
      422,
      /seats\[0\]\.model/,
    ],
    ["POST", discussions, '{"format":', 400, /not valid JSON/],
    ["POST", discussions, "[".repeat(100_000), 400, /nested/],
    ["POST", discussions, `"${"x".repeat(1_100_000)}"`, 413, /larger/],
    ["GET", `${discussions}?limit=0`, undefined, 400, /query\.limit/],
    ["GET", `${discussions}?statsu=running`, undefined, 400, /query\.statsu.*did you mean "status"/],
    ["GET", `${discussions}?q=%00`, undefined, 400, /NUL/],
    ["GET", `${discussions}/nobody`, undefined, 404, /no discussion/],
    ["GET", `${discussions}/nobody/events`, undefined, 404, /no discussion/],
    ["GET", `${discussions}/%E0%A4%A/events`, undefined, 404, /no discussion/],
    ["GET", `${discussions}/%00`, undefined, 400, /NUL/],
    ["POST", `${discussions}/nobody/pause`, undefined, 404, /no discussion/],
    ["GET", "/api/v1/nothing", undefined, 404, /unknown path/],
    ["DELETE", discussions, undefined, 405, /GET, HEAD, OPTIONS, POST/],
    ["PUT", `${discussions}/x/pause`, undefined, 405, /POST/],
  ])("%s %s %j is %i [http.errors]", async (method, path, body, status, message) => {
    const own = rig()
    const answer = await own.call(method, path, body)
    expect(answer.status).toBe(status)
    expect(errorSchema.parse(answer.body).error.message).toMatch(message)
    expect(own.faults).toEqual([])
  })

  test("a body that is not JSON is 415, and HEAD and OPTIONS are answered [http.errors]", async () => {
    const own = rig()
    const plain = await own.call("POST", discussions, "{}", { "content-type": "text/plain" })
    expect([plain.status, plain.body.error.code]).toEqual([415, "MEDIA_TYPE_UNSUPPORTED"])
    const options = await own.call("OPTIONS", discussions)
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"])
    expect((await own.call("HEAD", discussions)).status).toBe(200)
  })

  test("an internal error reveals nothing to the client and is reported to the operator [http.errors]", async () => {
    const { services } = rig()
    const own = rig({
      services: {
        ...services,
        forOrganisation: () => {
          throw new Error("postgres://user:password@host is down")
        },
      },
    })
    const answer = await own.call("GET", discussions)
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain("password")
    expect(own.faults).toHaveLength(1)
  })

  test("every response carries a request id and forbids sniffing", async () => {
    const own = rig()
    const given = await own.call("GET", "/health", undefined, { "x-request-id": "abc-1" })
    expect(given.headers.get("x-request-id")).toBe("abc-1")
    expect(given.headers.get("x-content-type-options")).toBe("nosniff")
    const odd = await own.call("GET", "/nothing", undefined, { "x-request-id": "<odd>" })
    expect(odd.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/)
  })

  test("a call's required scope is enforced [http.errors]", async () => {
    const own = rig({ authenticate: () => ({ organisationId: localOrganisationId, scope: "read" }) })
    expect((await own.call("GET", discussions)).status).toBe(200)
    expect((await own.call("POST", discussions, { format: "duet", topic: "x" })).status).toBe(403)
    expect((await own.call("GET", "/metrics")).status).toBe(403)
  })
})

describe("operations", () => {
  test("readiness names the failed check", async () => {
    const { services } = rig()
    const readiness = { database: async () => {}, workers: () => Promise.reject(new Error("none")) }
    const own = rig({ services: { ...services, readiness } })
    const { status, body } = await own.call("GET", "/health/ready")
    expect([status, body]).toEqual([503, { status: "unavailable", checks: { database: "ok", workers: "failed" } }])
    expect((await own.call("GET", "/health")).body).toEqual({ status: "ok", checks: { database: "ok" } })
    const away = rig({ services: { ...services, readiness: { database: () => Promise.reject(new Error("away")) } } })
    expect(await away.call("GET", "/health")).toMatchObject({ status: 503, body: { status: "unavailable" } })
  })

  test("metrics count requests by route, never by path", async () => {
    const own = rig()
    await own.call("GET", `${discussions}/made-up-by-a-client`)
    const { body } = await own.call("GET", "/metrics")
    expect(body).toContain('conclave_http_requests_total{route="/api/v1/discussions/:id",method="GET",status="404"} 1')
    expect(body).not.toContain("made-up")
    expect(body).toContain("conclave_open_streams 0")
  })
})

test("a repeated duet is sent in writes of 64 KB, unless one event is longer [events.slow-reader]", async () => {
  const long = (id: string) => scriptedModel({ id, replies: ({ view }) => (view.ask.kind === "vote" ? no : text) })
  const text = "word ".repeat(3_000)
  const no = "[CONSENSUS_CHECK]\nHAS_CONSENSUS: NO\n[CONFIDENCE]\n50\n[REASONING]\nnot yet"
  const { server } = rig({}, [long("test/a"), long("test/b")])
  const model = (modelId: string) => ({ providerId: "test", modelId })
  const options = { maxIterations: 10, maxTokensPerTurn: 8_000 }
  const body = JSON.stringify({ prompt: "Tabs?", modelA: model("a"), modelB: model("b"), options })
  const headers = { "content-type": "application/json", "idempotency-key": "long" }
  const post = () => server.fetch(new Request("http://localhost/api/discussion", { method: "POST", headers, body }))
  const whole = await (await post()).text()
  const writes: number[] = []
  for await (const bytes of (await post()).body!) writes.push(bytes.byteLength)
  expect(writes.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(300_000)
  expect(whole.length).toBeGreaterThan(300_000)
  expect(Math.max(...writes)).toBeLessThan(150_000)
})
