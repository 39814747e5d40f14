import { describe, expect, test } from "vitest"
import { answerIn, isRight } from "./judge-answer.ts"
import { type EvalQuestion, parseQuestions } from "./questions.ts"

describe("questions", () => {
  test("come from CSV with quotes, line ends in cells and a column for each option", () => {
    const csv =
      '\uFEFFid,question,answer,category,A,B\r\nq1,"Which, of ""these"",\nis it?",b,law,Yes,No\r\n\r\nq2,Other?,Yes,,Yes,No\r\n'
    expect(parseQuestions(csv, "q.csv")).toEqual([
      { id: "q1", question: 'Which, of "these",\nis it?', options: ["Yes", "No"], answer: "No", category: "law" },
      { id: "q2", question: "Other?", options: ["Yes", "No"], answer: "Yes", category: "all" },
    ])
  })

  test("come from CSV with one column of options, or without any", () => {
    expect(parseQuestions("question,options,answer\nHow many?,4 | 6 | 8,C\nWho?,,Ada\n", "q.csv")).toMatchObject([
      { id: "2", options: ["4", "6", "8"], answer: "8" },
      { id: "3", options: [], answer: "Ada" },
    ])
  })

  test("come from lines of JSON", () => {
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
    ["question,options,answer\nWhy?,a|a,a", /q:2: `options` must be at least two, and all different/],
    ["id,question,answer\n1,Why?,a\n1,How?,b", /the id "1" is there twice/],
    ['{"question":"Why?"}', /q:1: `answer` is missing/],
    ['{"question":', /q:1: is not JSON/],
    ["question,answer\n", /has no questions/],
    ['{"question":"Why?","answer":"a"}\nnull', /q:2: must be an object, not null/],
    ['[{"question":"Why?","answer":"a"}]', /q: is a list; write one JSON object on each line/],
    ["question;answer\nWhy?;a", /q: has no column question nor answer;.* with commas between them/],
    ['question,answer\n"Why?,a\nHow?,b', /q:2: has a quote that is never closed/],
  ])("%j is refused with the line and what is wrong", (text, message) => {
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
    ["Paris", "", false],
  ])("%j is judged in %j: %s", (answer, text, right) => {
    expect(isRight(answerIn(text, open(answer)), open(answer))).toBe(right)
  })

  test("of options is the option itself", () => {
    const question = { ...open("B"), options: ["A", "B"] }
    expect(isRight(answerIn("B", question), question)).toBe(true)
    expect(answerIn("neither", question)).toBeNull()
  })
})
