import { describe, expect, test } from "vitest"
import { analyseTopic } from "./topic.ts"

const topic = analyseTopic

describe("what a topic is about [models.rehearsal]", () => {
  test.each([
    ["Tabs or spaces?", ["tabs", "spaces"]],
    ["Python or Rust for a small team?", ["Python", "Rust"]],
    ["Should we keep the monolith or split it into services?", ["keep the monolith", "split it into services"]],
    ["Should I learn Rust or Go this year?", ["Rust", "Go"]],
    ["PostgreSQL vs MongoDB for our orders service", ["PostgreSQL", "MongoDB"]],
    ["How should we share 15,000 euros: equal shares, by need or by effort?", ["equal shares", "by need", "by effort"]],
    ["Pick one:\n- red\n- green\n- blue", ["red", "green", "blue"]],
    ["¿Tabuladores o espacios?", ["tabuladores", "espacios"]],
    [
      "¿Deberíamos mantener el monolito o pasarnos a microservicios?",
      ["mantener el monolito", "pasarnos a microservicios"],
    ],
    ["应该用制表符还是空格？", ["制表符", "空格"]],
    ["我们应该买房还是租房？", ["买房", "租房"]],
  ])("%s is a choice", (text, sides) => {
    expect(topic(text)).toMatchObject({ kind: "choice", sides })
  })

  test.each([
    ["Should we go remote?", "whether"],
    ["Is it worth it or not?", "whether"],
    ["How do we reduce flaky tests in CI?", "howto"],
    ["How many people should we hire?", "estimate"],
    ["The future of our library", "open"],
    ["¿Conviene abrir los domingos?", "whether"],
    ["¿Cómo acortamos las reuniones?", "howto"],
    ["¿Cuánto deberíamos ahorrar?", "estimate"],
    ["公司是否应该实行四天工作制？", "whether"],
    ["如何减少会议？", "howto"],
    ["需要多少人？", "estimate"],
    ["", "open"],
  ])("%s asks %s", (text, kind) => {
    expect(topic(text)).toMatchObject({ kind, sides: [] })
  })

  test("what it quotes is short and carries no markup or control characters", () => {
    expect(topic("How do we reduce flaky tests in CI?")).toMatchObject({ deed: "reduce flaky tests in CI" })
    for (const text of ["**bold** \u0000\u0007 [link](http://x.y/z) <b>tag</b> or {slot}?", "word ".repeat(10_000)]) {
      const { question, deed = "", sides } = topic(text)
      for (const part of [question, deed, ...sides]) {
        expect(part).not.toMatch(/[\p{Cc}[\]{}<>*]/u)
        expect(part.length).toBeLessThanOrEqual(90)
      }
    }
  })
})
