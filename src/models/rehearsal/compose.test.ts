import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Entry } from "../../core/discussion/history.ts"
import { languageFor } from "../../core/languages/index.ts"
import type { Ask } from "../../core/prompting/seat-view.ts"
import { readPass } from "../../core/speaking/read-pass.ts"
import { compose, phrasesFor } from "./index.ts"
import { en } from "./phrases/en.ts"
import { ada, answer, contents, discussion, lin, said, seat, turnAsk, view } from "./rehearse.test-helper.ts"
import { anchorOf, pointsIn } from "./scene.ts"

const hive = [
  seat("d", "Dee", { role: "divergent", model: "rehearsal/curious" }),
  seat("c", "Con", { role: "convergent" }),
  seat("k", "Cato", { role: "critical", model: "rehearsal/sceptic" }),
]
const panel = [
  seat("m", "Mara", { role: "manager" }),
  seat("l", "Leo", { role: "leader", model: "rehearsal/bold" }),
  seat("s", "Sue", { role: "specialist", model: "rehearsal/curious" }),
]
const queen = seat("q", "Queen", { role: "queen" })
const later: typeof turnAsk = { ...turnAsk, first: false }

describe("texts of rehearsal models [models.rehearsal] [models.rehearsal-reacts]", () => {
  test("differ by seed, seat, topic, round and temperament", async () => {
    const texts = await Promise.all([
      answer(view()),
      answer(view({ seed: 2 })),
      answer(view({ seat: seat("b", "Lin") })),
      answer(view({ topic: "Should the town make its centre car-free?" })),
      answer(view({ round: 2, ask: later, entries: [said("a", "I would go with “tabs”."), said("b", "Why?")] })),
      answer(view({ seat: seat("a", "Ada", { model: "rehearsal/terse" }) })),
    ])
    expect(new Set(texts).size).toBe(texts.length)
  })

  test("name the sides of the question", async () => {
    expect(await answer(view())).toMatch(/“(?:tabs|spaces)”/)
  })

  test("respond to other seats by name", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const seats = [ada, lin]
      const spoken = contents(await discussion({ seed, seats, topic: "How do we reduce flaky tests?" }, 3))
      expect(spoken.filter((text, index) => index > 0 && /Ada|Lin/.test(text)).length).toBeGreaterThanOrEqual(3)
    }
  })

  test("quote a person's own words", async () => {
    const pat = seat("p", "Pat", { kind: "human", role: "user" })
    const entries = [said("p", "I worry that we try to please everybody at once.")]
    const text = await answer(view({ seats: [...panel, pat], entries }))
    expect(text).toContain("Pat")
    expect(text).toContain("“I worry that we try to please everybody at once”")
  })

  test("use the shown name, even if it is a pseudonym", async () => {
    const entries = [said("b", "I would go with “spaces”. With “spaces” we would see a result sooner.")]
    for (let seed = 0; seed < 10; seed += 1) {
      const text = await answer(view({ seed, entries, shownName: (id) => `Seat ${id}` }))
      expect(text).not.toContain("Lin")
    }
  })

  test("repeat no sentence in a discussion of three rounds", async () => {
    for (const language of ["en", "es", "zh"]) {
      for (let seed = 0; seed < 10; seed += 1) {
        const texts = contents(
          await discussion({ seed, language, topic: "Should we go remote?", seats: [ada, lin] }, 3),
        )
        const sentences = texts.join("\n").split(/(?<=[.?!])\s+|(?<=[。？！])|\n+/)
        const long = sentences.filter((sentence) => sentence.length > (language === "zh" ? 8 : 20))
        expect(long).toEqual([...new Set(long)])
      }
    }
  })

  test("a panel turn is one paragraph without a bracket", async () => {
    const topic = "[URGENT]\n\nSpeaker: what should the first [release] contain?"
    for (let seed = 0; seed < 15; seed += 1) {
      for (const text of contents(await discussion({ seed, topic, seats: panel }, 3))) {
        expect(text).not.toMatch(/\[|\n\s*\n|Speaker:/)
        expect(text.length).toBeGreaterThan(30)
      }
    }
  })

  test("in a hive some seats pass, and finally all do, in words that are read as passes", async () => {
    let passes = 0
    for (let seed = 0; seed < 20; seed += 1) {
      const entries = await discussion({ seed, mayPass: true, seats: hive, topic: "Should we go remote?" }, 6)
      for (const entry of entries) {
        if (entry.kind !== "turn") continue
        const read = readPass({ text: entry.turn.content, language: languageFor("en") })
        expect(read.kind).toBe(entry.turn.passed ? "pass" : "contribution")
        if (entry.turn.roundNumber <= 3 && entry.turn.passed) passes += 1
        if (entry.turn.roundNumber === 6) expect(entry.turn.passed).toBe(true)
      }
    }
    expect(passes / 20).toBeGreaterThan(0.7)
    expect(passes / 20).toBeLessThan(3)
  })

  test("no seat passes if it may not, or in the first round", async () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const may = await compose(view({ seed, ask: { ...turnAsk, mayPass: true } }), {
        id: "rehearsal/terse",
        structured: false,
      })
      const mayNot = await compose(view({ seed, round: 7, ask: later }), {
        id: "rehearsal/terse",
        structured: false,
      })
      for (const text of [may, mayNot])
        expect(readPass({ text, language: languageFor("en") }).kind).toBe("contribution")
    }
  })

  test("a person's comment is answered, not ignored", async () => {
    const entries = [
      said("d", "A first word.", 1),
      {
        kind: "interjection",
        interjection: {
          id: "i",
          author: "Pat",
          content: "What about the night shift, then?",
          roundNumber: 7,
          timestamp: 0,
        },
      } as const,
    ]
    const ask: Ask = { ...later, mayPass: true }
    expect(await answer(view({ seats: hive, round: 8, rounds: 9, entries, ask }))).toContain("Pat")
  })

  test("the synthesis has an answer, reasons with names, doubts and dissent", async () => {
    const seats = [...hive, queen]
    const topic = "Should we keep the monolith or split it into services?"
    const entries = await discussion({ mayPass: true, seats, topic }, 3)
    const text = await answer(view({ seats, seat: queen, topic, entries, round: 3, ask: { kind: "synthesis" } }))
    for (const part of ["**Reasons**", "**Doubts to keep in view**", "**Dissent**", "**Next step**", "Cato"]) {
      expect(text).toContain(part)
    }
    expect(text.split("\n")[0]).toMatch(/monolith/)
  })

  test("a queen alone makes small talk, and answers real questions", async () => {
    const alone = { seats: [queen], ask: { kind: "synthesis" } } as const
    expect(await answer(view({ ...alone, topic: "Hello there!" }))).toMatch(/rehearsal/)
    expect(await answer(view({ ...alone, topic: "Tabs or spaces?" }))).toMatch(/“(?:tabs|spaces)”/)
  })

  test("some statements of an assembly are too short, and long enough after a retry", async () => {
    const ask: typeof turnAsk = { ...later, minLength: 50 }
    let short = 0
    for (let seed = 0; seed < 60; seed += 1) {
      const member = seat("a", "Ada", { model: "rehearsal/terse" })
      const base = view({
        seed,
        seat: member,
        round: 2,
        ask,
        entries: [said("b", "I would go with “tabs”.")],
      })
      const text = await answer(base)
      if (text.length < 50) short += 1
      const again = await answer({ ...base, attempt: 2, ask: { ...ask, clarify: "too_short" } })
      expect(again.length).toBeGreaterThanOrEqual(50)
      expect(again.split(/\s+/).length).toBeLessThanOrEqual(200)
    }
    expect(short).toBeGreaterThan(3)
    expect(short).toBeLessThan(40)
  })

  test("a chair chooses a seat that has not just spoken", async () => {
    const ask: Ask = { kind: "choose", candidates: ["a", "b"] }
    expect(await answer(view({ ask, entries: [said("a", "I have spoken.")] }))).toBe("Lin")
  })

  test("work in Spanish and Mandarin", async () => {
    for (let seed = 0; seed < 10; seed += 1) {
      for (const seats of [hive, panel, [ada, lin]]) {
        const mayPass = seats === hive
        const spanish = contents(
          await discussion({ seed, mayPass, seats, language: "es-MX", topic: "¿Tabuladores o espacios?" }, 2),
        )
        for (const text of spanish)
          expect(text).not.toMatch(/\b(?:the|would|with|and)\b|(?<!\p{L})(?:de|a) el |\{|undefined/iu)
        const mandarin = contents(
          await discussion({ seed, mayPass, seats, language: "zh", topic: "应该用制表符还是空格？" }, 2),
        ).join("")
        const han = mandarin.match(/\p{Script=Han}/gu)?.length ?? 0
        const letters = mandarin.match(/\p{L}/gu)?.length ?? 1
        expect(han / letters).toBeGreaterThan(0.85)
      }
    }
  })

  test("a seat speaks its own language at a table in another one", async () => {
    const own = seat("a", "Ada", { language: "zh" })
    expect(await answer(view({ seats: [own, lin] }))).toMatch(/\p{Script=Han}{4}/u)
  })

  test("no seat contradicts a seat with the same answer, moves to its own position, or argues against itself", async () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const seats = [ada, lin, seat("c", "Cy", { model: "rehearsal/sceptic" })]
      const topic = "PostgreSQL or MongoDB?"
      const answers = ["PostgreSQL", "MongoDB"].map((side) => ({
        plan: side,
        label: `“${side}”`,
        side,
        good: [],
        bad: [],
      }))
      const entries = await discussion({ seed, seats, topic }, 4)
      const stands = new Map<string, string>()
      for (const [index, text] of contents(entries).entries()) {
        const name = seats[index % 3]!.name
        const named = [...text.matchAll(/(?:choose|prefer|stay with) “([^”]+)”/g)].at(-1)?.[1] ?? ""
        const own = /and keep “|a mix of the two\.$/.test(text) ? "a mix" : named
        const differs = /(\w+) would choose “[^”]+”; I would rather|differently from (\w+)/.exec(text)
        const other = stands.get(differs?.[1] ?? differs?.[2] ?? "")
        if (differs) expect({ text, same: other === own }).toEqual({ text, same: false })
        if (/convinced me|change my mind|come round|no longer insist/.test(text)) expect(own).not.toBe(stands.get(name))
        if (own !== "") stands.set(name, own)
        const heard = { seatId: name, name, round: 1, text, rehearsed: true }
        for (const { good, answer: about } of pointsIn(heard, en, answers)) {
          expect({ text, good, own: about?.side === stands.get(name) }).not.toEqual({ text, good: false, own: true })
        }
      }
    }
  })

  test("a topic is quoted without its trailing comma", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      for (const topic of ["Tea, or coffee, for the office?", "The office move, then", "咖啡，还是茶？"]) {
        const texts = contents(await discussion({ seed, topic, language: /[a-z]/.test(topic) ? "en" : "zh" }, 3))
        expect(texts.join("\n")).not.toMatch(/[,，;；:：.]\s*[”」»]|[“「«]\s*[,，]/)
      }
    }
  })

  test("two discussions of different topics share few sentences", async () => {
    const sentences = async (topic: string) =>
      new Set(contents(await discussion({ topic }, 3)).flatMap((text) => text.split(/(?<=[.?!])\s+/)))
    const rust = await sentences("Rust or Go?")
    const cars = await sentences("Should the town close its centre to cars?")
    expect([...rust].filter((sentence) => cars.has(sentence)).length).toBeLessThan(rust.size / 4)
  })

  test("a seat that changed its mind does not pass, so that no vote surprises the table", async () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const entries = await discussion({ seed, mayPass: true, seats: [ada, lin], topic: "Rust or Go?" }, 5)
      for (const seat of [ada, lin]) {
        const seats = [ada, lin]
        const ask: Ask = { kind: "vote", asks: "consensus", options: [], clarify: "unreadable_vote" }
        const vote = await answer(view({ seed, seats, seat, topic: "Rust or Go?", round: 5, entries, ask }))
        const solution = /"proposedSolution":"(.*?)"/.exec(vote)?.[1] ?? ""
        const own = entries.filter((one) => one.kind === "turn" && one.turn.seat === seat.id && !one.turn.passed)
        const last = contents(own).findLast((text) => /choose|begin with|mix|prefer|stay with/.test(text)) ?? ""
        const sides = /^(Rust|Go)$/.exec(solution)?.[1] ?? ""
        expect({ last, sides, said: last.includes(sides) || last.includes("a mix") }).toMatchObject({ said: true })
      }
    }
  })

  test.each([
    ["en", "Should we go remote?", "The future of our library", "Tabs or spaces?"],
    ["es", "¿Conviene abrir los domingos?", "¿Tabuladores o espacios?"],
    ["zh", "周末应该去爬山吗？", "应该用制表符还是空格？"],
  ])("seats that speak at the same time do not say the same sentences, in %s", async (language, ...topics) => {
    const seats = ["a", "b", "c", "d"].map((id) => seat(id, id.toUpperCase(), { model: "rehearsal/auto" }))
    const repeated: string[] = []
    let count = 0
    for (let seed = 0; seed < 20; seed += 1) {
      for (const topic of topics) {
        const entries: Entry[] = []
        for (let round = 1; round <= 4; round += 1) {
          const of = { seed, topic, seats, round, language, ask: { ...turnAsk, first: round === 1 } }
          const earlier = [...entries]
          const texts = await Promise.all(seats.map((one) => answer(view({ ...of, seat: one, entries: earlier }))))
          entries.push(...texts.map((text, at) => said(seats[at]!.id, text, round)))
          const sentences = texts.flatMap((text) => text.split(/(?<=[.?!。？！])\s*/u)).filter((one) => one.length > 5)
          repeated.push(...sentences.filter((one, at) => sentences.indexOf(one) < at))
          count += sentences.length
        }
      }
    }
    expect(repeated.length / count, repeated.slice(0, 30).join("\n")).toBeLessThan(0.01)
  })

  test("each seat returns a greeting once, unless it may pass", async () => {
    const greetings = contents(await discussion({ topic: "Hello!", seats: panel }, 1))
    expect(new Set(greetings).size).toBe(3)
    const passes = contents(await discussion({ topic: "Hello!", seats: hive, mayPass: true }, 2)).slice(1)
    for (const text of passes) expect(readPass({ text, language: languageFor("en") }).kind).toBe("pass")
  })

  test("a short answer is not matched inside another word", async () => {
    const entries = [said("b", "My answer is to wait; a good reason could still move me.")]
    for (let seed = 0; seed < 20; seed += 1) {
      const text = await answer(view({ seed, topic: "Should we go or wait?", seats: [ada, lin], entries }))
      expect(text).not.toContain("Lin would go")
    }
  })

  test("an answer that changes nothing is followed by no first step, in the record either", async () => {
    const topic = "Should we go remote?"
    const options = ["Yes", "No"]
    const stays = "I would leave it as it is."
    const starts = ["Let us agree on who begins.", "We should set a date for it.", ...en.start]
    for (let seed = 0; seed < 40; seed += 1) {
      const entries = [said("a", `${stays} Let us agree on who begins.`), said("b", `Like Ada, ${stays}`)]
      for (const one of [ada, lin]) {
        const of = { seed, topic, options, seats: [ada, lin, queen], entries }
        const turn = await answer(view({ ...of, seat: { ...one, role: "con" }, round: 3, ask: later }))
        const written = await answer(view({ ...of, seat: queen, round: 3, ask: { kind: "synthesis" } }))
        expect(starts.filter((step) => turn.includes(step))).toEqual([])
        expect(starts.filter((step) => written.includes(step))).toEqual([])
      }
    }
  })

  test.each([
    ["en", "Approve", "Request changes", "Reject"],
    ["en", "Accept as it is", "Accept with minor revisions", "Revise and resubmit", "Reject"],
    ["es", "Aprobar", "Revisar", "Rechazar"],
    ["zh", "批准", "修改", "驳回"],
  ])("verdicts of a review are not said to cost, grow or need maintenance, in %s", async (language, ...options) => {
    const { concerns } = await phrasesFor(language)
    const { cost, maintenance, growth, measure, newcomers } = concerns
    const unfit = [cost, maintenance, growth, measure, newcomers].flatMap(({ good, bad, ask, name }) =>
      [...good, ...bad, ask, name].map(anchorOf),
    )
    for (let seed = 0; seed < 20; seed += 1) {
      const texts = contents(await discussion({ seed, seats: panel, topic: "Review this.", options, language }, 3))
      expect(texts.length).toBe(9)
      for (const text of texts) expect(unfit.filter((words) => text.includes(words))).toEqual([])
    }
  })

  test("an author argues for acceptance", async () => {
    const author = seat("w", "Will", { role: "author" })
    const options = ["Reject", "Revise and resubmit", "Accept as it is"]
    expect(await answer(view({ seats: [author], options }))).toContain("accept as it is")
  })

  test("claim no facts", async () => {
    const texts: string[] = []
    for (let seed = 0; seed < 20; seed += 1)
      texts.push(...contents(await discussion({ seed, topic: "Should we go remote?" }, 4)))
    expect(texts.join("\n")).not.toMatch(
      /stud(?:y|ies)|research|statistic|per cent|percent|\d+ ?%|in my experience|as an expert/i,
    )
  })

  test("any topic and any record get a text", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ maxLength: 60 }),
      fc.constantFrom("", "[PASS]", "or", " or ", "¿", "还是", "- a\n- b", "<b>x</b>", "\ud800", "😀 or 🎉?"),
    )
    const entry = fc.record({
      role: fc.constantFrom("a", "b", "z"),
      content: text,
      round: fc.nat(12),
      passed: fc.boolean(),
    })
    const asks: readonly Ask[] = [
      turnAsk,
      { ...later, mayPass: true, minLength: 50 },
      { kind: "synthesis" },
      { kind: "vote", asks: "consensus", options: [] },
      { kind: "vote", asks: "call", options: [] },
      { kind: "vote", asks: "choice", options: ["one", "two"] },
      { kind: "vote", asks: "choice", options: [] },
      { kind: "choose", candidates: ["a", "b"] },
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.record({ topic: text, briefing: text, persona: text, name: text, seed: fc.integer(), round: fc.nat(14) }),
        fc.array(entry, { maxLength: 14 }),
        fc.constantFrom(...asks),
        fc.constantFrom("en", "es", "zh", "xx"),
        async (words, entries, ask, language) => {
          const self = seat("a", words.name, {
            briefing: words.briefing,
            persona: words.persona,
            model: "rehearsal/auto",
          })
          const { topic, seed, round } = words
          const of = view({ topic, seed, round, ask, language, seats: [self, lin] })
          const record = entries.map((one) => said(one.role, one.content, one.round, one.passed))
          const said1 = await compose({ ...of, entries: record }, { id: "rehearsal/auto", structured: false })
          expect(said1).not.toMatch(/\{[a-z0-9^]+\}|undefined/)
          if (ask.kind !== "choose") {
            expect(said1.length).toBeGreaterThan(0)
            expect(said1.isWellFormed()).toBe(true)
          }
          if (ask.kind === "turn") expect(said1.replace(/^\[(?:PASS|NO RESPONSE)\]$/, "")).not.toMatch(/\[|\n\n/)
        },
      ),
      { numRuns: 500 },
    )
  })

  test("very long text is not quoted in full", async () => {
    const long = "a very long story about nothing in particular, ".repeat(1_100)
    const text = await answer(view({ topic: long, entries: [said("b", long)] }))
    expect(text.length).toBeLessThan(2_000)
  })

  test("a seat that only objects counts for no answer, and a tally is no seat's own answer", async () => {
    const critic = seat("k", "Cato", { role: "critic" })
    const gatherer = seat("m", "Mara", { role: "moderator" })
    const entries = [
      said("a", "I would choose “Tabs”."),
      said("b", "Like Ada, I would choose “Tabs”."),
      said("m", "So far I count one for “Tabs” and one for “Spaces”. I stay with “Tabs”."),
      said("k", "I have an objection to “Tabs”. “Tabs” makes things more complicated."),
    ]
    const seats = [gatherer, ada, lin, critic]
    const text = await answer(view({ seats, round: 2, entries, options: ["Tabs", "Spaces"] }))
    expect(text).toContain("3 for “Tabs”")
    const counted = [...entries.slice(0, 1), said("m", "So far I count one for “Tabs” and one for “Spaces”.")]
    const asked = await answer(view({ seat: ada, seats, round: 2, entries: counted, options: ["Tabs", "Spaces"] }))
    expect(asked).not.toContain("Mara would")
  })

  test("the record names each dissenter once, and repeats no reason", async () => {
    const seats = [ada, lin, seat("c", "Cy")]
    const reason = "With “Tabs” we would see a result sooner."
    const entries = [
      said("a", `I would choose “Tabs”. ${reason}`),
      said("b", `Like Ada, I would choose “Tabs”. ${reason}`),
      said("c", "I would choose “Spaces”."),
    ]
    const turns = entries.flatMap((entry) => (entry.kind === "turn" ? [entry.turn] : []))
    const ask: Ask = { kind: "record", turns, ended: "", findings: false, problems: [] }
    const { why, dissent } = JSON.parse(await answer(view({ seats, entries, ask })))
    expect(why).toHaveLength(1)
    expect(dissent).toMatchObject([{ seat: "Cy", text: "Would choose “spaces”." }])
  })

  test("the record and the synthesis agree on an answer that all seats reached", async () => {
    const chair = seat("q", "Chair", { role: "chair" })
    const seats = [ada, lin, chair]
    const entries = [said("a", "I would choose “Tabs”."), said("b", "Like Ada, I would choose “Tabs”.")]
    const turns = entries.flatMap((entry) => (entry.kind === "turn" ? [entry.turn] : []))
    for (let seed = 0; seed < 8; seed++) {
      const about = view({ seat: chair, seats, entries, seed })
      const [synthesis, record] = [
        await answer({ ...about, ask: { kind: "synthesis" } }),
        await answer({ ...about, ask: { kind: "record", turns, ended: "", findings: false, problems: [] } }),
      ]
      for (const text of [synthesis, record]) expect(text).not.toContain("did not settle")
    }
  })

  test("a synthesis names no winner of a tie, or of a vote that a later agreement replaced", async () => {
    const chair = seat("q", "Chair", { role: "chair" })
    const of = {
      seat: chair,
      seats: [ada, lin, chair],
      options: ["Tabs", "Spaces"],
      ask: { kind: "synthesis" },
    } as const
    const apart = [said("a", "I would choose “Tabs”."), said("b", "I would choose “Spaces”.")]
    expect(await answer(view({ ...of, entries: apart }))).toContain("split between “Spaces” and “Tabs”")
    const ballot = (asks: string, result: object) => ({ kind: "ballot", ballot: { asks, votes: [], result } }) as never
    const entries = [
      ballot("choice", { passed: true, choice: "Spaces" }),
      said("a", "I would choose “Tabs”."),
      said("b", "I would choose “Tabs”."),
      ballot("consensus", { passed: true }),
    ]
    expect(await answer(view({ ...of, entries }))).not.toMatch(/vote on|“Spaces”/)
    const options = ["Tabs", "Tabs with spaces"]
    const voted = { asks: "choice", votes: [], options, result: { passed: true, choice: "Tabs with spaces" } }
    const long = await answer(view({ ...of, options, entries: [...apart, { kind: "ballot", ballot: voted } as never] }))
    expect(long).toContain("decided: choose “Tabs with spaces”")
  })

  test("no seat has a position on a greeting, in votes either", async () => {
    const vote: Ask = { kind: "vote", asks: "consensus", options: [] }
    for (let seed = 0; seed < 12; seed++) {
      const text = await answer(view({ topic: "Hello there", seed, ask: vote }))
      expect(text).toMatch(/YES|"hasConsensus":true/)
      expect(text).not.toMatch(/small step|properly|find out/)
    }
  })
})
