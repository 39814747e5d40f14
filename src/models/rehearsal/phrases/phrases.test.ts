import { describe, expect, test } from "vitest"
import { anchorOf, themesIn } from "../hearing.ts"
import { themeIds } from "../themes.ts"
import { phraseBooks } from "./index.ts"

const slots = new Set(
  "plan other mine name quote theme points matter key part risk step score less count amount".split(" "),
)

function phrasesIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(phrasesIn) : []
}

describe.each(phraseBooks)("phrase book $code [models.rehearsal]", (book) => {
  test("uses known slots only and repeats no phrase", () => {
    const phrases = phrasesIn(book).filter((phrase) => /\s|\p{Script=Han}{6}/u.test(phrase))
    for (const phrase of phrases) {
      for (const [, slot] of phrase.matchAll(/\{([^}]*?)\^?\}/g)) expect(slots).toContain(slot)
    }
    expect(phrases).toEqual([...new Set(phrases)])
  })

  test("every argument is recognised as what it is, and as nothing else", () => {
    for (const theme of themeIds) {
      for (const phrase of book.themes[theme].say) {
        const text = phrase.replaceAll("{key}", book.quote("X"))
        const heard = { seatId: "a", name: "Ada", round: 1, text, person: false, rehearsed: true }
        expect(themesIn(book, heard)).toEqual([theme])
      }
    }
  })

  test("anchors are long enough to mean something", () => {
    for (const theme of themeIds) {
      for (const phrase of book.themes[theme].say) expect(anchorOf(phrase).length).toBeGreaterThan(7)
    }
  })
})
