import { createInterface, type Interface } from "node:readline"
import type { ReadStream, WriteStream } from "node:tty"
import { interrupted, type LineReader } from "../cli/terminal.ts"

const bracketedPaste = { on: "\u001b[?2004h", off: "\u001b[?2004l" } as const

type Line = string | undefined | typeof interrupted

/** Lines typed by a person. Readline is only attached while a question is open, so that Ctrl-C is a signal otherwise. */
export function interactiveLines(input: ReadStream, output: WriteStream): LineReader {
  let history: string[] = []
  const typeAhead: string[] = []
  /** An unfinished line that was typed ahead. */
  let partialLine = ""
  let current: Interface | undefined
  return {
    setHistory(lines) {
      history = [...lines]
    },
    ask(prompt, typed = "") {
      const line = typeAhead.shift()
      if (line !== undefined) {
        output.write(`${prompt}${line}\n`)
        return Promise.resolve(line)
      }
      return new Promise<Line>((resolve) => {
        let given: Line
        let isGiven = false
        const readline: Interface = createInterface({ input, output, terminal: true, history, historySize: 200 })
        current = readline
        const give = (value: Line) => {
          given = value
          isGiven = true
          // A pasted block arrives as several lines at once: stay open long enough to receive the rest.
          setImmediate(() => readline.close())
        }
        // A pasted block is one message; bracketed paste marks where it begins and ends.
        let isPasting = false
        const pasted: string[] = []
        const onKey = (_: unknown, key: { readonly name?: string } | undefined) => {
          if (key?.name === "paste-start") isPasting = true
          else if (key?.name === "paste-end") isPasting = false
        }
        input.on("keypress", onKey)
        output.write(bracketedPaste.on)
        readline.on("line", (value) => {
          if (isPasting) pasted.push(value)
          else if (isGiven) typeAhead.push(value)
          else give([...pasted, value].join("\n"))
        })
        readline.on("SIGINT", () => {
          // Ctrl-C clears the line; on an empty line it means leave.
          const isEmpty = readline.line === ""
          if (!isEmpty) readline.write(null, { ctrl: true, name: "u" })
          output.write("^C\n")
          give(isEmpty ? interrupted : "")
        })
        readline.on("history", (lines: string[]) => {
          history = lines
        })
        readline.on("close", () => {
          current = undefined
          input.off("keypress", onKey)
          output.write(bracketedPaste.off)
          partialLine = isGiven ? readline.line : ""
          resolve(given)
        })
        readline.setPrompt(prompt)
        readline.prompt()
        if (partialLine + typed !== "") readline.write(partialLine + typed)
      })
    },
    close() {
      current?.close()
      input.pause()
    },
  }
}

/** Lines from a pipe or a file, without any prompt. */
export function pipedLines(input: NodeJS.ReadableStream): LineReader {
  const readline = createInterface({ input, terminal: false })
  const lines = readline[Symbol.asyncIterator]()
  return {
    setHistory: () => {},
    async ask() {
      const { value, done } = await lines.next()
      return done ? undefined : value
    },
    close: () => void input.pause(),
  }
}
