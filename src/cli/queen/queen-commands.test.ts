import { describe, expect, test } from "vitest"
import { parseQueenCommand } from "./queen-commands.ts"

describe("a line in the conversation", () => {
  test.each([
    ["specialists off", { name: "specialists", rest: "off" }],
    ["ROUNDS 2", { name: "rounds", rest: "2" }],
    ["/exit", { name: "exit", rest: "" }],
    ["quit", { name: "exit", rest: "" }],
    ["export notes.md", { name: "export", rest: "notes.md" }],
    ["/models please", { name: "models", rest: "please" }],
  ])("%s is a command", (line, command) => {
    expect(parseQueenCommand(line)).toEqual(command)
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
