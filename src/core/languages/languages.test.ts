import { describe, expect, test } from "vitest"
import { ballotQuestions } from "../discussion/vote.ts"
import { buildLanguage } from "./build-language.ts"
import { english } from "./en.ts"
import { isLanguageCode, languageCodes, languageFor, languages, promptStyles } from "./index.ts"
import type { Language, LanguageWords } from "./language.ts"

const table = {
  topic: "Which database?",
  rounds: 4,
  seats: ["Ada (divergent)", "Bob (critical)"],
  mayPass: true,
  options: [],
  votesFirst: false,
}
const roles = ["divergent", "convergent", "critical", "manager", "leader", "specialist", "user", "Judge"]
const all = Object.values(languages)
const each = all.map((language) => [language.code, language] as const)

describe.each(each)("%s [assembly.languages]", (code, language) => {
  test("is registered under its own code", () => {
    expect(languages[code as keyof typeof languages]).toBe(language)
    expect(language.name).not.toBe("")
    expect(language.statementMinLength).toBe(code === "zh" ? 20 : 50)
  })

  test.each(promptStyles)("the rules of a %s describe the table in the same words for every seat", (promptStyle) => {
    const rules = language.rules[promptStyle](table)
    for (const said of [table.topic, ...table.seats, "<<", "[PASS]", "4"]) expect(rules).toContain(said)
    expect(language.rules[promptStyle]({ ...table, mayPass: false })).not.toContain("[PASS]")
    const opening = "[SUB-DISCUSSION: "
    expect(rules).not.toContain(opening)
    expect(language.rules[promptStyle]({ ...table, mayOpen: true })).toContain(opening)
    // The topic comes last, so that tables with the same seats share the prefix before it.
    expect(rules.endsWith(table.topic)).toBe(true)
    expect(language.rules[promptStyle]({ ...table, options: ["Postgres", "SQLite"] })).toMatch(/- Postgres\n- SQLite$/)
    expect(rules.length).toBeLessThan(1_500)
    expect(rules.length).toBeGreaterThan(code === "zh" ? 300 : 700)
  })

  test.each(promptStyles)("a turn in a %s states the round", (promptStyle) => {
    for (const role of roles) {
      for (const first of [true, false]) {
        const words = { role, first, round: 2, rounds: 7, mayPass: false }
        const ask = language.turn[promptStyle](words)
        expect(ask).toContain("2")
        expect(ask).toContain("7")
        expect(ask).not.toContain("[PASS]")
        expect(language.turn[promptStyle]({ ...words, round: 7 }).length).toBeGreaterThan(ask.length)
      }
    }
  })

  test("the specialists of a hive get different instructions, first and later", () => {
    const asks = ["divergent", "convergent", "critical", "other"].flatMap((role) =>
      [true, false].map((first) => language.turn.hive({ role, first, round: 2, rounds: 3, mayPass: true })),
    )
    expect(new Set(asks).size).toBe(8)
    expect(language.turn.hive({ role: "Critical", first: true, round: 1, rounds: 3, mayPass: true })).toBe(
      language.turn.hive({ role: "critical", first: true, round: 1, rounds: 3, mayPass: true }),
    )
  })

  test("the roles of a panel get different instructions", () => {
    const asks = ["manager", "leader", "specialist", "user"].map((role) =>
      language.turn.panel({ role, first: true, round: 1, rounds: 3, mayPass: false }),
    )
    expect(new Set(asks).size).toBe(4)
  })

  test("a seat's identity takes one short sentence, and more only if the seat has more", () => {
    expect(language.self({ name: "Ada", memory: [] }).length).toBeLessThan(20)
    const self = language.self({
      name: "Ada",
      persona: "A careful engineer.",
      briefing: "You chose B.",
      memory: ["said x", "said y"],
    })
    for (const said of ["Ada", "A careful engineer.", "You chose B.", "said x", "said y"]) expect(self).toContain(said)
  })

  test("an unstructured vote describes its block, a structured one its object", () => {
    for (const asks of ballotQuestions) {
      const words = { options: ["Wind", "Sun"], form: "single" as const }
      const block = language.vote[asks]({ ...words, structured: false })
      const object = language.vote[asks]({ ...words, structured: true })
      const markers =
        asks === "choice" ? ["[CHOICE]", "[AMOUNT]"] : ["[CONSENSUS_CHECK]", "HAS_CONSENSUS:", "[PROPOSED_SOLUTION]"]
      for (const marker of [...markers, "[CONFIDENCE]", "[REASONING]"]) {
        expect(block).toContain(marker)
        expect(object).not.toContain(marker)
      }
      const keys = asks === "choice" ? ["choice", "amount"] : ["hasConsensus", "proposedSolution"]
      for (const key of [...keys, "JSON", "confidence", "reasoning"]) expect(object).toContain(key)
      if (asks === "choice") for (const text of [block, object]) expect(text).toContain("1. Wind\n2. Sun")
    }
  })

  test("a choice asks for one option, all acceptable options, an order, or scores", () => {
    const asked = (
      [
        ["single", "CHOICE", "choice"],
        ["approval", "APPROVED", "approved"],
        ["ranking", "RANKING", "ranking"],
        ["scores", "SCORES", "scores"],
      ] as const
    ).map(([form, marker, key]) => {
      const words = { options: ["Wind", "Sun"], form }
      const block = language.vote.choice({ ...words, structured: false })
      expect(block).toContain(`[${marker}]`)
      expect(block).toContain("1. Wind\n2. Sun")
      expect(language.vote.choice({ ...words, structured: true })).toContain(key)
      return block
    })
    expect(new Set(asked).size).toBe(4)
    expect(language.ballotNote({ asks: "choice", passed: true, decided: "Wind", votes: [] })).toContain("Wind")
  })

  test("all other texts contain their arguments", () => {
    expect(language.choose({ candidates: ["Ada", "Bob"] })).toMatch(/Ada.*Bob/)
    expect(language.clarify.too_short({ minLength: 37 })).toContain("37")
    expect(language.clarify.empty({ minLength: 0 })).not.toBe("")
    expect(language.clarify.unreadable_vote({ minLength: 0 })).not.toBe("")
    expect(language.synthesis({ round: 3 })).toContain("3")
    expect(language.synthesis({ round: 1 })).not.toBe("")
    expect(language.labels.turn({ round: 2, name: "Ada" })).toMatch(/2.*Ada/)
    expect(language.labels.interjection({ author: "Eve" })).toContain("Eve")
    expect(language.labels.ballot({ round: 5 })).toContain("5")
    expect(language.labels.passed).not.toBe("")
    for (const style of ["narrative", "structured"] as const) {
      expect(language.memory[style]({ round: 6, speaker: "Ann", topic: "Tea", excerpt: "what I said" })).toMatch(
        /6.*what I said/,
      )
    }
  })

  test("a ballot's note has its result and its votes", () => {
    for (const asks of ballotQuestions) {
      const passed = language.ballotNote({ asks, passed: true, votes: ["line one", "line two"] })
      expect(passed).toMatch(/line one\nline two$/)
      expect(language.ballotNote({ asks, passed: false, votes: [] })).not.toBe(
        language.ballotNote({ asks, passed: true, votes: [] }),
      )
    }
    const vote = { name: "Ada", confidence: 64, reasoning: "because" }
    const [yes, no] = [true, false].map((answer) => language.voteLine({ ...vote, answer }))
    expect(yes).not.toBe(no)
    for (const said of ["Ada", "64", "because"]) expect(yes).toContain(said)
    expect(language.voteLine({ ...vote, answer: null, choice: "Wind" })).toContain("Wind")
    expect(language.voteLine({ ...vote, answer: null })).not.toContain("64")
  })
})

test("English asks for a turn in at most 220 characters", () => {
  for (const promptStyle of promptStyles) {
    for (const role of roles) {
      for (const round of [1, 2, 10]) {
        for (const first of [true, false]) {
          const ask = languages.en.turn[promptStyle]({ role, first, round, rounds: 10, mayPass: true })
          expect(ask.length, ask).toBeLessThanOrEqual(220)
        }
      }
    }
  }
})

test("languages differ from each other in all of their texts [assembly.languages]", () => {
  const says: ((language: Language) => string)[] = [
    ...promptStyles.map((promptStyle) => (language: Language) => language.rules[promptStyle](table)),
    ...promptStyles.map(
      (promptStyle) => (language: Language) =>
        language.turn[promptStyle]({ role: "x", first: false, round: 2, rounds: 3, mayPass: true }),
    ),
    ...ballotQuestions.map(
      (asks) => (language: Language) => language.vote[asks]({ options: ["A"], form: "single", structured: false }),
    ),
    ...ballotQuestions.map((asks) => (language: Language) => language.ballotNote({ asks, passed: true, votes: [] })),
    (language) => language.self({ name: "Ada", memory: [] }),
    (language) => language.synthesis({ round: 2 }),
    (language) => language.choose({ candidates: ["Ada"] }),
    (language) => language.clarify.empty({ minLength: 1 }),
    (language) => language.labels.turn({ round: 1, name: "Ada" }),
    (language) => language.memory.narrative({ round: 1, speaker: "Ann", topic: "Tea", excerpt: "x" }),
  ]
  for (const say of says) expect(new Set(all.map(say)).size).toBe(all.length)
})

test("a language is found by any spelling of its code, with English as the fallback", () => {
  const codes = {
    en: "en",
    "en-GB": "en",
    ES: "es",
    "es-419": "es",
    "zh-CN": "zh",
    zh_TW: "zh",
    " zh ": "zh",
    fr: "en",
    "": "en",
  }
  for (const [asked, code] of Object.entries(codes)) expect(languageFor(asked).code, asked).toBe(code)
  expect(languageCodes.every(isLanguageCode)).toBe(true)
  expect(["fr", "EN", "toString", ""].some(isLanguageCode)).toBe(false)
})

test("a new language needs its texts and a line in the list, and does not compile while a text is missing", () => {
  const madeUp: LanguageWords = {
    ...english,
    code: "eo",
    name: "Esperanto",
    comma: " kaj ",
    rules: { ...english.rules, topic: "Temo:\n", seats: "Ĉe la tablo: " },
    turn: { ...english.turn, place: (round, rounds) => `Rondo ${round} el ${rounds}`, lastRound: ", la lasta" },
    yes: "jes",
  }
  const list = languages as Record<string, Language>
  list.eo = buildLanguage(madeUp)
  try {
    const language = languageFor("eo-XX")
    expect(language.name).toBe("Esperanto")
    expect(language.rules.hive(table)).toContain(
      "Ĉe la tablo: Ada (divergent) kaj Bob (critical)\n\nTemo:\nWhich database?",
    )
    expect(language.turn.duet({ role: "x", first: true, round: 3, rounds: 3, mayPass: false })).toMatch(
      /^Rondo 3 el 3, no agreement yet, la lasta\. /,
    )
    expect(language.voteLine({ name: "Ada", answer: true, confidence: 64, reasoning: "" })).toBe("Ada: jes, 64% sure")
  } finally {
    delete list.eo
  }
  const { passHint: _, ...incomplete } = english
  // @ts-expect-error a text is missing
  buildLanguage(incomplete)
})
