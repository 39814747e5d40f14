import { describe, expect, test } from "vitest"
import { analyseTopic } from "./topic.ts"

const topic = analyseTopic

describe("the subject of a topic [models.rehearsal]", () => {
  test.each([
    ["Tabs or spaces?", ["tabs", "spaces"]],
    ["Python or Rust for a small team?", ["Python", "Rust"]],
    ["Should we keep the monolith or split it into services?", ["keep the monolith", "split it into services"]],
    ["Should I learn Rust or Go this year?", ["Rust", "Go"]],
    ["PostgreSQL vs MongoDB for our orders service", ["PostgreSQL", "MongoDB"]],
    ["How should we share 15,000 euros: equal shares, by need or by effort?", ["equal shares", "by need", "by effort"]],
    ["Pick one:\n- red\n- green\n- blue", ["red", "green", "blue"]],
    ["Which database should we use? a) PostgreSQL b) SQLite c) MongoDB", ["PostgreSQL", "SQLite", "MongoDB"]],
    ["Which one: (1) stay here, (2) move, or (3) close? We have a month.", ["stay here", "move", "close"]],
    ["How do we share the chores, by turns or by lot?", ["by turns", "by lot"]],
    ["¿Cómo repartimos las tareas de limpieza, por turnos o por sorteo?", ["por turnos", "por sorteo"]],
    ["选哪个？A、红色 B、蓝色", ["红色", "蓝色"]],
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
    ["Is the claim sound?", "fact"],
    ["Will AI replace programmers?", "fact"],
    ["¿Reemplazará la IA a los programadores?", "fact"],
    ["AI会取代程序员吗？", "fact"],
    ["周末应该去爬山吗？", "whether"],
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

  test.each([
    ["How do we reduce flaky tests in CI?", "reduce flaky tests in CI"],
    ["Should we let people work from home on Fridays?", "let people work from home on Fridays"],
    ["Should the library close on Sundays?", "let the library close on Sundays"],
    ["¿Deberíamos abrir los domingos?", "abrir los domingos"],
    ["周末应该去爬山吗？", "去爬山"],
    ['Is "move fast and break things" still good advice?', undefined],
    ["Should I sell my house?", undefined],
    ["Should we be stricter?", undefined],
  ])("%s is about this action: %s", (text, deed) => {
    expect(topic(text).deed).toBe(deed)
  })

  test("the question keeps its quotation marks, and excludes file names", () => {
    expect(topic('Is "move fast" still good advice?').question).toBe("Is ‘move fast’ still good advice?")
    expect(topic("Should node.js 24.1 be the minimum?").question).toBe("Should node.js 24.1 be the minimum?")
    expect(topic("diff --git a/one.md b/one.md\n@@ -1 +1 @@\n-Why?\n+Why not?").question).toBe("")
  })

  test("quotations from it are short, without markup or control characters", () => {
    for (const text of ["**bold** \u0000\u0007 [link](http://x.y/z) <b>tag</b> or {slot}?", "word ".repeat(10_000)]) {
      const { question, deed = "", sides } = topic(text)
      for (const part of [question, deed, ...sides]) {
        expect(part).not.toMatch(/[\p{Cc}[\]{}<>*]/u)
        expect(part.length).toBeLessThanOrEqual(90)
      }
    }
  })
})
