import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { StatusLine } from "./status-line.ts"

/** The parts of a terminal that the status line needs; keeps scrolled lines. */
function terminal() {
  const lines: string[] = [""]
  let [row, column] = [0, 0]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this parses them
  const pieces = /\u001b\[(\d*)([AGJK])|\n|\r|[^\u001b\n\r]/gu
  return {
    lines,
    write(text: string) {
      for (const [piece, count, final] of text.matchAll(pieces)) {
        if (final === "A") row -= Number(count)
        else if (final === "G") column = Number(count) - 1
        else if (final === "K") lines[row] = lines[row]!.slice(0, column)
        else if (final === "J") {
          lines[row] = lines[row]!.slice(0, column)
          lines.length = row + 1
        } else if (piece === "\r") column = 0
        else if (piece === "\n") {
          row++
          column = 0
          while (lines.length <= row) lines.push("")
        } else {
          const line = lines[row]!.padEnd(column)
          lines[row] = line.slice(0, column) + piece + line.slice(column + 1)
          column++
        }
      }
    },
  }
}

const status = (write: (text: string) => void) => new StatusLine({ write, width: () => 30, paint: (text) => text })

describe("the status line", () => {
  test("is shown below the output, and is removed at the end", () => {
    const screen = terminal()
    const line = status(screen.write)
    line.set("round 1")
    line.write("Ann\n  Tea")
    expect(screen.lines).toEqual(["Ann", "  Tea", "round 1"])
    line.set("round 2")
    line.write(" is warm.\n")
    expect(screen.lines).toEqual(["Ann", "  Tea is warm.", "round 2"])
    line.set("")
    expect(screen.lines).toEqual(["Ann", "  Tea is warm.", ""])
  })

  test("is truncated to the width of the window", () => {
    const screen = terminal()
    const line = status(screen.write)
    line.set("x".repeat(100))
    expect(screen.lines[0]).toHaveLength(29)
  })

  test("leaves no traces, whatever is written meanwhile", () => {
    const step = fc.oneof(
      fc.record({
        write: fc.array(fc.constantFrom("a", "bc ", "\n"), { maxLength: 12 }).map((words) => words.join("")),
      }),
      fc.record({ set: fc.constantFrom("", "one", "a longer one") }),
      fc.record({ typed: fc.constantFrom("x\n", "x\ny\n", "") }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const screen = terminal()
        const line = status(screen.write)
        let written = ""
        for (const one of steps) {
          if ("set" in one) line.set(one.set)
          else if ("typed" in one) {
            line.suspend()
            screen.write(one.typed)
            line.write("(")
            line.resume(one.typed.split("\n").length - 1)
            written += "("
          } else {
            // Lines are no wider than the window, like wrapped text.
            const text = written.length - written.lastIndexOf("\n") > 15 ? `\n${one.write}` : one.write
            line.write(text)
            written += text
          }
        }
        line.set("")
        expect(screen.lines.join("\n")).toBe(written)
      }),
    )
  })
})
