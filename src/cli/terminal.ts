/** What a command writes to and reads from. */
export interface Terminal {
  /** The result: standard output. */
  readonly write: (text: string) => void
  /** Everything beside the result: standard error. */
  readonly note: (text: string) => void
  /** Columns; asked each time, since windows change. */
  readonly width: () => number
  readonly colour: boolean
  /** Somebody watches: lines may be drawn and drawn again. */
  readonly live: boolean
  /** For screen readers: nothing is drawn, nothing changes once it is written. */
  readonly plain: boolean
  /** Somebody is there who can be asked. */
  readonly interactive: boolean
  /** What was piped in, if anything was; `wanted` waits for it where that cannot be told. */
  readonly readPiped: (wanted: boolean) => Promise<string | undefined>
  /** Calls back when the person wants to stop; gives how to no longer be told. */
  readonly onInterrupt: (stop: () => void) => () => void
  /** Calls back when the process is told to end, or nobody reads what it writes; gives how to no longer be told. */
  readonly onTerminate: (leave: () => void) => () => void
  /** Calls back when the person begins to type though nothing is asked, with what was typed; gives how to end that. */
  readonly onTyped: (begin: (typed: string) => void) => () => void
  /** Asks for a line that is not shown while it is typed. Ctrl-C ends the process. */
  readonly readSecret: (prompt: string) => Promise<string | undefined>
  /** Opens lines that the person types. */
  readonly lines: () => LineReader
}

/** Lines that a person types, with those typed before to go back to. */
export interface LineReader {
  /** Lines of earlier sessions, newest first, to go back to. */
  setHistory(lines: readonly string[]): void
  /** The next line, of which some may be typed already; undefined when there are no more, "interrupted" after Ctrl-C. */
  ask(prompt: string, typed?: string): Promise<string | undefined | typeof interrupted>
  close(): void
}

/** Whether a person says yes to a question. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  const lines = terminal.lines()
  const answer = await lines.ask(`${question} [y/N] `).finally(() => lines.close())
  return typeof answer === "string" && /^(y|yes|s|sí|si|是)$/i.test(answer.trim())
}

export const interrupted: unique symbol = Symbol("interrupted")
