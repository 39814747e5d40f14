import { expect, test } from "vitest"
import { ConclaveError } from "../core/errors.ts"
import { screenMessages } from "./screen-messages.ts"
import { handleTypedLine, isLineCommand, type SteeringClient } from "./typed-input.ts"

function listening(language = "en") {
  const heard: string[] = []
  const client: SteeringClient = {
    interject: async (id, author, words) => void heard.push(`${id} ${author}: ${words}`),
    interrupt: async (id) => void heard.push(`${id} interrupt`),
    pause: async () => {
      throw new ConclaveError("STATE_INVALID", "the discussion is completed; it cannot be paused")
    },
    abort: async (id) => void heard.push(`${id} abort`),
  }
  return {
    heard,
    say: (line: string) =>
      handleTypedLine({ client, id: "d1", author: "Kim", messages: screenMessages(language) }, line),
  }
}

test("a line typed during a discussion is a comment or a command", async () => {
  const { heard, say } = listening()
  expect(await say(" Mind the budget. ")).toBeUndefined()
  expect(await say("/tmp is full, what now?")).toBeUndefined()
  expect(await say("/Interrupt")).toBeUndefined()
  expect(await say("/abort")).toBeUndefined()
  expect(await say("  ")).toBeUndefined()
  expect(heard).toEqual(["d1 Kim: Mind the budget.", "d1 Kim: /tmp is full, what now?", "d1 interrupt", "d1 abort"])
})

test("an unknown command gets the list of commands in the discussion's language, and a refusal is shown", async () => {
  const { heard, say } = listening()
  expect(await say("/help")).toMatch(/^\/interrupt: .*\n\/pause: .*\n\/abort: /)
  expect(await say("/bogus")).toMatch(/^unknown command \/bogus; the commands are\n\/interrupt: /)
  expect(await say("/pause")).toBe("the discussion is completed; it cannot be paused")
  expect(await listening("es").say("/bogus")).toMatch(/^no existe la orden \/bogus[\s\S]*Todo lo demás/)
  expect(heard).toEqual([])
  expect(["/", "/?", "/x", "x", "/x y"].map(isLineCommand)).toEqual([true, true, true, false, false])
})
