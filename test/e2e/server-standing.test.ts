import { describe, expect, test } from "vitest"
import { protocolNames } from "../../src/core/protocols/index.ts"
import { ledgerResponse, recountsResponse } from "../../src/server/routes/analysis.ts"
import { type Rig, rig, until } from "./server-rig.ts"

async function held({ call }: Rig, decision: object | undefined): Promise<string> {
  const { status, body } = await call("POST", "/api/v1/discussions", {
    format: "hive",
    topic: "How should the village heat its school?",
    ...(decision && { decision }),
    seed: 5,
  })
  expect(status).toBe(201)
  const { id } = body.discussion
  await until(async () => (await call("GET", `/api/v1/discussions/${id}`)).body.discussion.status === "completed")
  return id
}

const options = ["Wind", "Sun", "Coal"]

describe("votes and positions over HTTP", () => {
  test("a recount under one or all protocols has the documented shape", async () => {
    const server = rig()
    const id = await held(server, { protocol: "borda", options })
    const all = await server.call("GET", `/api/v1/discussions/${id}/recount`)
    expect(all.status).toBe(200)
    const { recounts } = recountsResponse.parse(all.body)
    expect(recounts.map(({ protocol }) => protocol)).toEqual(protocolNames)
    const one = await server.call("GET", `/api/v1/discussions/${id}/recount?protocol=run-off`)
    expect(one.body.recounts).toEqual(recounts.filter(({ protocol }) => protocol === "run-off"))
    const { body } = await server.call("GET", `/api/v1/discussions/${id}`)
    expect(recounts.find(({ protocol }) => protocol === "borda")).toMatchObject({
      winner: body.discussion.outcome.solution,
      differs: false,
      assumed: [],
    })
    expect(body.discussion.ballots.at(-1).votes[0].ranking.length).toBeGreaterThan(0)
  })

  test("the ledger has the documented shape [http.ledger]", async () => {
    const server = rig()
    const id = await held(server, { protocol: "plurality", options })
    const { status, body } = await server.call("GET", `/api/v1/discussions/${id}/ledger`)
    expect(status).toBe(200)
    const { ledger } = ledgerResponse.parse(body)
    expect(ledger.seats.map(({ name }) => name)).toEqual(["Divergent", "Convergent", "Critical"])
    // Positions come from each seat's turns, at most one per round: the ballot was secret, so votes have no seat.
    for (const { positions } of ledger.seats) {
      const rounds = positions.map(({ roundNumber }) => roundNumber)
      expect(rounds.length).toBeGreaterThan(0)
      expect(rounds).toEqual([...new Set(rounds)].toSorted((a, b) => a - b))
      expect(positions.map(({ source }) => source)).not.toContain("vote")
    }
  })

  test("discussions without votes, unknown protocols and unknown discussions are refused", async () => {
    const server = rig()
    const id = await held(server, undefined)
    expect(await server.call("GET", `/api/v1/discussions/${id}/recount`)).toMatchObject({
      status: 409,
      body: { error: { code: "STATE_INVALID" } },
    })
    const { ledger } = ledgerResponse.parse((await server.call("GET", `/api/v1/discussions/${id}/ledger`)).body)
    const positions = ledger.seats.flatMap((seat) => seat.positions)
    expect(new Set(positions.map(({ source }) => source))).toEqual(new Set(["stance"]))
    expect((await server.call("GET", `/api/v1/discussions/${id}/recount?protocol=dice`)).status).toBe(400)
    expect((await server.call("GET", "/api/v1/discussions/nobody/ledger")).status).toBe(404)
  })
})
