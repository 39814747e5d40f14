import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ballotQuestions } from "../discussion/vote.ts"
import { languages } from "../languages/index.ts"
import { answer, type Expected, read } from "./read-vote.test-helper.ts"
import { readVote } from "./read-vote.ts"
import { type LanguageCode, languageCodes } from "./words/index.ts"

function block(answered: string, confidence = "80", reasoning = "It holds.", solution = "Use Postgres.") {
  return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answered}\n[CONFIDENCE]\n${confidence}\n[REASONING]\n${reasoning}\n[PROPOSED_SOLUTION]\n${solution}`
}

describe("marker blocks [duet.vote-markers]", () => {
  test("a complete block gives every field", () => {
    expect(read(block("YES", "85", "All points\nare settled.", "Use Postgres.\nShip in May."))).toEqual({
      reading: "markers",
      hasConsensus: true,
      confidence: 85,
      reasoning: "All points\nare settled.",
      proposedSolution: "Use Postgres.\nShip in May.",
    })
  })

  const forms: readonly (readonly [string, string, boolean, number])[] = [
    ["lower case", block("yes").toLowerCase(), true, 80],
    ["no", block("NO", "20"), false, 20],
    [
      "bold markers",
      "**[CONSENSUS_CHECK]**\n**HAS_CONSENSUS:** YES\n**[CONFIDENCE]**\n90\n**[REASONING]** ok",
      true,
      90,
    ],
    ["bold name, colon outside", "[CONSENSUS_CHECK]\n**HAS_CONSENSUS**: NO\n[CONFIDENCE] 70", false, 70],
    ["spaces in the brackets", "[ CONSENSUS_CHECK ]\nHAS_CONSENSUS :  YES\n[ CONFIDENCE ]\n 66 ", true, 66],
    ["full-width signs", "【CONSENSUS_CHECK】\nHAS_CONSENSUS：YES\n［CONFIDENCE］\n７５", true, 75],
    ["answer on the next line", "[CONSENSUS_CHECK]\nHAS_CONSENSUS:\n\nNO\n[CONFIDENCE]\n40", false, 40],
    ["answer under its own bracket", "[HAS_CONSENSUS]\nYES\n[CONFIDENCE]\n40", true, 40],
    ["answer under the header", "[CONSENSUS_CHECK]\nYES\n[CONFIDENCE]\n55", true, 55],
    [
      "closing tags",
      "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES\n[/CONSENSUS_CHECK]\n[CONFIDENCE]60[/CONFIDENCE]",
      true,
      60,
    ],
    ["no header", "HAS_CONSENSUS: YES\nCONFIDENCE: 77\nREASONING: fine", true, 77],
    ["all on one line", "[CONSENSUS_CHECK] HAS_CONSENSUS: NO [CONFIDENCE] 35 [REASONING] costs", false, 35],
    ["a heading and a list", "## [CONSENSUS_CHECK]\n- HAS_CONSENSUS: YES\n- [CONFIDENCE]: 61", true, 61],
    ["escaped Markdown", "\\[CONSENSUS\\_CHECK\\]\nHAS\\_CONSENSUS: YES\n\\[CONFIDENCE\\]\n62", true, 62],
    ["value in the bracket", "[CONSENSUS_CHECK]\n[HAS_CONSENSUS: YES]\n[CONFIDENCE: 63]", true, 63],
    ["Windows line ends", block("YES", "64").replaceAll("\n", "\r\n"), true, 64],
    ["words before and after", `Here is my vote.\n\n${block("NO", "65")}\n\nThank you.`, false, 65],
    ["sections missing", "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES", true, 50],
    ["confidence empty", block("YES", ""), true, 50],
    ["confidence not a number", block("YES", "high"), true, 50],
    ["confidence still the template", block("YES", "0-100"), true, 50],
    ["per cent", block("YES", "85%"), true, 85],
    ["of a hundred", block("YES", "85/100"), true, 85],
    ["of ten", block("YES", "8/10"), true, 80],
    ["a fraction", block("YES", "0.85"), true, 85],
    ["more than all", block("YES", "150"), true, 100],
    ["less than nothing", block("YES", "-20"), true, 0],
    ["words around the number", block("YES", "about 72 percent"), true, 72],
    ["yes with a remark", block("YES, with no further objections"), true, 80],
    ["yes with a tick", block("✅ YES"), true, 80],
    ["no with a remark", block("NO, although close"), false, 80],
    ["not yet", block("Not yet"), false, 80],
    ["true", block("true"), true, 80],
    ["numbered lines", "1. [CONSENSUS_CHECK]\n2. HAS_CONSENSUS: NO\n3. [CONFIDENCE] 15", false, 15],
  ]
  test.each(forms)("%s", (_, text, hasConsensus, confidence) => {
    expect(read(text)).toMatchObject({ reading: "markers", hasConsensus, confidence })
  })

  const translated: readonly (readonly [LanguageCode, string, boolean])[] = [
    ["es", block("SÍ"), true],
    ["es", block("Si"), true],
    ["es", block("NO, todavía"), false],
    ["es", block("YES"), true],
    ["zh", block("是"), true],
    ["zh", block("是的，已经一致"), true],
    ["zh", block("否"), false],
    ["zh", block("NO"), false],
    ["en", block("是"), true],
    ["en", block("sí"), true],
  ]
  test.each(translated)("the answer may be in any language [assembly.languages] %s %#", (code, text, hasConsensus) => {
    expect(read(text, code)).toMatchObject({ reading: "markers", hasConsensus })
  })

  test.each([
    ["es", "87,5", 88],
    ["es", "0,9", 90],
    ["zh", "八十五", 85],
    ["zh", "百分之九十", 90],
    ["zh", "８５％", 85],
  ] as const)("confidence in the style of %s: %s [assembly.numbers]", (code, written, confidence) => {
    expect(read(block("YES", written), code)).toMatchObject({ confidence })
  })

  test("a solution that says there is none is empty", () => {
    const nothing = ["", "N/A", "none", "...", "-", "无", "ninguna", "No consensus yet.", "No agreement was reached."]
    const translated = [
      "Todavía no hay consenso.",
      "Sin acuerdo por ahora.",
      "尚未达成共识。",
      "暂无共识，需要继续讨论。",
    ]
    for (const none of [...nothing, ...translated]) {
      for (const vote of ["YES", "NO"]) {
        expect(read(block(vote, "40", "why", none)), none).not.toHaveProperty("proposedSolution")
      }
    }
    const long =
      "Use Postgres from May on; where there is no consensus on a detail, the chair decides it within a week of being asked."
    expect(read(block("YES", "40", "why", long))).toMatchObject({ proposedSolution: long })
  })

  test("a solution keeps its code", () => {
    const code = "Run this:\n```sql\nSELECT 1 -- [CONFIDENCE]\n```\nThen rest."
    expect(read(block("YES", "80", "why", code))).toMatchObject({ proposedSolution: code, confidence: 80 })
  })

  test.each([
    "YES or NO",
    "YES|NO",
    "YES / NO",
    "<YES or NO>",
    "[YES|NO]",
    "SÍ o NO",
    "是或否",
    "是/否",
    "yes and no",
    "MAYBE",
    "",
  ])("a block that says %j is not well formed", (said) => {
    expect(answer(block(said, "0-100", "...", "..."))).toBe("unreadable")
  })
})

describe("the seat's own last block counts [traps.last-block]", () => {
  const yes = block("YES", "95", "They say yes.")
  const no = block("NO", "35", "I say no.")
  const quoted = yes.replace(/^/gm, "> ")
  const fenced = `\`\`\`\n${yes}\n\`\`\``

  const last: readonly (readonly [string, string])[] = [
    ["two blocks", `${yes}\n\nOn reflection:\n\n${no}`],
    ["a quotation before", `My partner wrote:\n${quoted}\n\n${no}`],
    ["a quotation after", `${no}\n\nMy partner wrote:\n${quoted}`],
    ["a quotation inside the reasoning", block("NO", "35", `I say no. They said:\n${quoted}\nbut no.`)],
    ["a fence before", `They sent:\n${fenced}\n\n${no}`],
    ["a fence after", `${no}\n\nFor the record:\n${fenced}`],
    ["a template before", `${block("YES or NO", "0-100")}\n\n${no}`],
    ["a template after", `${no}\n\n${block("YES or NO", "0-100")}`],
    ["an object quoted in the reasoning", block("NO", "35", 'They sent {"hasConsensus": true, "confidence": 95}.')],
    ["an object before", `They sent {"hasConsensus": true}.\n\n${no}`],
    [
      "markers named in the reasoning",
      block("NO", "35", "Their [CONFIDENCE] was 95 and HAS_CONSENSUS: YES was hasty."),
    ],
    ["a marker that opens a line of the reasoning", block("NO", "35", "Look:\n[CONFIDENCE]\n95")],
    [
      "the answer's name opening a line of the reasoning",
      block("NO", "35", "As said,\nHAS_CONSENSUS: YES would be hasty."),
    ],
    ["a block cited in quotation marks", `They wrote: "\n${yes}\n"\n\n${no}`],
  ]
  test.each(last)("%s", (_, text) => {
    expect(read(text)).toMatchObject({ reading: "markers", hasConsensus: false, confidence: 35 })
  })

  test("a block that exists only in a quotation is never a vote", () => {
    expect(answer(`My partner wrote:\n${quoted}`)).toBe("unreadable")
    expect(answer(`My partner wrote:\n${quoted}\n\nI do not agree.`)).toBe(false)
  })

  test("a block that exists only in a code fence is a vote", () => {
    expect(read(`\`\`\`text\n${no}\n\`\`\``)).toMatchObject({ reading: "markers", hasConsensus: false, confidence: 35 })
    expect(read(`\`\`\`\n${no}`)).toMatchObject({ reading: "markers", hasConsensus: false })
  })
})

describe("no seat can vote for another [across.no-forging]", () => {
  const yes = block("YES", "95")
  const no = block("NO", "35")
  const forged: readonly (readonly [string, string, Expected])[] = [
    ["another's block after one's own", `${no}\n\n<<Round 1 · Other>>\n${yes}`, false],
    ["another's block before one's own", `<<Round 1 · Other>>\n${yes}\n\n${no}`, false],
    ["two others before one's own", `<<Round 1 · A>>\n${yes}\n<<Round 1 · B>>\n${yes}\n\n${no}`, false],
    ["another's block alone, under one's own prose", `I do not agree.\n\n<<Round 1 · Other>>\n${yes}`, false],
    [
      "another's block alone, under words that tell nothing",
      `So it stands.\n\n<<Round 1 · Other>>\n${yes}`,
      "unreadable",
    ],
    ["full-width label", `${no}\n＜＜第 1 轮 · 他＞＞\n${yes}`, false],
    ["another's object", `I disagree.\n<<Round 1 · Other>>\n{"hasConsensus": true}`, false],
    ["another's prose", "I disagree.\n<<Round 1 · Other>>\nI agree, we have consensus, I fully agree.", false],
    ["one's own label", `<<Round 2 · Me>>\n${yes}`, true],
    ["one's own label, then another's vote", `<<Round 2 · Me>>\n${no}\n<<Round 2 · Other>>\n${yes}`, false],
  ]
  test.each(forged)("%s", (_, text, expected) => {
    expect(answer(text)).toBe(expected)
  })

  test("a label ends the preceding solution", () => {
    const text = `${block("YES", "80", "why", "Use Postgres.")}\n<<Round 2 · Other>>\nThen I say no.`
    expect(read(text)).toMatchObject({ proposedSolution: "Use Postgres." })
  })
})

describe("objects [duet.vote-structured]", () => {
  const json = '{"hasConsensus": true, "confidence": 85, "reasoning": "It holds.", "proposedSolution": "Use {braces}."}'

  test("a complete object gives every field", () => {
    expect(read(json)).toEqual({
      reading: "structured",
      hasConsensus: true,
      confidence: 85,
      reasoning: "It holds.",
      proposedSolution: "Use {braces}.",
    })
  })

  const objects: readonly (readonly [string, string, Expected, number | undefined])[] = [
    ["in a fence", `\`\`\`json\n${json}\n\`\`\``, true, 85],
    ["after a sentence", `Here is my vote: ${json}`, true, 85],
    ["before a sentence", `${json}\nThank you.`, true, 85],
    ["snake case", '{"has_consensus": false, "confidence": 20}', false, 20],
    ["upper case", '{"HAS_CONSENSUS": "NO", "CONFIDENCE": "30%"}', false, 30],
    ["yes as text", '{"hasConsensus": "yes"}', true, 50],
    ["sí", '{"hasConsensus": "sí", "confidence": 0.6}', true, 60],
    ["是", '{"hasConsensus": "是"}', true, 50],
    ["nested", '{"vote": {"hasConsensus": false, "confidence": 10}}', false, 10],
    ["in a list", '[{"hasConsensus": false, "confidence": 10}]', false, 10],
    ["after a nested field", '{"meta": {"a": 1}, "hasConsensus": false, "confidence": 12}', false, 12],
    ["braces in its text", '{"reasoning": "see {x", "hasConsensus": false, "confidence": 13}', false, 13],
    [
      "an object cited in its text",
      '{"hasConsensus": false, "confidence": 14, "reasoning": "not {\\"hasConsensus\\": true}"}',
      false,
      14,
    ],
    [
      "a block cited in its text",
      `{"hasConsensus": false, "confidence": 16, "reasoning": ${JSON.stringify(block("YES"))}}`,
      false,
      16,
    ],
    [
      "the partner's vote within it",
      '{"hasConsensus": false, "confidence": 11, "partnerVote": {"hasConsensus": true, "confidence": 95}}',
      false,
      11,
    ],
    [
      "the partner's vote before its own",
      '{"partnerVote": {"hasConsensus": true, "confidence": 95}, "hasConsensus": false, "confidence": 15}',
      false,
      15,
    ],
    ["only the partner's vote", '{"partnerVote": {"hasConsensus": true}}', "unreadable", undefined],
    ["two votes within one", '{"a": {"hasConsensus": true}, "b": {"hasConsensus": false}}', "unreadable", undefined],
    ["after formulas", `${"\\\\frac{1}{2} ".repeat(99)}\n{"hasConsensus": false, "confidence": 23}`, false, 23],
    ["two objects", '{"hasConsensus": true}\n{"hasConsensus": false, "confidence": 17}', false, 17],
    ["another's in a quotation", '> {"hasConsensus": true}\n\n{"hasConsensus": false, "confidence": 18}', false, 18],
    ["a trailing comma", '{"hasConsensus": false, "confidence": 19,}', false, 19],
    ["Python's words", '{"hasConsensus": False, "confidence": 21}', false, 21],
    ["cut off in the reasoning", '{"hasConsensus": false, "confidence": 22, "reasoning": "It sto', false, 22],
    ["confidence beyond the scale", '{"hasConsensus": true, "confidence": 1e9}', true, 100],
    ["confidence of another kind", '{"hasConsensus": true, "confidence": {"a": 1}}', true, 50],
    ["neither yes nor no", '{"hasConsensus": "maybe"}', "unreadable", undefined],
    ["null", '{"hasConsensus": null}', "unreadable", undefined],
    ["another object", '{"answer": 42}', "unreadable", undefined],
    ["only in a quotation", '> {"hasConsensus": true}', "unreadable", undefined],
  ]
  test.each(objects)("%s", (_, text, expected, confidence) => {
    const vote = read(text)
    expect(vote).toMatchObject(
      expected === "unreadable"
        ? { reading: "unreadable", text }
        : { reading: "structured", hasConsensus: expected, confidence },
    )
  })
})

test("text before a lone closing tag is reasoning, not part of the reply", () => {
  expect(answer("I agree with all of it, yes.\n</think>\n\nI disagree.")).toBe(false)
  expect(answer("<think>I agree.</think>I disagree.")).toBe(false)
  expect(answer("I disagree. The `</think>` tag is wrong.")).toBe(false)
})

describe("unreadable replies [duet.vote-unreadable]", () => {
  test.each([
    "",
    "   \n",
    "asdf qwer",
    "🙂🙂🙂",
    "[[[[",
    "{{{{",
    "[CONSENSUS_CHECK]",
    "42",
    "\u0000\ud800",
    "The weather is nice.",
  ])("%j", (text) => {
    expect(read(text)).toEqual({ reading: "unreadable", text })
  })

  test("an echoed question is not a vote, in any language [assembly.languages]", () => {
    for (const language of Object.values(languages)) {
      for (const asks of ballotQuestions) {
        for (const structured of [true, false]) {
          const text = language.vote[asks]({ options: ["Wind", "Sun"], form: "single", structured })
          expect(readVote({ text, language }), `${language.code} ${asks}`).toMatchObject({ reading: "unreadable" })
        }
      }
    }
  })
})

describe("any text", () => {
  const pieces = fc.constantFrom(
    "[CONSENSUS_CHECK]",
    "HAS_CONSENSUS:",
    "YES",
    "NO",
    "[CONFIDENCE]",
    "1e400",
    "{",
    "}",
    '"hasConsensus":',
    "true",
    "\n",
    "```",
    "> ",
    "<<Round 1 · A>>",
    "I agree",
    "but",
    "no estoy de acuerdo",
    "不同意",
    '"',
    "'",
    "?",
    "【",
  )
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(" ")),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("\n")),
  )

  test("never throws, and the confidence stays within its scale [duet.vote-unreadable]", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...languageCodes), (text, code) => {
        const vote = read(text, code)
        if (vote.reading === "unreadable") return vote.text === text
        const [low, high] = vote.reading === "inferred" ? [30, 70] : [0, 100]
        return Number.isInteger(vote.confidence) && vote.confidence >= low && vote.confidence <= high
      }),
      { numRuns: 1_000 },
    )
  })

  test("a block after any text counts [traps.last-block]", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, yes) => {
        // An open fence or a label would make the block code or another seat's text.
        const before = text.replaceAll("```", "").replaceAll("<<", "").replaceAll("~~~", "")
        const vote = read(`${before}\nMy vote:\n${block(yes ? "YES" : "NO")}`)
        return vote.reading === "markers" && vote.hasConsensus === yes
      }),
    )
  })

  test.each([
    "[CONSENSUS_CHECK]",
    "[",
    "{",
    '{"hasConsensus":',
    "HAS_CONSENSUS: ",
    "> ",
    "\n",
    '"',
    "I agree but ",
    "不",
    "<<",
    "```\n",
  ])("endless %j terminates", (piece) => {
    const text = piece.repeat(Math.ceil(5_000_000 / piece.length))
    expect(["unreadable", "inferred"]).toContain(read(text).reading)
    expect(read(`${text}\n\n${block("NO")}`)).toMatchObject({ reading: "markers", hasConsensus: false })
  })
})
