import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readSubRequest } from "../settle-turn.ts"

const line = "[SUB-DISCUSSION: Ann, Bo | What may it cost?]"

describe("requesting a sub-discussion", () => {
  test.each([
    [`We must know.\n\n${line}`, "We must know."],
    [`We must know.\n**${line}**\n`, "We must know."],
    [line, ""],
    ["We must know.\n【sub discussion：Ann、Bo｜What may it cost?】。", "We must know."],
    [`\`\`\`\ncode\n\`\`\`\n${line}`, "```\ncode\n```"],
  ])("is read from the last line: %j", (text, content) => {
    expect(readSubRequest(text)).toEqual({ content, names: ["Ann", "Bo"], topic: "What may it cost?" })
  })

  test.each([
    `${line} and so on`,
    `So: ${line}`,
    `${line}\nThat is all.`,
    `> ${line}`,
    `\`\`\`\n${line}`,
    `\`${line}\``,
    "[SUB-DISCUSSION: | What?]",
    "[SUB-DISCUSSION: Ann | ]",
    "[SUB-DISCUSSION: Ann]",
    "[PASS]",
    "",
  ])("is not read from %j [across.no-forging]", (text) => {
    expect(readSubRequest(text)).toBeUndefined()
  })

  test("is read in bounded time, and never throws", () => {
    const pieces = fc.constantFrom("[", "sub-discussion", ":", "|", ",", "]", " ", "\n", "```", ">", "a", "*")
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 400 }), (parts) => {
        const read = readSubRequest(parts.join(""))
        expect(read === undefined || (read.names.length > 0 && read.topic !== "")).toBe(true)
      }),
      { seed: 4 },
    )
    expect(readSubRequest(`[sub-discussion:${" ".repeat(100_000)}`)).toBeUndefined()
  })
})
