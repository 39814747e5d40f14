import { describe, expect, test } from "vitest"
import { parseQueenCommand } from "./queen-commands.ts"

describe("a line in the conversation", () => {
  test.each([
    ["specialists off", { name: "specialists", rest: "off" }],
    ["ROUNDS 2", { name: "rounds", rest: "2" }],
    ["/exit", { name: "exit", rest: "" }],
    ["quit", { name: "exit", rest: "" }],
    ["export notes.md", { name: "export", rest: "notes.md" }],
    ["?", { name: "help", rest: "" }],
    ["clear", { name: "clear", rest: "" }],
  ])("%s is a command", (line, command) => {
    expect(parseQueenCommand(line)).toEqual(command)
  })

  test.each([
    ["/nonsense", "there is no command /nonsense; help lists them"],
    ["/modle x/y", "there is no command /modle; did you mean /model?"],
    ["/models please", '"please" does not fit; write models'],
    ["model nonsense", '"nonsense" does not fit; write model NAME'],
    ["rounds x", '"x" does not fit; write rounds N'],
    ["specialists maybe", '"maybe" does not fit; write specialists on|off'],
  ])("%s is a mistake that starts no discussion", (line, mistake) => {
    expect(parseQueenCommand(line)).toEqual({ mistake })
  })

  test.each([
    "rounds of applause, or silence?",
    "models are expensive, what now?",
    "Should we open the source?",
    "exit strategies for a startup",
    "show me a plan",
    "",
  ])("“%s” is meant for the table", (line) => {
    expect(parseQueenCommand(line)).toBeUndefined()
  })
})
