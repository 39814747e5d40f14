import { styleText } from "node:util"

export interface Terminal {
  /** Writes results to standard output. */
  readonly write: (text: string) => void
  /** Writes everything else to standard error. */
  readonly note: (text: string) => void
  /** Current number of columns; windows can be resized. */
  readonly width: () => number
  readonly colour: boolean
  /** Whether the output is a terminal, where lines may be redrawn. */
  readonly live: boolean
  /** For screen readers: nothing is redrawn. */
  readonly plain: boolean
  /** Whether a person can be asked. */
  readonly interactive: boolean
  /** Piped input, if any. `wanted` also waits for input that may never come, as on a socket. */
  readonly readPiped: (wanted: boolean) => Promise<string | undefined>
  /** Subscribes to Ctrl-C. Returns a function that unsubscribes. */
  readonly onInterrupt: (stop: () => void) => () => void
  /** Subscribes to termination signals and closed output. Returns a function that unsubscribes. */
  readonly onTerminate: (leave: () => void) => () => void
  /** Subscribes to unprompted typing, with the first keys. Returns a function that unsubscribes. */
  readonly onTyped: (begin: (typed: string) => void) => () => void
  /** Reads a line without echo. Ctrl-C exits the process. */
  readonly readSecret: (prompt: string) => Promise<string | undefined>
  readonly lines: () => LineReader
}

export interface LineReader {
  /** Lines of earlier sessions, newest first, for the arrow keys. */
  setHistory(lines: readonly string[]): void
  /** Reads a line, starting with `typed`. Undefined at the end of input, `interrupted` after Ctrl-C. */
  ask(prompt: string, typed?: string): Promise<string | undefined | typeof interrupted>
  close(): void
}

/** Asks a yes/no question. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  const lines = terminal.lines()
  const answer = await lines.ask(`${question} [y/N] `).finally(() => lines.close())
  return typeof answer === "string" && /^(y|yes|s|sí|si|是)$/i.test(answer.trim())
}

export const interrupted: unique symbol = Symbol("interrupted")

/** Adds escape sequences for a style, or returns the text unchanged if colours are disabled. */
export type Paint = (text: string) => string

export type Colours = ReturnType<typeof colours>

type Style = Parameters<typeof styleText>[0]

/** The first three match the hive's specialists. */
const seatColours = [
  ...(["blue", "green", "red", "cyan", "yellow", "magenta"] as const),
  ...(["cyanBright", "yellowBright", "magentaBright", "greenBright"] as const),
]

export function colours(enabled: boolean) {
  // `enabled` was decided for the output terminal, which may not be this process's own (as in tests).
  const paint =
    (style: Style): Paint =>
    (text) =>
      enabled ? styleText(style, text, { validateStream: false }) : text
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    warn: paint("yellow"),
    /** A seat's colour, by its position at the table. */
    seat: (index: number) => paint(seatColours[index % seatColours.length]!),
  }
}
