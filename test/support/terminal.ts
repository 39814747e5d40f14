import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { VirtualScreen } from "./virtual-screen.ts"

const root = join(import.meta.dirname, "../..")
export const launcher = join(root, "bin/conclave.js")

/** script(1) of util-linux gives a program a terminal; it is part of every Debian, Ubuntu and Fedora. */
export const hasTerminal = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0

/** Shown while the conversation waits for a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: readline's output for its prompt
export const prompt = /> \u001b\[3G$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences
export const painted = /\u001b\[\d+m/

export interface TerminalOptions {
  readonly cwd: string
  readonly columns: number
  readonly env?: Readonly<Record<string, string>>
  /** The program that is run with the arguments instead of `conclave`. */
  readonly program?: string
}

/** Compiled modules are shared by all processes that tests start; see vitest.config.ts. */
export function compileCache(): Record<string, string> {
  const folder = process.env.NODE_COMPILE_CACHE
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** An environment without the user's own settings and providers. */
export function plainEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    OLLAMA_HOST: "127.0.0.1:9",
    CONCLAVE_CREDENTIALS: join(root, "node_modules", "no-credentials.json"),
    ...compileCache(),
    ...extra,
  }
}

/** `conclave` in a real terminal, and its screen. */
export class TerminalRun {
  readonly screen: VirtualScreen
  readonly #child: ChildProcess
  readonly #ended: Promise<number>
  #output = ""
  #onOutput = () => {}

  constructor(args: readonly string[], { cwd, columns, env, program }: TerminalOptions) {
    this.screen = new VirtualScreen(columns)
    const words = [...(program === undefined ? [process.execPath, launcher] : [program]), ...args].map(
      (word) => `'${word.replaceAll("'", `'\\''`)}'`,
    )
    const command = `stty cols ${columns} rows 24; echo pid=$$; exec ${words.join(" ")}`
    this.#child = spawn("script", ["-qefc", command, "/dev/null"], {
      cwd,
      env: plainEnvironment({ SHELL: "/bin/sh", ...env }),
    })
    const decoder = new TextDecoder()
    this.#child.stdout!.on("data", (bytes: Buffer) => {
      const text = decoder.decode(bytes, { stream: true })
      this.#output += text
      this.screen.write(text)
      this.#onOutput()
    })
    this.#ended = once(this.#child, "close").then(([code]) => {
      this.#onOutput()
      return code as number
    })
  }

  /** The raw output to the terminal. */
  get output(): string {
    return this.#output
  }

  type(keys: string): void {
    this.#child.stdin!.write(keys)
  }

  /** Waits until the output since `from` matches; returns the end of the match. */
  async until(pattern: RegExp, from = 0): Promise<number> {
    for (;;) {
      const match = pattern.exec(this.#output.slice(from))
      if (match) return from + match.index + match[0].length
      if (this.#child.exitCode !== null) throw new Error(`the process ended without ${pattern}:\n${this.screen.text()}`)
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve
      })
    }
  }

  /** The exit code. */
  end(): Promise<number> {
    return this.#ended
  }

  /** Ends it without any cleanup, like a power failure. */
  async kill(): Promise<void> {
    this.signal("SIGKILL")
    await this.#ended
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(Number(/pid=(\d+)/.exec(this.#output)?.[1]), signal)
  }
}
