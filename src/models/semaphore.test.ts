import { describe, expect, test } from "vitest"
import { flushEventLoop, scriptedModel } from "../testing/index.ts"
import { Semaphore, withConcurrency } from "./semaphore.ts"

const never = new AbortController().signal

describe("a gate", () => {
  test("lets so many in, and the others in the order they came", async () => {
    const gate = new Semaphore(2)
    const inside: number[] = []
    const leave: (() => void)[] = []
    const entering = [0, 1, 2, 3, 4].map(async (who) => {
      leave[who] = await gate.acquire(never)
      inside.push(who)
    })
    await flushEventLoop()
    expect(inside).toEqual([0, 1])
    leave[1]!()
    leave[1]!() // to leave twice gives nobody else a place
    await flushEventLoop()
    expect(inside).toEqual([0, 1, 2])
    leave[0]!()
    leave[2]!()
    await Promise.all(entering)
    expect(inside).toEqual([0, 1, 2, 3, 4])
  })

  test("one who is called off leaves the queue, and nobody loses a place by it", async () => {
    const gate = new Semaphore(1)
    const leave = await gate.acquire(never)
    const calledOff = new AbortController()
    const second = gate.acquire(calledOff.signal)
    const third = gate.acquire(never)
    calledOff.abort(new Error("no longer wanted"))
    await expect(second).rejects.toThrow("no longer wanted")
    leave()
    const leaveThird = await third
    leaveThird()
    await gate.acquire(never)
    await expect(gate.acquire(AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late")
  })

  test("a model that takes turns is otherwise itself", () => {
    const model = scriptedModel({ id: "test/a", replies: ["One."], structured: true })
    expect(withConcurrency(model, new Semaphore(1))).toMatchObject({ id: "test/a", structured: true })
  })
})
