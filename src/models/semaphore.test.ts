import { describe, expect, test } from "vitest"
import { flushEventLoop, scriptedModel } from "../testing/index.ts"
import { Semaphore, withConcurrency } from "./semaphore.ts"

const never = new AbortController().signal

describe("a semaphore", () => {
  test("admits up to its limit, and the others in order of arrival", async () => {
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
    leave[1]!() // Releasing twice must not free a second place.
    await flushEventLoop()
    expect(inside).toEqual([0, 1, 2])
    leave[0]!()
    leave[2]!()
    await Promise.all(entering)
    expect(inside).toEqual([0, 1, 2, 3, 4])
  })

  test("an aborted waiter leaves the queue without using up a place", async () => {
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

  test("a model with a semaphore is otherwise unchanged", () => {
    const model = scriptedModel({ id: "test/a", replies: ["One."], structured: true })
    expect(withConcurrency(model, new Semaphore(1))).toMatchObject({ id: "test/a", structured: true })
  })
})
