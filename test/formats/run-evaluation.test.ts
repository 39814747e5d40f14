import { ConclaveError, conclave, readRecording, replayModels } from "conclave"
import { type ScriptedModel, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { auditJudges, type Judgement } from "../../src/evaluation/judge-audit.ts"
import { parseQuestions } from "../../src/evaluation/questions.ts"
import { ResultCache } from "../../src/evaluation/result-cache.ts"
import { type Discuss, type EvaluationOptions, runEvaluation } from "../../src/evaluation/run-evaluation.ts"
import { summarizeEvaluation } from "../../src/evaluation/summarize-evaluation.ts"
import { writeHtmlReport, writeMarkdownReport } from "../../src/evaluation/write-evaluation-report.ts"

const questions = parseQuestions(
  [
    "question,options,answer,category",
    ...[1, 2, 3, 4].map((n) => `Question ${n}?,yes|no|maybe,A,${n > 2 ? "even" : "odd"}`),
  ].join("\n"),
  "questions.csv",
)

/** Answers questions up to a number correctly and the others with no. As a judge it prefers the first answer shown. */
function modelThatKnows(id: string, upTo: number, usage?: { cost: number }): ScriptedModel {
  return scriptedModel({
    id,
    replies: ({ view, prompt }) => {
      const number = Number(/Question (\d)/.exec(JSON.stringify(prompt))?.[1])
      const said = number <= upTo ? "yes" : "no"
      const spent = usage && { usage: { promptTokens: 10, cachedTokens: 0, completionTokens: 5, ...usage } }
      const reply = (text: string) => (spent ? { chunks: [text], ...spent } : text)
      const isJudging = JSON.stringify(prompt).includes("Which of the answers is best")
      if (view.ask.kind === "synthesis") return reply(`Answer: ${isJudging ? "A" : said}`)
      if (view.ask.kind !== "vote") return reply(`It is ${said}, says ${id}, for reasons of its own.`)
      if (view.ask.form === "scores") {
        const scores = view.ask.options.map((option, at) => `${option}: ${at === 0 ? 9 : 3}`)
        return reply(`[SCORES]\n${scores.join("\n")}\n[CONFIDENCE]\n80\n[REASONING]\nso`)
      }
      return reply(`[CHOICE]\n${said}\n[CONFIDENCE]\n80\n[REASONING]\nso`)
    },
  })
}

const models = [modelThatKnows("test/good", 3), modelThatKnows("test/fair", 2), modelThatKnows("test/poor", 1)]
const table = { format: "panel", seats: models.map(({ id }, at) => ({ name: `S${at}`, model: id })) } as const

function discussWith(own: ReadonlyArray<ScriptedModel>): Discuss & { count: number } {
  const discuss: Discuss & { count: number } = Object.assign(
    async (input: Parameters<Discuss>[0]) => {
      discuss.count++
      const run = conclave({ models: own, env: {} }).discuss(input)
      await run.outcome
      return run.state
    },
    { count: 0 },
  )
  return discuss
}

const evaluate = (options: Partial<EvaluationOptions> = {}) =>
  runEvaluation({ questions, table, discuss: discussWith(models), cache: new ResultCache(), ...options })

describe("an evaluation", () => {
  test("has the table, each model alone, and the best one called as often as the table", async () => {
    const run = await evaluate()
    expect(run).toMatchObject({ best: "test/good", asked: 4, failed: [] })
    const report = summarizeEvaluation(run, { title: "Try", seed: 1 })
    const [all, ...categories] = report.groups
    expect(all!.arms.map(({ arm, accuracy, calls }) => [arm, accuracy.mean, calls])).toEqual([
      ["table", 0.5, 6],
      ["best single", 0.75, 2],
      ["best single, as many calls", 0.75, 6],
    ])
    expect(all!.gains[0]).toMatchObject({ against: "best single", gain: { mean: -0.25 } })
    expect(categories.map(({ category, questions }) => [category, questions])).toEqual([
      ["odd", 2],
      ["even", 2],
    ])
    expect(report.models.map(({ accuracy }) => accuracy.mean)).toEqual([0.75, 0.5, 0.25])
    expect(report.questions[2]).toMatchObject({ right: "yes", table: "no", singles: { "test/good": "yes" } })
  })

  test("calls the best model as often as the table even if its first vote had to be asked twice", async () => {
    let votesAlone = 0
    const hesitant = scriptedModel({
      id: "test/good",
      replies: (call) => {
        const isFirstVote = call.view.ask.kind === "vote" && call.view.seat.name === "Solo" && votesAlone++ === 0
        if (call.view.ask.kind !== "vote") return "It is yes."
        return isFirstVote ? "Hm." : "[CHOICE]\nyes\n[CONFIDENCE]\n80\n[REASONING]\nso"
      },
    })
    const own = [hesitant, modelThatKnows("test/fair", 0), modelThatKnows("test/poor", 0)]
    const run = await evaluate({ discuss: discussWith(own), questions: questions.slice(0, 1) })
    expect(run.best).toBe("test/good")
    const [{ table: held, singles, repeated }] = run.questions as [(typeof run.questions)[0]]
    expect([held.calls, singles["test/good"]!.calls, repeated!.calls]).toEqual([6, 3, 7])
  })

  test("reuses cached results, and continues where it was interrupted", async () => {
    const written: string[] = []
    const first = discussWith(models)
    const whole = await evaluate({ discuss: first, cache: new ResultCache("", (line) => void written.push(line)) })
    const lines = written.join("")
    const again = discussWith(models)
    const repeated = await evaluate({ discuss: again, cache: new ResultCache(lines) })
    expect(again.count).toBe(0)
    expect(repeated).toEqual({ ...whole, spent: { calls: 0, tokens: 0 } })
    const rest = discussWith(models)
    const cut = lines.slice(0, lines.length / 2)
    expect((await evaluate({ discuss: rest, cache: new ResultCache(cut) })).questions).toEqual(whole.questions)
    expect(rest.count).toBeGreaterThan(0)
    expect(rest.count).toBeLessThan(first.count)
    // The next entry starts on a new line.
    const appended: string[] = []
    new ResultCache(cut, (line) => void appended.push(line)).set({ asked: 1 }, { found: true })
    expect(new ResultCache(cut + appended.join("")).get({ asked: 1 })).toEqual({ found: true })
  })

  test("stops when the budget runs out and reports the completed questions", async () => {
    const paid = [modelThatKnows("test/good", 3, { cost: 0.01 }), modelThatKnows("test/fair", 2, { cost: 0.01 })]
    const seats = paid.map(({ id }) => ({ name: id.slice(5), model: id }))
    const options = {
      discuss: discussWith(paid),
      table: { format: "panel", seats },
      concurrency: 1,
      audits: true,
    } as const
    const run = await evaluate({ ...options, budget: { dollars: 0.2 } })
    expect(run.stopped).toBe("budget")
    expect(run.spent.dollars).toBeLessThan(0.25)
    expect(run.questions.filter(({ repeated }) => repeated).length).toBeLessThan(4)
    expect(run.questions.length).toBeGreaterThan(0)
    expect(writeMarkdownReport(summarizeEvaluation(run, { title: "Try", seed: 1 }))).toContain("The budget ran out")
    // The report must not claim that there were no answers to judge.
    expect(run).not.toHaveProperty("judgements")
  })

  test("finishes some questions instead of starting all if the budget is small, and spends all of it", async () => {
    const paid = [modelThatKnows("test/good", 4, { cost: 0.01 }), modelThatKnows("test/fair", 4, { cost: 0.01 })]
    const seats = paid.map(({ id }) => ({ name: id.slice(5), model: id }))
    // A question costs 0.08: four calls at the table and two for each model alone.
    const asked = async (dollars: number) => {
      const own = { discuss: discussWith(paid), table: { format: "panel", seats }, concurrency: 4 } as const
      const { questions: done, spent, stopped } = await evaluate({ ...own, budget: { dollars } })
      // Parallel seats can exceed the budget by one call each.
      expect(spent.dollars).toBeLessThanOrEqual(dollars + 0.021)
      return { done: done.length, stopped }
    }
    expect(await asked(0.2)).toEqual({ done: 2, stopped: "budget" })
    expect(await asked(0.26)).toEqual({ done: 3, stopped: "budget" })
    expect(await asked(5)).toEqual({ done: 4, stopped: undefined })
  })

  test("lowers the concurrency if a question costs more than earlier ones", async () => {
    const dear = scriptedModel({
      id: "test/dear",
      replies: ({ view, prompt }) => {
        const cost = JSON.stringify(prompt).includes("Question 1") ? 0.001 : 0.05
        const text = view.ask.kind === "vote" ? "[CHOICE]\nyes\n[CONFIDENCE]\n80\n[REASONING]\nso" : "It is yes."
        return { chunks: [text], usage: { promptTokens: 10, cachedTokens: 0, completionTokens: 5, cost } }
      },
    })
    const seats = [{ model: "test/dear" }, { model: "test/dear" }]
    const { questions: done, stopped } = await evaluate({
      ...{ discuss: discussWith([dear]), table: { format: "panel", seats }, budget: { dollars: 0.8 } },
    })
    expect(stopped).toBe("budget")
    expect(done.length).toBeGreaterThanOrEqual(2)
  })

  test("keeps the table's own voting method, and takes the option that its chair names as the answer", async () => {
    const chaired = { table: { name: "own", extends: "panel", seats: table.seats, decision: { protocol: "chair" } } }
    for (const own of [{ ...table, decision: { protocol: "chair" } }, chaired] as EvaluationOptions["table"][]) {
      const inputs: Parameters<Discuss>[0][] = []
      const discuss: Discuss = (input) => {
        inputs.push(input)
        return discussWith(models)(input)
      }
      const run = await evaluate({ discuss, table: own, questions: questions.slice(0, 2) })
      expect(run.questions.map(({ table }) => table.answer)).toEqual(["yes", expect.stringMatching(/^(yes|no)$/)])
      expect(inputs[0]!.decision).not.toHaveProperty("decide")
    }
  })

  test("judges open questions by the text after “Answer:”, also of a model that was asked alone", async () => {
    const open = parseQuestions("question,answer\nWhat is 6 times 7?,42\nWhat is 6 times 8?,48\n", "open.csv")
    const topics = new Set<string>()
    const counting = (id: string) =>
      scriptedModel({
        id,
        replies: ({ view }) => {
          topics.add(view.topic)
          if (view.ask.kind !== "vote") return `${id} counts on its fingers.\nAnswer: 42`
          return "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES\n[CONFIDENCE]\n80\n[REASONING]\nso\n[PROPOSED_SOLUTION]\nAnswer: 42"
        },
      })
    const own = [counting("test/a"), counting("test/b")]
    const seats = own.map(({ id }) => ({ name: id.slice(5), model: id }))
    const run = await evaluate({ questions: open, discuss: discussWith(own), table: { format: "panel", seats } })
    for (const arm of summarizeEvaluation(run, { title: "Try", seed: 1 }).groups[0]!.arms)
      expect(arm, arm.arm).toMatchObject({ questions: 2, accuracy: { mean: 0.5 } })
    expect(run.questions[0]!.singles["test/a"]).toMatchObject({ answer: "42", isRight: true })
    for (const topic of topics) expect(topic).toMatch(/\?\n\nEnd with a line .*“Answer: /)
    const spanish = await evaluate({
      ...{ questions: open, discuss: discussWith(own), table: { format: "panel", seats, language: "es" } },
    })
    expect(spanish.questions).toHaveLength(2)
    expect([...topics].at(-1)).toContain("“Respuesta: ")
  })

  test("refuses a dollar budget if a model has no price", async () => {
    await expect(evaluate({ budget: { dollars: 1 } })).rejects.toThrow(/budget.dollars.*limit tokens/)
    const some = [modelThatKnows("test/good", 3, { cost: 0.01 }), modelThatKnows("test/fair", 2)]
    const seats = some.map(({ id }) => ({ name: id.slice(5), model: id }))
    const mixed = { discuss: discussWith(some), table: { format: "panel", seats } } as const
    await expect(evaluate({ ...mixed, budget: { dollars: 1 } })).rejects.toThrow(/no price for test\/fair,/)
    const [all] = summarizeEvaluation(await evaluate(mixed), { title: "Try", seed: 1 }).groups
    expect(all!.arms.map(({ dollars }) => dollars !== undefined)).toEqual([false, true, true])
  })

  test("leaves out failed questions, and stops at once if the table itself is invalid", async () => {
    const failing = scriptedModel({
      id: "test/poor",
      replies: () => ({ chunks: [], ends: new ConclaveError("MODEL_UNAVAILABLE", "broken") }),
    })
    const run = await evaluate({ discuss: discussWith([models[0]!, models[1]!, failing]), concurrency: 1 })
    expect(run.questions).toHaveLength(0)
    expect(run.failed).toHaveLength(4)
    await expect(evaluate({ table: { ...table, seats: [{ model: "test/none" }] } })).rejects.toThrow(/test\/none/)
  })

  test("works with recorded replies", async () => {
    const lines: string[] = []
    const recorded: Discuss = async (input) => {
      const run = conclave({ models, env: {}, record: (line) => void lines.push(line) }).discuss(input)
      await run.outcome
      return run.state
    }
    const original = await evaluate({ discuss: recorded })
    const replayed = replayModels(readRecording(lines))
    const seats = table.seats.map(({ name, model }) => ({ name, model: `replay/${model}` }))
    const discuss: Discuss = async (input) => {
      const run = conclave({ models: replayed, env: {} }).discuss(input)
      await run.outcome
      return run.state
    }
    const again = await evaluate({ discuss, table: { ...table, seats } })
    expect(again.questions.map(({ table, repeated }) => [table.answer, repeated?.answer])).toEqual(
      original.questions.map(({ table, repeated }) => [table.answer, repeated?.answer]),
    )
  })
})

test("the audit finds a judge that prefers the first answer shown", async () => {
  const run = await evaluate({ audits: true })
  const { audit = [] } = summarizeEvaluation(run, { title: "Try", seed: 1 })
  const scoring = audit.filter(({ kind }) => kind === "score")
  expect(scoring.map(({ judge }) => judge)).toEqual(models.map(({ id }) => id))
  for (const one of scoring) expect(one).toMatchObject({ changesWithOrder: 1, firstPlaceBonus: 6, judged: 4 })
  const chairs = audit.filter(({ kind }) => kind === "chair")
  expect(chairs).toHaveLength(3)
  for (const one of chairs) expect(one).toMatchObject({ changesWithOrder: 1, firstPlaceBonus: 10, judged: 4 })
})

test("the audit shows judges the whole answers, and finds one that prefers the longest", async () => {
  const wordy = (id: string, words: number) =>
    scriptedModel({
      id,
      replies: ({ view, prompt }) => {
        if (view.ask.kind !== "vote") return `${id} says yes because ${"it is so and ".repeat(words)}that is all.`
        if (view.ask.form !== "scores") return "[CHOICE]\nyes\n[CONFIDENCE]\n80\n[REASONING]\nso"
        const asked = JSON.stringify(prompt).replaceAll("\\n", "\n")
        const lengths = new Map(
          [...asked.matchAll(/· ([A-Z]\) answer \d)>>\n(.*)/g)].map(([, name, text]) => [name, text!.length]),
        )
        const scores = view.ask.options.map((option) => `${option}: ${lengths.get(option)! > 2_000 ? 9 : 2}`)
        return `[SCORES]\n${scores.join("\n")}\n[CONFIDENCE]\n80\n[REASONING]\nso`
      },
    })
  const some = [wordy("test/short", 60), wordy("test/long", 200)]
  const seats = some.map(({ id }, at) => ({ name: `S${at}`, model: id }))
  const run = await evaluate({ discuss: discussWith(some), table: { format: "panel", seats }, audits: true })
  const { audit = [] } = summarizeEvaluation(run, { title: "Try", seed: 1 })
  for (const one of audit.filter(({ kind }) => kind === "score"))
    expect(one).toMatchObject({ lengthCorrelation: expect.closeTo(1), changesWithOrder: 0, firstPlaceBonus: 0 })
  const [{ candidates }] = run.judgements as readonly [Judgement]
  expect(candidates.map(({ length }) => length)).toEqual(
    some.map(({ id }) => run.questions[0]!.singles[id]!.words!.length),
  )
})

test("in a tie every best answer counts, whatever the order of the models", () => {
  const tied = (isRight: readonly boolean[], inOrder: readonly number[], reversed: readonly number[]): Judgement => ({
    ...{ question: "1", judge: "test/judge", kind: "chair", inOrder, reversed },
    candidates: isRight.map((right, at) => ({ model: `test/${at}`, length: 10, isRight: right })),
  })
  for (const right of [
    [true, false],
    [false, true],
  ] as const) {
    expect(auditJudges([tied(right, [10, 0], [0, 10])])[0]).toMatchObject({ accuracy: 0.5, changesWithOrder: 1 })
    // One of the two that shared the first place won the other order too.
    expect(auditJudges([tied(right, [8, 8], [7, 8])])[0]).toMatchObject({ changesWithOrder: 0 })
    expect(auditJudges([tied(right, [8, 8], [8, 7])])[0]).toMatchObject({ changesWithOrder: 0 })
  }
})

test("a report says what the budget did not pay for, and shows no figures for it", async () => {
  const run = await evaluate()
  const cut = (kept: number, repeated: number) => {
    const some = run.questions.slice(0, kept).map(({ repeated: again, ...one }, at) => {
      return { ...one, ...(at < repeated && again && { repeated: again }) }
    })
    const own = { ...run, questions: some, stopped: "budget", ...(kept === 0 && { best: "", models: [] }) } as const
    return writeMarkdownReport(summarizeEvaluation(own, { title: "Try", seed: 1 }))
  }
  expect(cut(2, 0)).toContain("The budget ran out before all questions were asked.")
  const none = cut(4, 0)
  expect(none).toContain("The budget ran out before the best model was asked as often as the table.")
  expect(none).toMatch(/\| odd \| 2 \| \S+ \(\S+ to \S+\) \| – \|/)
  expect(none).toMatch(/\| odd \| 2 \| \S+% .* \| \S+% .* \| – \|/)
  expect(cut(4, 1)).toMatch(/\| all \| 4 \| .* \| 0\.0 \(-79\.3 to \+79\.3\), 1 question \|/)
  expect(cut(4, 4)).toContain("The budget ran out before the audit was complete.")
  const nothing = cut(0, 0)
  expect(nothing).toContain("0 of 4 questions")
  expect(nothing).not.toContain("Best single model")
})

test("a report says if its models are rehearsal models, and if there was nothing to audit", async () => {
  const silent = { ...(await evaluate()), judgements: [] }
  const report = summarizeEvaluation({ ...silent, models: ["rehearsal/bold"] }, { title: "Try", seed: 1 })
  const text = writeMarkdownReport(report)
  expect(text).toContain("not how accurate models are")
  expect(text).toContain("No question had two different answers")
  const plain = writeMarkdownReport(summarizeEvaluation(await evaluate(), { title: "Try", seed: 1 }))
  expect(plain).not.toMatch(/how accurate models are|Bias of the judges/)
})

test("the audit finds a judge that prefers long answers, and one that prefers its own", () => {
  const candidates = [
    { model: "test/a", length: 100, isRight: false },
    { model: "test/b", length: 300, isRight: true },
  ]
  const judged = (judge: string, scores: readonly number[]): Judgement => {
    return { question: "1", judge, kind: "score", candidates, inOrder: scores, reversed: scores }
  }
  const [long, own] = auditJudges([judged("test/b", [4, 8]), judged("test/a", [7, 7])])
  expect(long).toMatchObject({ lengthCorrelation: 1, selfPreference: 1, changesWithOrder: 0, firstPlaceBonus: 0 })
  expect(own).toMatchObject({ lengthCorrelation: undefined, selfPreference: 3, accuracy: 0.5 })
})

test("reports are written as Markdown and as a page that escapes HTML in its texts", async () => {
  const title = '<script>alert("x")</script>'
  const report = summarizeEvaluation(await evaluate({ audits: true }), { title, seed: 1 })
  const html = writeHtmlReport(report)
  expect(html).not.toContain("<script")
  expect(html).toContain("<svg")
  expect(html).toContain("Bias of the judges")
  expect(writeMarkdownReport(report)).toMatch(/\| table \| 4 \| 50\.0% \(15\.0 to 85\.0\) \| 6\.0 \|/)
})
