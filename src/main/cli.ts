import { readFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { CommanderError } from "commander"
import { buildProgram, missingCommand, type ParsedCommand } from "../cli/build-program.ts"
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
  /** The arguments after `conclave`. */
  readonly words: readonly string[]
  readonly terminal: Terminal
  readonly env: Environment
  readonly folder: string
}

/** Runs the command line of this process in its terminal. */
export async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const folder = process.cwd()
  const env = { ...readEnvFile(folder), ...systemEnvironment() }
  const terminal = systemTerminal({ plain: words.includes("--plain"), json: words.includes("--json"), env })
  process.exitCode = await runCommandLine({ words, terminal, env, folder })
}

/** Runs a command line and returns its exit code. */
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
    // Commander throws after showing help; its exit code tells whether help was requested.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success
    const isHelp = error instanceof CommanderError && error.code === "commander.help"
    return reportError(terminal, isHelp ? missingCommand() : error, words.includes("--json"))
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

/** Loaded on demand: most commands succeed. */
async function reportError(terminal: Terminal, error: unknown, json: boolean): Promise<number> {
  return (await import("../cli/report-error.ts")).reportError(terminal, error, json)
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "someone" // the process's user id has no entry in the system's user database
  }
}

async function parse({ words, terminal }: CommandLine, run: (parsed: ParsedCommand) => Promise<void>): Promise<void> {
  const { write, note } = terminal
  const commands = await loadCommands(words)
  const width = Math.min(terminal.width(), 100)
  const program = buildProgram({ commands, names: commandNames, version: version(), write, note, width, run })
  await program.parseAsync(words, { from: "user" })
}

/** Answers a shell's completion request. Errors are swallowed: they would appear in the line being typed. */
async function complete(words: readonly string[], { terminal, env, folder }: CommandLine): Promise<void> {
  const { completeWords } = await import("../cli/complete-words.ts")
  const openHost = (flags: object) => createHost({ flags, env, folder, terminal, onError: () => {} })
  const commands = await loadCommands(words.slice(0, -1))
  terminal.write(await completeWords({ words, commands, openHost }).catch(() => ""))
}

/** Variables of the folder's `.env` file, if there is one. The process's own variables win over them. */
function readEnvFile(folder: string): Environment {
  try {
    const text = readFileSync(join(folder, ".env"), "utf8")
    // Loaded on demand: few folders have the file.
    return process.getBuiltinModule("node:util").parseEnv(text)
  } catch {
    return {}
  }
}
