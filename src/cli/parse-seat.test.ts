import { describe, expect, test } from "vitest"
import { parseSeat } from "./parse-seat.ts"

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
    ["Bo*2", { name: "Bo", weight: 2 }],
    ["Ann:critical=ollama/llama3:8b*0.5", { name: "Ann", role: "critical", model: "ollama/llama3:8b", weight: 0.5 }],
    ["Kim=human * 3", { name: "Kim", kind: "human", weight: 3 }],
    ['{"name":"Di","persona":"Bold * 2"}', { name: "Di", persona: "Bold * 2" }],
    ["Bo=x/y, x/z", { name: "Bo", model: ["x/y", "x/z"] }],
  ])("%s", (text, seat) => {
    expect(parseSeat(text)).toEqual(seat)
  })

  test("reports the position of a JSON error, and the flag", () => {
    expect(() => parseSeat("{name: Di}", "--join")).toThrow(/--join: is not a JSON object/)
  })

  test("explains the form of a model name if it is invalid", () => {
    expect(() => parseSeat("Ann=gpt")).toThrow(/"gpt" is not a model; write provider\/model/)
  })
})
