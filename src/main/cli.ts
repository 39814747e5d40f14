import { userInfo } from "node:os"
import { CommanderError } from "commander"
import { buildProgram, type ParsedCommand } from "../cli/build-program.ts"
import type { CommandContext } from "../cli/command.ts"
import { commandNames, loadCommands } from "../cli/commands/index.ts"
import { completionRequest } from "../cli/common-options.ts"
import { exitCodes } from "../cli/exit-codes.ts"
import { readEnvFile, systemEnvironment } from "./environment.ts"
import { createHost } from "./host.ts"
import { systemTerminal } from "./system-terminal.ts"
import { version } from "./version.ts"

const env = { ...readEnvFile(process.cwd()), ...systemEnvironment() }
const { argv } = process
const terminal = systemTerminal({ plain: argv.includes("--plain"), env })

async function run({ command, args, options }: ParsedCommand): Promise<void> {
  const onError = (error: unknown) => void reportError(error, false)
  const host = createHost({ flags: options, env, folder: process.cwd(), terminal, onError })
  const context: CommandContext = {
    args,
    options,
    terminal,
    host,
    userName: userName(),
    now: Date.now,
  }
  try {
    const start = command?.run ?? (await import("../cli/queen/queen-session.ts")).runQueenSession
    process.exitCode = await start(context)
  } catch (error) {
    process.exitCode = await reportError(error, context.options.json === true)
  }
}

async function reportError(error: unknown, json: boolean): Promise<number> {
  return (await import("../cli/report-error.ts")).reportError(terminal, error, json)
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "someone" // a process without an entry in the system's list of users
  }
}

async function parse(): Promise<void> {
  const { write, note } = terminal
  const commands = await loadCommands(argv.slice(2))
  const width = Math.min(terminal.width(), 100)
  const program = buildProgram({ commands, names: commandNames, version: version(), write, note, width, run })
  await program.parseAsync(argv)
}

/** Answers a shell. What goes wrong is told when the command is run: here it would stand in the middle of a line. */
async function complete(words: readonly string[]): Promise<void> {
  const { completeWords } = await import("../cli/complete-words.ts")
  const openHost = (flags: object) => createHost({ flags, env, folder: process.cwd(), terminal, onError: () => {} })
  const commands = await loadCommands(words.slice(0, -1))
  terminal.write(await completeWords({ words, commands, openHost }).catch(() => ""))
}

try {
  if (argv[2] === completionRequest) await complete(argv.slice(3))
  else await parse()
} catch (error) {
  const json = argv.includes("--json")
  const told = error instanceof CommanderError ? (await import("../cli/usage-error.ts")).usageError(error) : error
  // Help has been shown; that it was wanted is told by the code alone.
  const isHelp = error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help")
  process.exitCode = isHelp ? error.exitCode && exitCodes.usage : await reportError(told, json)
}
