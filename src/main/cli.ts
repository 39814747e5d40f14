import { runCommandLine } from "./command-line.ts"
import { readEnvFile, systemEnvironment } from "./environment.ts"
import { systemTerminal } from "./system-terminal.ts"

const words = process.argv.slice(2)
const folder = process.cwd()
const env = { ...readEnvFile(folder), ...systemEnvironment() }
const terminal = systemTerminal({ plain: words.includes("--plain"), json: words.includes("--json"), env })

process.exitCode = await runCommandLine({ words, terminal, env, folder })
