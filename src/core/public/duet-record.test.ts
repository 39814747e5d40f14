import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../discussion/event.ts"
import { DuetRecord } from "./duet-record.ts"
import { publish } from "./publish.ts"

function recorded(name: string) {
  const file = join(import.meta.dirname, `../../../test/logs/v3/${name}.json`)
  const record = new DuetRecord("1")
  const events = (JSON.parse(readFileSync(file, "utf8")) as DiscussionEvent[]).map((event) =>
    record.apply(publish(event)),
  )
  return { events: events.filter((event) => event !== undefined), state: record.state }
}

test("the state of a duet matches its events", () => {
  const { events, state } = recorded("duet")
  const told = <Type extends (typeof events)[number]["type"]>(type: Type) =>
    events.filter((event) => event.type === type) as Extract<(typeof events)[number], { type: Type }>[]
  expect(state.rounds).toEqual(told("round_completed").map(({ round }) => round))
  expect(state.rounds.flatMap(({ modelATurn, modelBTurn }) => [modelATurn, modelBTurn])).toEqual(
    told("turn_completed").map(({ turn }) => turn),
  )
  expect(state.consensusHistory.filter(({ modelAVote }) => !modelAVote.skipped)).toEqual(
    told("consensus_result").map(({ result }) => result),
  )
  const [{ finalConsensus, totalTokensUsed } = {}] = told("discussion_completed")
  expect(finalConsensus).toMatchObject({ solution: expect.any(String), modelAContribution: expect.any(String) })
  expect(state).toMatchObject({
    phase: "completed",
    finalConsensus,
    totalTokensUsed,
    config: told("discussion_started")[0]!.config,
  })
})

test("a duet's usage includes the call for its record", () => {
  const { state } = recorded("record-failed")
  const spoken = state.rounds.flatMap(({ modelATurn }) => modelATurn.tokenUsage.promptTokens)
  expect(spoken).toEqual([120])
  // The turn, the vote and the record.
  expect(state.totalTokensUsed.modelA.prompt).toBe(360)
  expect(state.totalTokensUsed.modelB.prompt).toBe(240)
})
