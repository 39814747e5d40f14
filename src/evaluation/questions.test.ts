import { describe, expect, test } from "vitest"
import { answerIn, isRight } from "./judge-answer.ts"
import { type EvalQuestion, parseQuestions } from "./questions.ts"

describe("questions", () => {
  test("are parsed from CSV with quotes, line breaks in cells and a column for each option", () => {
    const csv =
      '\uFEFFid,question,answer,category,A,B\r\nq1,"Which, of ""these"",\nis it?",b,law,Yes,No\r\n\r\nq2,Other?,Yes,,Yes,No\r\n'
    expect(parseQuestions(csv, "q.csv")).toEqual([
      { id: "q1", question: 'Which, of "these",\nis it?', options: ["Yes", "No"], answer: "No", category: "law" },
      { id: "q2", question: "Other?", options: ["Yes", "No"], answer: "Yes", category: "uncategorized" },
    ])
  })

  test("are parsed from CSV with one column of options, or without options", () => {
    expect(parseQuestions("question,options,answer\nHow many?,4 | 6 | 8,C\nWho?,,Ada\n", "q.csv")).toMatchObject([
      { id: "2", options: ["4", "6", "8"], answer: "8" },
      { id: "3", options: [], answer: "Ada" },
    ])
  })

  test("may have empty cells after the last column, and the same text with other options", () => {
    const csv = "question,A,B,answer\nWhich?,a,b,B,,\nWhich?,a,c,A\n"
    expect(parseQuestions(csv, "q.csv").map(({ answer }) => answer)).toEqual(["b", "a"])
  })

  test("are parsed from JSON Lines", () => {
    const lines =
      '{"question":"How many?","options":[4,6,8],"answer":8,"category":"nature"}\n\n{"question":"2+2?","answer":4}\n'
    expect(parseQuestions(lines, "q.jsonl")).toMatchObject([
      { options: ["4", "6", "8"], answer: "8", category: "nature" },
      { options: [], answer: "4" },
    ])
  })

  test.each([
    ["question,category\nWhy?,law", /q: has no column answer/],
    ["question,answer\nWhy?,", /q:2: `answer` must not be empty/],
    ["question,options,answer\nWhy?,a|b,c", /q:2: `answer` "c" is neither an option nor the letter of one/],
    ["question,options,answer\nWhy?,a|a,a", /q:2: `options` must have at least two entries, all different/],
    ["id,question,answer\n1,Why?,a\n1,How?,b", /the id "1" is used twice; ids must be unique/],
    ['{"question":"Why?"}', /q:1: `answer` is missing/],
    ['{"question":', /q:1: is not valid JSON/],
    ["question,answer\n", /has no questions/],
    ['{"question":"Why?","answer":"a"}\nnull', /q:2: must be an object, not null/],
    ['[{"question":"Why?","answer":"a"}]', /q: is a JSON array; write one JSON object per line/],
    ["question;answer\nWhy?;a", /q: has no column question or answer;.* separated by commas/],
    ['question,answer\n"Why?,a\nHow?,b', /q:2: has an unclosed quote/],
    ["\uFEFF \n", /q: is empty/],
    [
      "question,A,B,answer\nWhy, then?,a,b,B",
      /q:2: has 5 cells for 4 columns; put a cell that contains a comma in quotes/,
    ],
    [
      "question,options,answer\nWhy?,a|b,a\nHow?,a|b,a\nWhy?,a|b,a",
      /q:4: repeats the question of line 2; it would count twice/,
    ],
    ['{"question":"Why?","options":"a|b","answer":"a"}', /q:1: `options` must be a list/],
    ['{"question":"Why?","answer":{}}', /q:1: `answer` must be a text or a number/],
  ])("%j is refused with the line and the reason", (text, message) => {
    expect(() => parseQuestions(text, "q")).toThrow(message)
  })
})

describe("answers", () => {
  const open = (answer: string): EvalQuestion => ({ id: "1", question: "?", options: [], answer, category: "all" })

  test.each([
    ["42", "So it is 6 * 7 = 42.", true],
    ["42", "Answer: 1 is wrong.\n**Answer:** 42", true],
    ["1200", "That makes 1,200", true],
    ["42", "43", false],
    ["Paris", "Answer: **Paris**.", true],
    ["Paris", "Answer: London", false],
    ["Paris", "It is well known.\n**Answer:**\nParis", true],
    ["Paris", "", false],
  ])("%j is judged in %j: %s", (answer, text, right) => {
    expect(isRight(answerIn(text, open(answer)), open(answer))).toBe(right)
  })

  test("to a question with options are one of the options", () => {
    const question = { ...open("B"), options: ["A", "B"] }
    expect(isRight(answerIn("B", question), question)).toBe(true)
    expect(answerIn("neither", question)).toBeNull()
  })
})
