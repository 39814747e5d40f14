import { describe, expect, test } from "vitest"
import { phrasesFor } from "../index.ts"
import { anchorOf, pointsIn } from "../scene.ts"
import { concernIds } from "./en.ts"

const slots = new Set("plan other mine x name quote theme matter deed tally ask step amount".split(" "))

function sentencesOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(sentencesOf) : []
}

describe.each(await Promise.all(["en", "es", "zh"].map(phrasesFor)))(
  "phrases in $code [models.rehearsal]",
  (phrases) => {
    test("use only known slots and repeat no sentence", () => {
      const sentences = sentencesOf({ ...phrases, stances: {} }).filter((one) => /\s|\p{Script=Han}{6}/u.test(one))
      for (const sentence of sentences) {
        for (const [, slot] of sentence.matchAll(/\{([^}]*?)\^?\}/g)) expect(slots).toContain(slot)
      }
      expect(sentences).toEqual([...new Set(sentences)])
    })

    test("every reason is recognised with its subject, as for or against, and as nothing else", () => {
      const answer = { plan: "do it", label: phrases.quote("X"), good: [], bad: [] }
      for (const concern of concernIds) {
        for (const good of [true, false]) {
          for (const phrase of phrases.concerns[concern][good ? "good" : "bad"]) {
            expect(anchorOf(phrase).length).toBeGreaterThan(phrases.code === "zh" ? 4 : 9)
            const text = phrase.replace(/\{x\^?\}/, answer.label)
            const heard = { seatId: "a", name: "Ada", round: 1, text, rehearsed: true }
            expect(pointsIn(heard, phrases, [answer])).toEqual([{ concern, good, answer, sentence: text }])
          }
        }
      }
    })
  },
)
