import { fstatSync } from "node:fs"
import { buffer } from "node:stream/consumers"
import { printable, printableJson } from "../cli/printable.ts"
import type { LineReader, Terminal } from "../cli/terminal.ts"
import { interactiveLines, pipedLines } from "./line-readers.ts"
import type { Environment } from "./system-ports.ts"

export interface TerminalOptions {
  readonly plain: boolean
  /** Whether the output is JSON. */
  readonly json: boolean
  readonly env: Environment
}

const duplicateSignalMs = 300
const terminationSignals = [
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const

/** The terminal or pipes of this process. */
export function systemTerminal({ plain, json, env }: TerminalOptions): Terminal {
  const { stdin, stdout, stderr } = process
  const live = stdout.isTTY === true && env.TERM !== "dumb"
  const interrupts = new Set<() => void>()
  let interruptCount = 0
  let lines: LineReader | undefined
  let interruptedAt = 0
  const onSignal = () => {
    // npm forwards the signal that the terminal already sent, so one key press may arrive twice.
    const isDuplicate = interruptCount > 0 && Date.now() - interruptedAt < duplicateSignalMs
    if (isDuplicate) return
    interruptedAt = Date.now()
    // A second Ctrl-C, or one without a listener, exits immediately.
    if (++interruptCount > 1 || interrupts.size === 0) process.exit(130)
    for (const stop of interrupts) stop()
  }
  process.on("SIGINT", onSignal)
  const terminators = new Set<() => void>()
  let isTerminating = false
  const terminate = (exitCode: number) => {
    if (isTerminating || terminators.size === 0) return process.exit(exitCode)
    isTerminating = true
    for (const stop of terminators) stop()
  }
  for (const [signal, exitCode] of terminationSignals) process.on(signal, () => terminate(exitCode))
  // A reader such as `head` may close the pipe early. Every further write fails in the same way.
  let isClosed = false
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isClosed) return
    isClosed = true
    if (error.code === "EPIPE") return terminate(0)
    const problem = error.code === "ENOSPC" ? "the disk is full; free some space" : error.message
    stderr.write(`conclave: standard output: ${problem}\n`)
    terminate(1)
  })
  stderr.on("error", () => {}) // nowhere left to report it
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
    onTerminate(stop) {
      terminators.add(stop)
      return () => terminators.delete(stop)
    },
    onTyped(begin) {
      if (!stdin.isTTY) return () => {}
      const onData = (bytes: Buffer) => {
        const keys = bytes.toString()
        if (keys.includes("\u0003")) return onSignal()
        const [first = "", ...more] = keys.split(/[\r\n]/)
        const typed = printable(first)
        // A pasted line already has its line end.
        if (typed !== "") begin(more.length > 0 ? `${typed}\n` : typed)
        else if (more.length > 0) begin("")
      }
      // Raw mode: the terminal's own echo would garble the screen.
      stdin.setRawMode(true)
      stdin.on("data", onData).resume()
      return () => {
        stdin.off("data", onData).pause()
        stdin.setRawMode(false)
      }
    },
    readSecret(prompt) {
      // Before the prompt, so that not even the first key is echoed.
      stdin.setRawMode(true)
      stderr.write(prompt)
      return new Promise((resolve) => {
        let typed = ""
        const end = (value: string | undefined) => {
          stdin.off("data", onData).pause()
          stdin.setRawMode(false)
          stderr.write("\n")
          resolve(value)
        }
        const onData = (bytes: Buffer) => {
          for (const key of bytes.toString()) {
            if (key === "\u0003") {
              end(undefined)
              return process.exit(130)
            }
            if (key === "\r" || key === "\n" || key === "\u0004") return end(typed)
            typed = key === "\u007f" || key === "\b" ? typed.slice(0, -1) : key === "\u0015" ? "" : typed + key
          }
        }
        stdin.on("data", onData).resume()
      })
    },
    lines: () => {
      lines ??= stdin.isTTY && stdout.isTTY ? interactiveLines(stdin, stdout) : pipedLines(stdin)
      return lines
    },
  }
}

/** True for pipes and files; a socket may never send anything, so it is only read if input is wanted. */
function isPiped(fd: number, wanted: boolean): boolean {
  try {
    const stat = fstatSync(fd)
    return stat.isFIFO() || stat.isFile() || (wanted && stat.isSocket())
  } catch {
    return false
  }
}

/** FORCE_COLOR: 0 and false disable colours, anything else enables them. */
function isForced(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== "0" && value !== "false"
}
