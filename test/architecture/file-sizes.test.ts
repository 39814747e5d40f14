import { join } from "node:path"
import { expect, test } from "vitest"
import { findFileProblems, findTextProblems, readRepositoryFiles } from "./file-sizes.ts"

const linesOf = (count: number, first = "export const one = 1") => [first, ...Array(count - 1).fill("//")].join("\n")
const problemsOf = (sources: Record<string, string>, others: Record<string, string> = {}) =>
  findFileProblems({ sources: new Map(Object.entries(sources)), others: new Map(Object.entries(others)) })

test("every file of src and web/src keeps the size limits", () => {
  expect(findFileProblems(readRepositoryFiles(join(import.meta.dirname, "../..")))).toEqual([])
})

test("a file over 300 lines is found, except word lists and tests", () => {
  const sources = {
    "src/core/settle.ts": linesOf(301),
    "src/core/next-step.ts": linesOf(300),
    "src/core/languages/en.ts": linesOf(301),
    "web/src/texts/en/home.ts": linesOf(301),
    "src/core/settle.test.ts": linesOf(301),
  }
  expect(problemsOf({ ...sources, ...small(8) })).toEqual(["src/core/settle.ts has 301 lines, more than 300: split it"])
})

test("a small file with one user is found; one with a test, another user or a reason is not", () => {
  const sources = {
    "src/engine/one.ts": linesOf(29),
    "src/engine/tested.ts": linesOf(29),
    "src/engine/shared.ts": linesOf(29),
    "src/engine/long.ts": linesOf(30),
    "src/core/protocols/approval.ts": linesOf(29),
    "src/engine/user.ts": ["one", "tested", "shared", "long"].map((name) => `import "./${name}.ts"`).join("\n"),
    "src/engine/other.ts": 'const later = () => import("./shared.ts")\nimport "../core/protocols/approval.ts"',
    "src/engine/tested.test.ts": 'import "./tested.ts"',
  }
  expect(problemsOf(sources)).toEqual(["src/engine/one.ts has 29 lines and one user: fold it into src/engine/user.ts"])
  expect(problemsOf(sources, { "bench/run.ts": 'import "../src/engine/one.ts"' })).toEqual([])
})

test("a median of 80 lines or more is found", () => {
  expect(problemsOf({ "src/core/a.ts": linesOf(80) })).toEqual(["the median file has 80 lines, not under 80"])
  expect(problemsOf({ "src/core/a.ts": linesOf(79) })).toEqual([])
})

function small(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/core/small-${at}.ts`, linesOf(10)]))
}

test("src without tests has a line limit, and the message says what to do", () => {
  const lines = "const a = 1\n".repeat(100_000)
  const found = problemsOf({
    "src/core/languages/a.ts": lines,
    "src/core/a.test.ts": lines,
    "web/src/texts/en/a.ts": lines,
  })
  expect(found).toEqual([
    expect.stringMatching(/^src without tests has 100000 lines, more than \d+: .*docs\/adr\/0073/),
  ])
})

test("a language without a folder, a folder without a file and a file without the English type are found", () => {
  const typed = 'import type { HomeTexts } from "../en/home.ts"\n\nexport const texts: HomeTexts = {}'
  const sources = new Map([
    ["web/src/texts/en/home.ts", "export const texts = {}\n\nexport type HomeTexts = typeof texts"],
    ["web/src/texts/en/chat.ts", "export const texts = {}\n\nexport type ChatTexts = typeof texts"],
    ["web/src/texts/eo/home.ts", typed],
    ["web/src/texts/eo/chat.ts", typed],
    ["web/src/texts/es/home.ts", typed],
    ["web/src/texts/languages.ts", ""],
  ])
  expect(findTextProblems(sources, ["en", "es", "zh"])).toEqual([
    "web/src/texts/eo is not a language of src/core/languages/index.ts",
    "web/src/texts/zh/home.ts is missing",
    "web/src/texts/es/chat.ts is missing",
    "web/src/texts/zh/chat.ts is missing",
  ])
  expect(findTextProblems(sources, ["en", "eo", "es"])).toEqual([
    "web/src/texts/eo/chat.ts must export texts with the type of ../en/chat.ts",
    "web/src/texts/es/chat.ts is missing",
  ])
})
