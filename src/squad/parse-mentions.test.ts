import { describe, expect, test } from "vitest"
import { parseMentions } from "./parse-mentions.ts"

describe("mentions in a prompt [squad.mentions]", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["@Ann and @bob-2, what do you say?", ["Ann", "bob-2"]],
    ["@Ann @ann @ANN", ["Ann"]],
    ['ask @"Long Name" and @“Other Name”.', ["Long Name", "Other Name"]],
    ["(@Zoë) @Ирина! @小明 ?", ["Zoë", "Ирина", "小明"]],
    ["@ann. @bob, @cy: @d.e.", ["ann", "bob", "cy", "d.e"]],
    ["write to ann@example.com or @ nobody", []],
    ["use `@Inject` here\n```ts\n@Component\nclass A {}\n```\nfor @Ann", ["Ann"]],
    ["install @types/node and call @Injectable() for @Ann", ["Ann"]],
    ["```\n@never closed", []],
    ["nobody is named", []],
    ['@"" @"  "', []],
  ]
  test.each(cases)("%j", (text, names) => {
    expect(parseMentions(text)).toEqual(names)
  })
})
