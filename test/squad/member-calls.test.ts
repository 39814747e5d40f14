import { expect, test } from "vitest"
import { Semaphore, withConcurrency } from "../../src/models/semaphore.ts"
import type { Model } from "../../src/ports/model.ts"
import * as squad from "../../src/squad/index.ts"
import { flushEventLoop, scriptedModel } from "../../src/testing/index.ts"
import { TestSquad } from "./test-squad.ts"

const at = new TestSquad()

const answer = scriptedModel({ id: "ollama/tiny", replies: ["Yes, drop it."] })

test("members with the same local model are called one after the other [squad.model-members]", async () => {
  let now = 0
  let most = 0
  const counting: Model = {
    ...answer,
    async *stream(call, signal) {
      most = Math.max(most, ++now)
      try {
        for (let turn = 0; turn < 20; turn++) await flushEventLoop()
        yield* answer.stream(call, signal)
      } finally {
        now--
      }
    },
  }
  const local = withConcurrency(counting, new Semaphore(1))
  at.useModels({ find: () => local })
  for (const name of ["Ann", "Bob", "Cy"]) await at.fixture.template(name, true)
  const { id } = await at.ask({ required_responses: 3 })
  const failures: unknown[] = []
  const input = {
    promptId: id,
    signal: new AbortController().signal,
    onFailure: (_: string, error: unknown) => failures.push(error),
  }
  await squad.answerAsMembers({ context: at.context, input })
  expect(failures).toEqual([])
  expect((await at.get(id)).responses.map(({ agent_name }) => agent_name).sort()).toEqual(["Ann", "Bob", "Cy"])
  expect(most).toBe(1)
})

/** The result of asking a member whose model hangs, after this time. */
async function askUntilTimeout(name: string, silent: Model, ms: number) {
  const agentId = await at.fixture.template(name, true)
  const { id } = await at.ask()
  const asked = Promise.withResolvers<void>()
  const noticed: Model = {
    ...silent,
    stream(call, signal) {
      asked.resolve()
      return silent.stream(call, signal)
    },
  }
  at.useModels({ find: () => noticed })
  const trying = squad.answerAsMember({ context: at.context, input: { promptId: id, agentId } })
  const failure = trying.catch((error: unknown) => error)
  await asked.promise
  await at.clock.advance(ms)
  return Promise.race([failure, flushEventLoop().then(() => "still waiting")])
}

test("a member whose model sends no first token, or falls silent, fails before its total timeout [squad.model-members]", async () => {
  const mute = scriptedModel({ id: "test/mute", replies: [{ chunks: [], ends: "hang" }] })
  expect(await askUntilTimeout("Ann", mute, 60_000)).toMatchObject({
    code: "TURN_TIMEOUT",
    recoverable: true,
    message: expect.stringContaining("no first token within 60 s"),
  })
  const faltering = scriptedModel({ id: "test/faltering", replies: [{ chunks: ["Well"], ends: "hang" }] })
  expect(await askUntilTimeout("Bob", faltering, 30_000)).toMatchObject({
    code: "TURN_TIMEOUT",
    message: expect.stringContaining("stalled for 30 s"),
  })
})
