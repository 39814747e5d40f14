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
    ["list", { name: "history", rest: "" }],
    ["conclave list", { name: "history", rest: "" }],
    ["conclave models", { name: "models", rest: "" }],
    ["conclave show 0b6f3c1e", { name: "show", rest: "0b6f3c1e" }],
  ])("%s is a command", (line, command) => {
    expect(parseQueenCommand(line)).toEqual(command)
  })

  test.each([
    ["/nonsense", "unknown command /nonsense; type help for a list"],
    ["/modle x/y", "unknown command /modle; did you mean /model?"],
    ["/models please", 'invalid argument "please"; usage: models'],
    ["model nonsense", 'invalid argument "nonsense"; usage: model NAME'],
    ["rounds x", 'invalid argument "x"; usage: rounds N'],
    ["tables", '"tables" is a shell command: type exit, then run conclave tables'],
    ["/doctor", '"doctor" is a shell command: type exit, then run conclave doctor'],
    ["conclave delete 0b6f3c1e", '"delete" is a shell command: type exit, then run conclave delete 0b6f3c1e'],
    ["resume 0b6f3c1e", '"resume" is a shell command: type exit, then run conclave resume 0b6f3c1e'],
    ["list -n 5", '"list" is a shell command: type exit, then run conclave list -n 5'],
    ["specialists maybe", 'invalid argument "maybe"; usage: specialists on|off'],
  ])("%s is an error that starts no discussion", (line, mistake) => {
    expect(parseQueenCommand(line)).toEqual({ mistake })
  })

  test.each([
    "rounds of applause, or silence?",
    "models are expensive, what now?",
    "Should we open the source?",
    "exit strategies for a startup",
    "show me a plan",
    "list the risks of a four-day week",
    "search engines for children?",
    "delete old accounts after a year?",
    "conclave or parliament: which decides better?",
    "",
  ])("“%s” is a message to the table", (line) => {
    expect(parseQueenCommand(line)).toBeUndefined()
  })
})
