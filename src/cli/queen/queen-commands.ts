import { closestMatch } from "../../core/validation.ts"
import { commandNames } from "../commands/index.ts"

/** The commands of an interactive session. */
export const queenCommands = [
  {
    name: "specialists",
    usage: "specialists on|off",
    about: "let the specialists discuss your questions, or only the queen answer",
  },
  { name: "rounds", usage: "rounds N", about: "set the number of rounds" },
  { name: "model", usage: "model NAME", about: "set the model of every seat" },
  { name: "models", usage: "models", about: "list the models" },
  { name: "seats", usage: "seats", about: "list the seats and their models" },
  {
    name: "history",
    usage: "history [WORDS]",
    about: "list or search earlier questions, including those of other sessions",
  },
  { name: "show", usage: "show ID", about: "show a discussion from the history" },
  { name: "export", usage: "export [FILE]", about: "save the last discussion to a file" },
  { name: "status", usage: "status", about: "show the settings and the usage so far" },
  { name: "edit", usage: "edit", about: "write a message in your editor ($VISUAL or $EDITOR)" },
  { name: "clear", usage: "clear", about: "clear the screen" },
  { name: "open", usage: "open", about: "open the page in a browser" },
  { name: "help", usage: "help", about: "show this list" },
  { name: "exit", usage: "exit", about: "leave" },
] as const

type QueenCommandName = (typeof queenCommands)[number]["name"]

export interface QueenCommand {
  readonly name: QueenCommandName
  readonly rest: string
}

/** Commands without arguments: followed by more words, the line is a question. */
const commandsWithoutArguments: ReadonlySet<string> = new Set(
  queenCommands.flatMap(({ name, usage }) => (name === usage ? [name] : [])),
)
const argumentPatterns: Readonly<Partial<Record<QueenCommandName, RegExp>>> = {
  specialists: /^(on|off)?$/i,
  rounds: /^\d*$/,
  model: /^(\S+\/\S+)?$/,
  show: /^[0-9a-f-]{4,36}$/i,
  export: /^\S*$/,
  history: /^.{0,60}$/,
}

const synonyms: Readonly<Record<string, QueenCommandName>> = { quit: "exit", "?": "help", list: "history" }

const shellCommands: ReadonlySet<string> = new Set(commandNames.map((name) => name.split(" ")[0]!))
/** Arguments of shell commands that no question would start with: none, options, or a discussion's id. */
const shellArguments = /^($|-|[0-9a-f]{6,8}\b|[0-9a-f-]{36}$)/i

/** A command, a mistake in one, or (undefined) a question. */
export type ParsedLine = QueenCommand | { readonly mistake: string } | undefined

/**
 * A leading slash always means a command. Without one, a command's name with several words that do not fit it is a
 * question; with a single such word it is a mistyped command.
 */
export function parseQueenCommand(line: string): ParsedLine {
  const [, prefix = "", word = "", rest = ""] = /^(\/|conclave\s+)?(\S+)\s*(.*)$/is.exec(line.trim()) ?? []
  const typed = word.toLowerCase()
  const isFromShell = prefix.length > 1
  const command = queenCommands.find(({ name }) => name === (synonyms[typed] ?? typed))
  const takesNone = command !== undefined && (command.name !== typed || commandsWithoutArguments.has(command.name))
  if (command && (takesNone ? rest === "" : (argumentPatterns[command.name]?.test(rest) ?? true)))
    return { name: command.name, rest }
  const isOwn = command?.name === typed && !isFromShell
  if (!isOwn && shellCommands.has(typed) && (prefix !== "" || shellArguments.test(rest))) {
    const run = `conclave ${typed} ${rest}`.trim()
    return { mistake: `"${typed}" is a shell command: type exit, then run ${run}` }
  }
  if (isFromShell) return undefined
  if (!command) return prefix === "" ? undefined : { mistake: unknownCommand(line.trim(), typed) }
  return prefix !== "" || (!takesNone && !/\s/.test(rest))
    ? { mistake: `invalid argument "${rest}"; usage: ${command.usage}` }
    : undefined
}

export function closestCommand(typed: string): string | undefined {
  const names = queenCommands.map(({ name }) => name)
  return closestMatch(typed, names)
}

function unknownCommand(line: string, typed: string): string {
  const near = closestCommand(typed)
  return `unknown command ${line.split(/\s/)[0]}; ${near === undefined ? "type help for a list" : `did you mean /${near}?`}`
}
