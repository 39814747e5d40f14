import fc from "fast-check"
import { expect, test } from "vitest"
import type { ChatMessage, SquadPrompt } from "../../api/squad.ts"
import { type SquadState, withEvents, withMessages, withPrompts } from "./squad-state.ts"

const empty: SquadState = { messages: [], prompts: new Map(), older: null, seq: 0 }
const message = (seq: number) => ({ id: `m${seq}`, seq }) as ChatMessage
const prompt = (id: string, seq: number) => ({ id, seq }) as SquadPrompt

test("messages give the same state in any order and however often they arrive", () => {
  const all = [1, 2, 3, 4, 5, 6].map(message)
  fc.assert(
    fc.property(
      fc.array(fc.shuffledSubarray(all), { maxLength: 5 }),
      fc.shuffledSubarray(all, { minLength: 6 }),
      (batches, last) => {
        const state = [...batches, last].reduce(withMessages, empty)
        expect(state.messages).toEqual(all)
      },
    ),
  )
})

test("the newest state of a prompt wins, even if an older one arrives later", () => {
  const state = withPrompts(withPrompts(empty, [prompt("a", 5)]), [prompt("a", 3), prompt("b", 1)])
  expect([...state.prompts.values()].map(({ id, seq }) => [id, seq])).toEqual([
    ["a", 5],
    ["b", 1],
  ])
})

test("only stream events advance the resume position", () => {
  const posted = withMessages(withPrompts(empty, [prompt("a", 8)]), [message(7)])
  expect(posted.seq).toBe(0)
  expect(withEvents(posted, [{ type: "message", data: message(4) }]).seq).toBe(4)
})

test("a long-lived page keeps the newest messages and can reload older ones", () => {
  const events = Array.from({ length: 1_200 }, (_, index) => ({ type: "message" as const, data: message(index + 1) }))
  const state = withEvents(empty, events)
  expect(state.messages).toHaveLength(600)
  expect(state.messages.at(-1)?.seq).toBe(1_200)
  expect(state.older).toBe("601")
})
