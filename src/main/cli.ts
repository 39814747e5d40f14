import { readFileSync } from "node:fs"
import { userInfo } from "node:os"
import { CommanderError } from "commander"
import { buildProgram, type ParsedCommand } from "../cli/build-program.ts"
import { exitCodes } from "../cli/exit-codes.ts"
import { reportError } from "../cli/report-error.ts"
import type { Terminal } from "../cli/terminal.ts"
import type { CommandContext } from "./commands/command-context.ts"
import { commandHandlers } from "./commands/index.ts"
import { systemEnvironment } from "./environment.ts"
import { systemTerminal } from "./system-terminal.ts"

const env = systemEnvironment()
const { argv } = process
const isPlain = argv.includes("--plain")
const terminal: Terminal = systemTerminal({ plain: isPlain, env })

async function run({ name, args, options }: ParsedCommand): Promise<void> {
  const { json } = options as { json?: true }
  const onError = (error: unknown) => reportError(terminal, error, false)
  const context: CommandContext = {
    args,
    options: options as never,
    terminal,
    env,
    folder: process.cwd(),
    userName: userName(),
    onError,
    now: Date.now,
  }
  try {
    process.exitCode = await (await commandHandlers[name]!())(context)
  } catch (error) {
    process.exitCode = reportError(terminal, error, json === true)
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "someone" // a process without an entry in the system's list of users
  }
}

/** The manifest is one folder up from the built program, two from its source. */
function version(): string {
  const folders = ["..", "../.."].map((up) => new URL(`${up}/package.json`, import.meta.url))
  for (const file of folders) {
    try {
      return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version
    } catch {
      // the next one, then
    }
  }
  return "unknown"
}

const { write, note } = terminal
const program = buildProgram({ version: version(), write, note, width: Math.min(terminal.width(), 100), run })
try {
  await program.parseAsync(argv)
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage
  else process.exitCode = reportError(terminal, error, argv.includes("--json"))
}
