import { describe, expect, test } from "vitest"
import { readSeat } from "./read-seat.ts"

describe("a seat on the command line", () => {
  test.each([
    ["openai/gpt-5", { model: "openai/gpt-5" }],
    ["ollama/llama3:8b", { model: "ollama/llama3:8b" }],
    ["Ann=ollama/llama3:8b", { name: "Ann", model: "ollama/llama3:8b" }],
    ["Ann:critical=x/y", { name: "Ann", role: "critical", model: "x/y" }],
    ["Kim=human", { name: "Kim", kind: "human" }],
    ["human", { kind: "human" }],
    ["Bot=external", { name: "Bot", kind: "external" }],
    ["Bo", { name: "Bo" }],
    ["Bo=x/y, x/z", { name: "Bo", model: ["x/y", "x/z"] }],
  ])("%s", (text, seat) => {
    expect(readSeat(text)).toEqual(seat)
  })

  test("says what a model is called where it is none", () => {
    expect(() => readSeat("Ann=gpt")).toThrow(/"gpt" is no model; write provider\/model/)
  })
})
