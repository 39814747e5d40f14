import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readChoice } from "./read-choice.ts"
import { type LanguageCode, languageCodes } from "./words/index.ts"

const plants = ["Wind power", "Solar power", "Do nothing"]

function read(text: string, options: readonly string[] = plants, code: LanguageCode = "en") {
  return readChoice({ text, options, language: { code } })
}

function block(choice: string, amount = "", confidence = "70") {
  return `[CHOICE]\n${choice}\n[AMOUNT]\n${amount}\n[CONFIDENCE]\n${confidence}\n[REASONING]\nIt is cheap.`
}

describe("blocks [duet.vote-markers]", () => {
  test("a complete block gives every field", () => {
    expect(read(block("Solar power", "$15,000", "80%"))).toEqual({
      reading: "markers",
      choice: "Solar power",
      amount: 15_000,
      confidence: 80,
      reasoning: "It is cheap.",
    })
  })

  test.each([
    "2",
    "2.",
    "#2",
    "(2)",
    "Option 2",
    "option 2: Solar power",
    "2. Solar power",
    "2) because it is cheap",
    "SOLAR POWER!",
    "**Solar power**",
    "Solar",
    "Solar power, not Wind",
    '"Solar power"',
  ])("%j is the second option", (said) => {
    expect(read(block(said))).toMatchObject({ reading: "markers", choice: "Solar power" })
  })

  test.each(["Wind power or Solar power", "1. Solar power", "7", "0", "number or text of your option", "", "Coal"])(
    "%j is none of the options",
    (said) => {
      expect(read(block(said)).reading).toBe("unreadable")
    },
  )

  const amounts: readonly (readonly [LanguageCode, string, number | undefined])[] = [
    ["en", "15,000", 15_000],
    ["es", "15.000", 15_000],
    ["es", "15 mil", 15_000],
    ["zh", "1万5千", 15_000],
    ["zh", "一万五千", 15_000],
    ["en", "none", undefined],
    ["en", "", undefined],
  ]
  test.each(amounts)("amount in the style of %s: %j [assembly.numbers]", (code, written, amount) => {
    const choice = read(block("1", written), plants, code)
    expect(choice).toMatchObject({ choice: "Wind power" })
    expect("amount" in choice ? choice.amount : undefined).toBe(amount)
  })

  test("the number may be written in the language's style [assembly.languages]", () => {
    expect(read(block("opción 3"), plants, "es")).toMatchObject({ choice: "Do nothing" })
    expect(read(block("选项二"), plants, "zh")).toMatchObject({ choice: "Solar power" })
    expect(read(block("第2个"), ["风能", "太阳能"], "zh")).toMatchObject({ choice: "太阳能" })
    expect(read(block("太阳能。"), ["风能", "太阳能"], "zh")).toMatchObject({ choice: "太阳能" })
  })

  test("the seat's own last block counts [traps.last-block] [across.no-forging]", () => {
    const mine = block("1")
    const theirs = block("2")
    const texts = [
      `${theirs}\n\nNo:\n${mine}`,
      `${theirs.replace(/^/gm, "> ")}\n\n${mine}`,
      `${mine}\n\n${theirs.replace(/^/gm, "> ")}`,
      `\`\`\`\n${theirs}\n\`\`\`\n${mine}`,
      `${mine}\n<<Round 2 · Other>>\n${theirs}`,
      `<<Round 2 · Other>>\n${theirs}\n\n${mine}`,
      `${mine}\nChoice: Solar power would be wrong.`,
      `${mine}\n${block("number or text of your option")}`,
    ]
    for (const text of texts) expect(read(text), text).toMatchObject({ reading: "markers", choice: "Wind power" })
  })
})

describe("objects [duet.vote-structured]", () => {
  test.each([
    ['{"choice": "Solar power", "amount": 12.5, "confidence": 60, "reasoning": "cheap"}', 12.5],
    ['Here: {"choice": 2, "amount": null, "confidence": 60, "reasoning": "cheap"}', undefined],
    ['```json\n{"choice": "2", "amount": "15,000", "confidence": "60%", "reasoning": "cheap"}\n```', 15_000],
    ['> {"choice": 1}\n\n{"choice": "solar power.", "confidence": 0.6, "reasoning": "cheap"}', undefined],
  ])("%j", (text, amount) => {
    const choice = read(text)
    expect(choice).toMatchObject({ reading: "structured", choice: "Solar power", confidence: 60, reasoning: "cheap" })
    expect("amount" in choice ? choice.amount : undefined).toBe(amount)
  })

  test("an object that names no option is not read", () => {
    expect(read('{"choice": "Coal"}').reading).toBe("unreadable")
    expect(read('{"choice": {"a": [1]}}').reading).toBe("unreadable")
  })
})

describe("prose [duet.vote-prose]", () => {
  const sentences: readonly (readonly [string, string | undefined])[] = [
    ["Solar power", "Solar power"],
    ["2", "Solar power"],
    ["I choose solar power.", "Solar power"],
    ['My vote goes to "Solar power".', "Solar power"],
    ["I vote for option 2.", "Solar power"],
    ["Solar power, not wind power.", "Solar power"],
    ["Solar power rather than wind power.", "Solar power"],
    ["I reject wind power and choose solar power.", "Solar power"],
    ["What about wind power? I choose solar power.", "Solar power"],
    ["If wind power fails we lose. I choose solar power.", "Solar power"],
    ["I say we do nothing.", "Do nothing"],
    ["Not wind power.", undefined],
    ["Wind power is not viable.", undefined],
    ["I like wind power, and I like solar power.", undefined],
    ["If wind power were cheaper…", undefined],
    ["Wind power?", undefined],
    ["I choose coal.", undefined],
    ["> I choose solar power.", undefined],
    ["", undefined],
  ]
  test.each(sentences)("%j", (text, choice) => {
    expect(read(text)).toMatchObject(
      choice === undefined ? { reading: "unreadable", text } : { reading: "inferred", choice },
    )
  })

  test.each([
    ["es", "Voto por la opción 2.", "太阳能"],
    ["es", "No elijo 风能, elijo 太阳能.", "太阳能"],
    ["zh", "我选择太阳能。", "太阳能"],
    ["zh", "我不选风能，我选太阳能。", "太阳能"],
    ["zh", "我支持选项2。", "太阳能"],
    ["zh", "太阳能，而不是风能。", "太阳能"],
  ] as const)("%s %j [assembly.languages]", (code, text, choice) => {
    expect(read(text, ["风能", "太阳能"], code)).toMatchObject({ reading: "inferred", choice })
  })

  test("an amount is read if there is only one number", () => {
    expect(read("I choose solar power with $15,000.")).toMatchObject({ choice: "Solar power", amount: 15_000 })
    expect(read("I vote for option 2 with 500.")).toMatchObject({ choice: "Solar power", amount: 500 })
    expect(read("I choose solar power with 10 or 20.")).not.toHaveProperty("amount")
  })

  test("of several amounts, the one right after the option counts", () => {
    expect(read("I choose solar power with $10,000, although Anna wanted $14,000.")).toMatchObject({ amount: 10_000 })
    expect(read("Anna wanted $14,000, but I choose solar power with $10,000.")).toMatchObject({ amount: 10_000 })
    expect(read("I vote for solar power. Amount: 40,000.")).toMatchObject({ choice: "Solar power", amount: 40_000 })
    const masses = ["A) 4.2 kg", "B) 5.8 kg"]
    expect(read("Answer: The amount of oxygen is B) 5.8 kg.", masses)).not.toHaveProperty("amount")
    expect(read("2 | $12,000 | 85%")).toMatchObject({ choice: "Solar power", amount: 12_000 })
    expect(read("I choose solar power, because 2 of 3 want it with 12000.")).not.toHaveProperty("amount")
    expect(read('{"principle": 2, "constraint_amount": 13000}')).toMatchObject({
      choice: "Solar power",
      amount: 13_000,
    })
  })
})

describe("options that are easily confused", () => {
  test("a longer name is not a mention of the shorter one", () => {
    expect(read("I choose wind power at sea.", ["Wind power", "Wind power at sea"])).toMatchObject({
      choice: "Wind power at sea",
    })
    expect(read(block("Wind power"), ["Wind power", "Wind power at sea"])).toMatchObject({ choice: "Wind power" })
  })
  test("names that differ only in punctuation", () => {
    expect(read(block("C++"), ["C", "C++"])).toMatchObject({ choice: "C++" })
    expect(read(block("c"), ["C", "C++"])).toMatchObject({ choice: "C" })
    expect(read("I choose C.", ["C", "C++"]).reading).toBe("unreadable")
  })
  test("names that are numbers", () => {
    expect(read(block("20"), ["10", "20", "30"])).toMatchObject({ choice: "20" })
    expect(read(block("3"), ["3", "2", "1"])).toMatchObject({ choice: "3" })
    expect(read(block("2"), ["2 years", "3 years"]).reading).toBe("unreadable")
  })
  test("names that are also answers or articles", () => {
    expect(read("I vote No.", ["Yes", "No"])).toMatchObject({ choice: "No" })
    expect(read("Not Yes.", ["Yes", "No"]).reading).toBe("unreadable")
    expect(read("A plan is a plan, so I pick B.", ["A", "B"])).toMatchObject({ choice: "B" })
    expect(read("I pick A.", ["A", "B"])).toMatchObject({ choice: "A" })
    expect(read(block("Option A"), ["A: cheap", "B: dear"])).toMatchObject({ choice: "A: cheap" })
  })
  test.each([
    ["Solution: A and C.\nSolution: C and E", "unreadable"],
    ["The answer is (F).\n\nFinal answer: The answer is (1) F, (2) D, (3) A.", "unreadable"],
    ["The estimated answer of 5 passes seems reasonable.", "unreadable"],
    ["The crucial step is:\n1. November 23 was a Tuesday.\nThat is enough.", "unreadable"],
    ["The answer is 5.", "E"],
    ["Final answer: E", "E"],
  ])("numbers and joined letters among lettered options: %j is %s", (text, choice) => {
    const answer = read(text, [..."ABCDEF"])
    expect(answer.reading === "unreadable" ? "unreadable" : answer.choice).toBe(choice)
  })
  test.each([
    ["en", "The answer is −3.", ["-3", "3", "6"], "-3"],
    ["en", "Answer: -3", ["3", "5", "7"], undefined],
    ["en", "The answer is $2\\sqrt{5}$.", ["2√5", "5"], undefined],
    ["en", "The answer is 5/2.", ["5", "2"], undefined],
    ["en", "The answer is 1,000.", ["1000", "100"], "1000"],
    ["en", "The answer is 0.50.", ["A) .5", "B) .7"], "A) .5"],
    ["en", "Answer: 50%", ["40 %", "50 %"], "50 %"],
    ["en", "My choice: 1", ["Wind", "(2)"], "Wind"],
    ["es", "La respuesta es 1.000.", ["1", "1000"], "1000"],
    ["zh", "答案是 1,000。", ["1", "1000"], "1000"],
  ] as const)("options that are numbers are distinguished by value: %s %j", (code, text, options, choice) => {
    const answer = read(text, options, code)
    expect("choice" in answer ? answer.choice : undefined).toBe(choice)
  })
  test.each([
    [["Answer A", "Answer B"], "The best answer is B.", "Answer B"],
    [["Answer A", "Answer B"], "Answer A is clearer.\n\nMy choice: A", "Answer A"],
    [["Answer A", "Answer B"], "I prefer answer B over answer A.", "Answer B"],
    [["Answer A", "Answer B"], "B", "Answer B"],
    [["Answer A", "Answer B"], "The answer needs a source.", undefined],
    [["Plan A", "Plan B", "Plan C"], "A plan is needed, and I choose Plan C.", "Plan C"],
    [["Plan A", "Plan B", "Plan C"], "We need a plan that works.", undefined],
    [["Plan A", "Plan B", "Plan C"], "Plan B is too slow. I vote for Plan A.", "Plan A"],
    [["Model 1", "Model 2"], "I choose model 2, which is cheaper.", "Model 2"],
    [["Model 1", "Model 2"], "My vote: 1", "Model 1"],
    [["Vitamin A", "Vitamin C", "Iron"], "I choose Vitamin C.", "Vitamin C"],
    [["Opción A", "Opción B"], "Elijo la opción A.", "Opción A"],
    [["方案A", "方案B"], "我选择方案B。", "方案B"],
  ] as const)("names that differ only in a label: %j, %j", (options, text, choice) => {
    const code = /[一-龥]/.test(text) ? "zh" : /opción/i.test(text) ? "es" : "en"
    const answer = read(text, options, code)
    expect(answer.reading === "unreadable" ? undefined : answer.choice).toBe(choice)
  })

  test("names without letters", () => {
    expect(read(block("👎"), ["👍", "👎"])).toMatchObject({ choice: "👎" })
  })
})

describe("labels, last lines and amounts", () => {
  const energy = ["A) Wind", "B) Sun, on roofs", "C) Do nothing: wait"]
  test.each([
    ["I choose A) Wind.", 0],
    ["I choose B) Sun, on roofs.", 1],
    ["After all that was said, C) Do nothing: wait is the best choice.", 2],
    ["B", 1],
    ["(B)", 1],
    ["**B**", 1],
    ["B) Sun", 1],
    ["Wind and sun both have merits.\n\nAnswer: B", 1],
    ["Final answer: **B**", 1],
    ["A) Wind is strong. B) Sun is steady.\n\nFinal answer: **B**", 1],
    ["A is loud (A), C is idle (C). (B)", 1],
    ["So it is settled.\n\n$\\boxed{B}$", 1],
    ["So it is settled.\n\nThe final answer is: $\\boxed{\\text{B}}$", 1],
    ["Some said (A), but the correct answer is (C).", 2],
    ["The answer is not A), it is B).", 1],
    ["[[A>>B]]", 0],
    ["Both are good.\n\nMy verdict: [[B>A]]", 1],
    ["I would say [[A<<C]]", 2],
    ["[[A=B]]", undefined],
    ["The answer is A or B.", undefined],
    ["A) Wind\nB) Sun, on roofs\nC) Do nothing: wait", undefined],
    ["The solution, I think, needs time.", undefined],
    ["A plan is needed.", undefined],
    ["B) Wind", undefined],
    ["The final answer remains:\n\nB) Sun, on roofs\n\nIt is cheap.\nIt is quick.\nIt is clean.", 1],
    ["I propose answer **A** as the correct one: it is cheap.", 0],
    ["The answer is stated as $\\boxed{A}$, with a value of 3.", 0],
    ["The answer to whether we should build is B) Sun, on roofs.", 1],
    ['The answer to "Is it cheap?" is… B) Sun, on roofs.', 1],
    ["A): Incorrect - too loud.\nB): Correct - it is steady.\nC): Incorrect - idle.", 1],
    ["It costs 12, which corresponds to option B.", 1],
    ["C) is a better answer than A).", 2],
    ["The answer is A and C.\nWind is loud.", undefined],
    ["Final answer: A, modified B (with more roofs), C", undefined],
    ["Correct answer: A) Wind, B) Sun, on roofs", undefined],
    ["I choose wind and sun on roofs.", undefined],
    ["The answer is B). The number A = 7/2 is given.", 1],
    ["The answer is right: the field is \\mathrm{~N / C} here.", undefined],
    [`${"Many things were said about this. ".repeat(12)}Wind was named.`, undefined],
    ["I propose A) Wind.\n\nThe correct answer is the opposite of option A.\n\nSolution: A", undefined],
    ["The answer is A) Wind.\nThe solution is not what option A says.\nThat is all.", undefined],
    ["We take our solution unit (10^3) for it.", undefined],
    ["The answer is in units of 10^3, as was said.", undefined],
    ["I ranked it as my top choice in round 1 already.", undefined],
    ["Of all plans (it was my choice), wind is loud. Sun, on roofs is not.", undefined],
    ["This solution gives a wind of change. Sun, on roofs does not.", undefined],
    ["The solution would be wind. Sun, on roofs is dear.", 0],
    ["(a) The cost is high.\n(b) The sun is free.\nSo much for the cost.", undefined],
    ["b", 1],
    ["b) Sun, on roofs", 1],
    ["Thank you all. (B) Sun. It is cheap.\nIt is loud.\nIt is quick.\nIt is clean.\nIt is near.", 1],
  ] as const)("%j", (text, place) => {
    const answer = read(text, energy)
    expect("choice" in answer ? answer.choice : undefined).toBe(place === undefined ? undefined : energy[place])
  })

  const lost = Array.from({ length: 40 }, (_, turn) => `as the answer is A is not what was asked ${turn % 3} and so`)
  const loop = `The answer is (B).\n\n${lost.join(" ")} the answer is A) Wind`
  test.each([
    [loop, undefined],
    [`${loop} and so.\n\nMy choice: (B)`, 1],
    [`It is steady. The answer is (B).${"\nThe answer is ...".repeat(40)}`, 1],
    [`It is steady.${"\nThe answer is (B).".repeat(40)}`, 1],
  ] as const)("a reply that ends in a loop: %j", (text, place) => {
    const answer = read(text, energy)
    expect("choice" in answer ? answer.choice : undefined).toBe(place === undefined ? undefined : energy[place])
  })

  test("words that a longer option adds to a shorter one's name are not ignored", () => {
    const principles = ["Average income", "Average with floor constraint"]
    const choiceOf = (text: string) => {
      const answer = read(text, principles)
      return "choice" in answer ? answer.choice : undefined
    }
    expect(choiceOf("Average income matters to me.")).toBe("Average income")
    expect(choiceOf("Average income matters to me. A high floor does as well.")).toBeUndefined()
    expect(choiceOf("I vote for average income with a dynamic floor.")).toBeUndefined()
    expect(choiceOf("Final answer: average income")).toBe("Average income")
  })

  test("a long reply that names one option counts if the name is no everyday word", () => {
    const talk = Array.from({ length: 20 }, (_, turn) => `Much was said in turn ${turn}.`).join(" ")
    const principles = ["Maximizing average with floor constraint", "Wind"]
    expect(read(`${talk} Maximizing average with a floor constraint is just.`, principles)).toMatchObject({
      choice: principles[0],
      confidence: 45,
    })
    expect(read(`${talk} Wind is just.`, principles).reading).toBe("unreadable")
  })

  test.each([
    ["en", "I'm still leaning towards solar power.", 1],
    ["en", "Solar power is the way to go.", 1],
    ["en", "You are leaning towards solar power. I still prefer proposal 1.", 0],
    ["es", "Me inclino por la propuesta 2.", 1],
    ["es", "Mi preferencia sigue siendo solar power.", 1],
    ["zh", "我倾向于提案2。", 1],
    ["zh", "我们选择一个更好的方案。", undefined],
    ["zh", "我选一。", 0],
  ] as const)("%s %j", (code, text, place) => {
    const answer = read(text, plants, code)
    expect("choice" in answer ? answer.choice : undefined).toBe(place === undefined ? undefined : plants[place])
  })

  test.each(["Wind, at sea", "Sun (on roofs)", "Tide: north", "Wait [a year]", "Dams – small"])(
    "an option with punctuation is found in a sentence: %j",
    (option) => {
      const options = [option, "Coal", "Oil"]
      for (const said of [
        `I choose ${option}.`,
        `I vote for ${option} because it is cheap.`,
        `Not Coal, but ${option}.`,
      ]) {
        expect(read(said, options), said).toMatchObject({ choice: option })
      }
    },
  )

  test("letters that the topic gives to the options are used, whatever their order on the ballot", () => {
    const topic = "Which?\nA) Wind power\nB) Solar power\n(C) Do nothing"
    const asked = ["Do nothing", "Wind power", "Solar power"]
    const choiceOf = (text: string, listed = topic) =>
      readChoice({ text, options: asked, topic: listed, language: { code: "en" } })
    for (const text of ["Answer: B", "The answer is (B).", "$\\boxed{B}$", "B) Solar power", "3"]) {
      expect(choiceOf(text), text).toMatchObject({ choice: "Solar power" })
    }
    expect(choiceOf("B) Wind power").reading).toBe("unreadable")
    expect(choiceOf("Answer: B", "Which?\nA) Wind power\nB) Coal").reading).toBe("unreadable")
    // The ballot's numbers count, not those of the topic.
    expect(choiceOf("Answer: 1", topic.replace("A)", "1)"))).toMatchObject({ choice: "Do nothing" })
  })

  test("a negation within an option's own words does not reject the option", () => {
    const answers = ["A) He can pay; it costs 2", "B) He cannot pay; it costs 2", "C) He cannot pay; it costs 3"]
    expect(read("The correct answer is B) He cannot pay; it costs 2.", answers)).toMatchObject({ choice: answers[1] })
  })

  test("articles within an option's words are optional", () => {
    const principles = ["Average income", "Average with floor constraint", "The floor of a house"]
    expect(read("I choose average with a floor constraint.", principles)).toMatchObject({ choice: principles[1] })
    expect(read("I choose the average income with a floor constraint.", principles)).toMatchObject({
      choice: principles[1],
    })
    expect(read("I choose floor of house.", principles)).toMatchObject({ choice: principles[2] })
  })

  test.each([
    ["en", "Answer: 3"],
    ["en", "I weighed all of them.\n\nAnswer: 3"],
    ["en", "Final answer: **3**"],
    ["en", "My private ballot choice is: 3"],
    ["es", "Mi elección: 3"],
    ["es", "Los he sopesado todos.\n\nMi elección: 3"],
    ["es", "Respuesta final: **3**"],
    ["zh", "我的选择：3"],
    ["zh", "我都考虑过了。\n\n我的选择：3"],
    ["zh", "最终答案：**3**"],
  ] as const)("%s %j is the third option, without an amount", (code, text) => {
    const answer = read(text, plants, code)
    expect(answer).toMatchObject({ choice: "Do nothing" })
    expect(answer).not.toHaveProperty("amount")
  })

  test.each([
    ["en", "3 | 12000", 12_000],
    ["en", "3 | 20000", 20_000],
    ["en", "3 | 8000", 8_000],
    ["en", "3 | $12,000", 12_000],
    ["en", "My private ballot choice: **3** | $15,000", 15_000],
    ["en", "My choice is **3**. | $15,000", 15_000],
    ["en", "3 | I choose **Do nothing**.\n\nMy constraint amount is **$13,000**.", 13_000],
    ["en", "3 | It was a long talk with 5 rounds and 4 of us.\n\n**$30000**", 30_000],
    ["en", '3 | ```json\n{"principle": 3, "amount": 12500}\n```', 12_500],
    ["en", "[CHOICE]\n3 | 12000", 12_000],
    ["en", '{"choice": "3 | 12000"}', 12_000],
    ["es", "3 | $12,000", 12_000],
    ["es", "Mi elección de voto privado es: 3 | 48.000", 48_000],
    ["es", '```json\n{"respuesta": "3"}\n``` | Lo explico.\n\nMi cantidad de restricción: 50000', 50_000],
    ["zh", "3 | 我选择将约束金额设定为：$10,000。", 10_000],
  ] as const)("a stated amount is kept: %s %j", (code, text, amount) => {
    expect(read(text, plants, code)).toMatchObject({ choice: "Do nothing", amount })
  })

  test('an option that belongs to "you" is not chosen', () => {
    const principles = ["Maximizing the floor income", "Maximizing average income", "Average income with a floor"]
    for (const rest of ["…", " the poorest matter more to me."]) {
      const text = `I understand your focus on maximizing average income. However${rest}`
      expect(read(text, principles).reading, text).toBe("unreadable")
    }
    expect(read("I understand your focus on wind power. However, the cost is high.").reading).toBe("unreadable")
    expect(read("I understand your focus on wind power. However, I prefer solar power.")).toMatchObject({
      choice: "Solar power",
    })
  })
})

describe("any text", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          "[CHOICE]",
          "[AMOUNT]",
          "1",
          "2",
          "Wind power",
          "not",
          "{",
          '"choice":',
          "}",
          "\n",
          ">",
          "```",
          "<<",
          "?",
          "万",
        ),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join(" ")),
  )
  const optionLists = fc.oneof(
    fc.constant(plants),
    fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 6 }),
  )

  test("never throws; the choice is always one of the options, the confidence within its scale", () => {
    fc.assert(
      fc.property(texts, optionLists, fc.constantFrom(...languageCodes), (text, options, code) => {
        const answer = read(text, options, code)
        if (answer.reading === "unreadable") return answer.text === text
        return options.includes(answer.choice) && answer.confidence >= 0 && answer.confidence <= 100
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(["[CHOICE]", '{"choice":', "Wind power ", "1 ", "option "])("endless %j terminates", (piece) => {
    const text = piece.repeat(Math.ceil(5_000_000 / piece.length))
    expect(read(`${text}\n\n${block("2")}`)).toMatchObject({ reading: "markers", choice: "Solar power" })
  })
})
