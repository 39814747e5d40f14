import { fstatSync } from "node:fs"
import { buffer } from "node:stream/consumers"
import { printable, printableJson } from "../cli/printable.ts"
import type { LineReader, Terminal } from "../cli/terminal.ts"
import { interactiveLines, pipedLines } from "./line-readers.ts"
import type { Environment } from "./system-ports.ts"

export interface TerminalOptions {
  readonly plain: boolean
  /** What is written is JSON. */
  readonly json: boolean
  readonly env: Environment
}

const duplicateSignalMs = 300
const terminationSignals = [
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const

/** The terminal, or the pipes, that this process was started with. */
export function systemTerminal({ plain, json, env }: TerminalOptions): Terminal {
  const { stdin, stdout, stderr } = process
  const live = stdout.isTTY === true && env.TERM !== "dumb"
  const interrupts = new Set<() => void>()
  let interruptCount = 0
  let lines: LineReader | undefined
  let interruptedAt = 0
  const onSignal = () => {
    // npm hands on what the terminal has sent already, so one press may come twice.
    const isEcho = interruptCount > 0 && Date.now() - interruptedAt < duplicateSignalMs
    if (isEcho) return
    interruptedAt = Date.now()
    // Whoever presses it again, or where nobody listens, means at once.
    if (++interruptCount > 1 || interrupts.size === 0) process.exit(130)
    for (const stop of interrupts) stop()
  }
  process.on("SIGINT", onSignal)
  const leaving = new Set<() => void>()
  let isLeaving = false
  const terminate = (exitCode: number) => {
    if (isLeaving || leaving.size === 0) return process.exit(exitCode)
    isLeaving = true
    for (const leave of leaving) leave()
  }
  for (const [signal, exitCode] of terminationSignals) process.on(signal, () => terminate(exitCode))
  // Whoever reads only the beginning, like head, has what they wanted. Each further write fails in the same way.
  let isClosed = false
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isClosed) return
    isClosed = true
    terminate(error.code === "EPIPE" ? 0 : 1)
  })
  stderr.on("error", () => {}) // there is nobody left to be told
  return {
    write: (words) => void stdout.write(json ? printableJson(words) : words),
    note: (words) => void stderr.write(words),
    width: () => stdout.columns || Number(env.COLUMNS) || 80,
    colour: !plain && !env.NO_COLOR && (isForced(env.FORCE_COLOR) ?? live),
    live,
    plain,
    interactive: live && stdin.isTTY === true,
    async readPiped(wanted) {
      if (!isPiped(stdin.fd, wanted)) return undefined
      const { decodeText } = await import("../cli/text-files.ts")
      return decodeText(await buffer(stdin), "standard input")
    },
    onInterrupt(stop) {
      interruptCount = 0
      interrupts.add(stop)
      return () => interrupts.delete(stop)
    },
    onTerminate(leave) {
      leaving.add(leave)
      return () => leaving.delete(leave)
    },
    onTyped(begin) {
      if (!stdin.isTTY) return () => {}
      const heard = (bytes: Buffer) => {
        const keys = bytes.toString()
        if (keys.includes("\u0003")) return onSignal()
        const [first = "", ...more] = keys.split(/[\r\n]/)
        const typed = printable(first)
        // A line that came whole, as from a paste, is a line already.
        if (typed !== "") begin(more.length > 0 ? `${typed}\n` : typed)
        else if (more.length > 0) begin("")
      }
      // Not shown by the terminal itself, which knows nothing of what else is on the screen.
      stdin.setRawMode(true)
      stdin.on("data", heard).resume()
      return () => {
        stdin.off("data", heard).pause()
        stdin.setRawMode(false)
      }
    },
    readSecret(prompt) {
      // Before the question, so that not even the first key is shown.
      stdin.setRawMode(true)
      stderr.write(prompt)
      return new Promise((resolve) => {
        let typed = ""
        const end = (value: string | undefined) => {
          stdin.off("data", heard).pause()
          stdin.setRawMode(false)
          stderr.write("\n")
          resolve(value)
        }
        const heard = (bytes: Buffer) => {
          for (const key of bytes.toString()) {
            if (key === "\u0003") {
              end(undefined)
              return process.exit(130)
            }
            if (key === "\r" || key === "\n" || key === "\u0004") return end(typed)
            typed = key === "\u007f" || key === "\b" ? typed.slice(0, -1) : key === "\u0015" ? "" : typed + key
          }
        }
        stdin.on("data", heard).resume()
      })
    },
    lines: () => {
      lines ??= stdin.isTTY && stdout.isTTY ? interactiveLines(stdin, stdout) : pipedLines(stdin)
      return lines
    },
  }
}

/** A pipe or a file holds something to read; with a socket nobody knows, and a terminal or nothing is not asked. */
function isPiped(fd: number, wanted: boolean): boolean {
  try {
    const stat = fstatSync(fd)
    return stat.isFIFO() || stat.isFile() || (wanted && stat.isSocket())
  } catch {
    return false
  }
}

/** As other programs read it: set to 0 or false there is no colour, set to anything else there is. */
function isForced(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== "0" && value !== "false"
}
