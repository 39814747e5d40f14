import { readFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { CommanderError } from "commander"
import { buildProgram, type ParsedCommand } from "../cli/build-program.ts"
import type { CommandContext } from "../cli/command.ts"
import { commandNames, loadCommands } from "../cli/commands/index.ts"
import { completionRequest } from "../cli/common-options.ts"
import { exitCodes } from "../cli/exit-codes.ts"
import type { Terminal } from "../cli/terminal.ts"
import { createHost } from "./host.ts"
import { type Environment, systemEnvironment } from "./system-ports.ts"
import { systemTerminal } from "./system-terminal.ts"
import { version } from "./version.ts"

interface CommandLine {
  /** What was typed after `conclave`. */
  readonly words: readonly string[]
  readonly terminal: Terminal
  readonly env: Environment
  readonly folder: string
}

/** Does what was typed in the terminal that this process was started in. */
export async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const folder = process.cwd()
  const env = { ...readEnvFile(folder), ...systemEnvironment() }
  const terminal = systemTerminal({ plain: words.includes("--plain"), json: words.includes("--json"), env })
  process.exitCode = await runCommandLine({ words, terminal, env, folder })
}

/** Does what was typed, and gives the exit code. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const { words, terminal } = line
  let exitCode: number = exitCodes.success
  try {
    if (words[0] === completionRequest) await complete(words.slice(1), line)
    else
      await parse(line, async (parsed) => {
        exitCode = await run(parsed, line)
      })
    return exitCode
  } catch (error) {
    const told = error instanceof CommanderError ? (await import("../cli/usage-error.ts")).usageError(error) : error
    // Help has been shown; that it was wanted is told by the code alone.
    const isHelp = error instanceof CommanderError && error.exitCode === 0
    return isHelp ? exitCodes.success : reportError(terminal, told, words.includes("--json"))
  }
}

async function run({ command, args, options }: ParsedCommand, line: CommandLine): Promise<number> {
  const { terminal, env, folder } = line
  const onError = (error: unknown) => void reportError(terminal, error, false)
  const host = createHost({ flags: options, env, folder, terminal, onError })
  const context: CommandContext = { args, options, terminal, host, userName: userName(), now: Date.now }
  try {
    const start = command?.run ?? (await import("../cli/queen/queen-session.ts")).runQueenSession
    return await start(context)
  } catch (error) {
    const { namedByFlags } = await import("../cli/flag-fields.ts")
    return reportError(terminal, namedByFlags(error, options, command?.options ?? []), options.json === true)
  }
}

/** What tells errors is loaded only where there is one. */
async function reportError(terminal: Terminal, error: unknown, json: boolean): Promise<number> {
  return (await import("../cli/report-error.ts")).reportError(terminal, error, json)
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "someone" // a process without an entry in the system's list of users
  }
}

async function parse({ words, terminal }: CommandLine, run: (parsed: ParsedCommand) => Promise<void>): Promise<void> {
  const { write, note } = terminal
  const commands = await loadCommands(words)
  const width = Math.min(terminal.width(), 100)
  const program = buildProgram({ commands, names: commandNames, version: version(), write, note, width, run })
  await program.parseAsync(words, { from: "user" })
}

/** Answers a shell. What goes wrong is told when the command is run: here it would stand in the middle of a line. */
async function complete(words: readonly string[], { terminal, env, folder }: CommandLine): Promise<void> {
  const { completeWords } = await import("../cli/complete-words.ts")
  const openHost = (flags: object) => createHost({ flags, env, folder, terminal, onError: () => {} })
  const commands = await loadCommands(words.slice(0, -1))
  terminal.write(await completeWords({ words, commands, openHost }).catch(() => ""))
}

/** What the file `.env` of a folder sets; nothing where there is none. Variables of the process win over it. */
function readEnvFile(folder: string): Environment {
  try {
    const text = readFileSync(join(folder, ".env"), "utf8")
    // Few folders have one, and the module takes its time.
    return process.getBuiltinModule("node:util").parseEnv(text)
  } catch {
    return {}
  }
}
