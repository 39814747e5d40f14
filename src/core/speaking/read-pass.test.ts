import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type LanguageCode, languageCodes, languages } from "../languages/index.ts"
import { readPass } from "./read-pass.ts"

function read(text: string, code: LanguageCode = "en") {
  return readPass({ text, language: languages[code] })
}

describe("a reply that passes [hive.pass]", () => {
  test.each([
    "[PASS]",
    "[pass]",
    "  \n[PASS]",
    "[ PASS ]",
    "**[PASS]**",
    "*[PASS]*",
    "_[PASS]_",
    "# [PASS]",
    "`[PASS]`",
    "\ufeff[PASS]",
    "[PASS].",
    "[PASS] I have nothing new.",
    "[PASS]\n\nThe others have said it all, and more.",
    "[NO RESPONSE]",
    "[no response]",
    "[NO_RESPONSE]",
    "［PASS］",
    "【PASS】",
    "【NO RESPONSE】",
    "<<Round 2 · Critical>>\n[PASS]",
  ])("by its marker: %j", (text) => {
    expect(read(text)).toEqual({ kind: "pass" })
  })

  const phrases: readonly (readonly [LanguageCode, string])[] = [
    ["en", "Nothing to add."],
    ["en", "I have nothing to add."],
    ["en", "I have nothing further to add at this point."],
    ["en", "I have nothing new to add this round. Thank you."],
    ["en", "**Nothing new from my side.**"],
    ["en", "I don't have anything to add."],
    ["en", "I’ve nothing more to say."],
    ["en", "No further comments."],
    ["en", "Pass."],
    ["en", "I'll pass."],
    ["en", "PASS"],
    ["en", "I have nothing to add. [PASS]"],
    ["es", "Nada que añadir."],
    ["es", "No tengo nada que añadir."],
    ["es", "No tengo nada más que agregar por ahora, gracias."],
    ["es", "No tengo nada nuevo que aportar en esta ronda."],
    ["es", "Por mi parte, nada más."],
    ["es", "NADA QUE ANADIR"],
    ["es", "Paso."],
    ["es", "[PASO]"],
    ["es", "Sin comentarios."],
    ["es", "I have nothing to add."],
    ["es", "[PASS]"],
    ["zh", "没有补充。"],
    ["zh", "我没有要补充的。"],
    ["zh", "我没有什么要补充的了，谢谢。"],
    ["zh", "目前没有新的内容。"],
    ["zh", "我这边没有其他意见。"],
    ["zh", "暂无补充"],
    ["zh", "跳过。"],
    ["zh", "本轮跳过"],
    ["zh", "nothing to add"],
    ["zh", "【PASS】"],
  ]
  test.each(phrases)("with only a phrase for nothing to add, %s: %j [assembly.languages]", (code, text) => {
    expect(read(text, code)).toEqual({ kind: "pass" })
  })
})

describe("a reply that contributes [hive.pass]", () => {
  const kept: readonly (readonly [LanguageCode, string])[] = [
    ["en", "The cost is the risk that nobody named."],
    ["en", "I have nothing to add, except that the cost is wrong."],
    ["en", "Nothing to add? There is much to add."],
    ["en", "I have nothing to add to the budget but the date worries me."],
    ["en", "Passing the test suite is not enough."],
    ["en", "We should pass."],
    ["en", "If a seat writes [PASS] in the middle, the text goes on."],
    ["en", "> [PASS]"],
    ["en", "> [PASS]\n\nThat was hasty: the cost is open."],
    ["en", "The cost is open. Bob wrote:\n> [PASS]"],
    ["en", "```\n[PASS]\n```"],
    ["en", "Look at this:\n```\nreturn x\n[PASS]\n```"],
    ["en", "Look at this:\n```\nreturn x\n[PASS]"],
    ["en", 'Bob answered "[PASS]"'],
    ["en", '"[PASS]" is what Bob said, and he is wrong.'],
    ["en", "[PASSAGE] from the report follows."],
    ["en", "[1] shows that the cost rises."],
    ["es", "No tengo nada que añadir salvo que el coste es excesivo."],
    ["es", "El paso siguiente es medir."],
    ["es", "Nada que añadir al plan; falta la fecha."],
    ["zh", "我没有要补充的，但成本有问题。"],
    ["zh", "过去的数据说明成本在上升。"],
    ["zh", "没有补充数据就无法判断。"],
  ]
  test.each(kept)("stays as it is, %s: %j [across.no-forging]", (code, text) => {
    expect(read(text, code)).toEqual({ kind: "contribution", content: text })
  })

  const cut: readonly (readonly [string, string])[] = [
    ["The cost is open. [PASS]", "The cost is open."],
    ["The cost is open.\n\n[PASS]", "The cost is open."],
    ["The cost is open.\n\n**[PASS]**\n", "The cost is open."],
    ["**The cost is open. [PASS]**", "**The cost is open.**"],
    ["The cost is open. [NO RESPONSE].", "The cost is open."],
    ["The cost is open. [PASS] [PASS]", "The cost is open."],
    ["成本还没有定。【PASS】", "成本还没有定。"],
    ["```\ncode\n```\nThis is open. [pass]", "```\ncode\n```\nThis is open."],
    ["Use [PASS] with care. [PASS]", "Use [PASS] with care."],
  ]
  test.each(cut)("loses the marker at its end: %j", (text, content) => {
    expect(read(text)).toEqual({ kind: "contribution", content })
  })

  test.each(["", " ", "\n\t"])("is empty if it has no text: %j", (text) => {
    expect(read(text)).toEqual({ kind: "contribution", content: "" })
  })
})

describe("any text", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc
      .array(
        fc.constantFrom("[PASS]", "[", "]", "【", "*", "`", "```", "\n", "> ", "nothing to add", "成本", " ", "."),
        { maxLength: 30 },
      )
      .map((parts) => parts.join("")),
  )

  test("never throws, and removes text only from the end", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...languageCodes), (text, code) => {
        const reading = read(text, code)
        if (reading.kind === "pass") return true
        const content = reading.content.replace(/[*_~]+$/u, "").trimEnd()
        return text.startsWith(content)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(["[PASS]", "[", "*", "\n", " ", "```\n", "a [PASS]", "nothing to add "])(
    "endless %j terminates",
    (piece) => {
      expect(["pass", "contribution"]).toContain(read(`x${piece.repeat(Math.ceil(5_000_000 / piece.length))}`).kind)
    },
  )
})
