import { closestMatch } from "../../core/validation.ts"
import { commandNames } from "../commands/index.ts"

/** The commands of a conversation. */
export const queenCommands = [
  {
    name: "specialists",
    usage: "specialists on|off",
    about: "let the specialists discuss what you ask, or the queen answer by herself",
  },
  { name: "rounds", usage: "rounds N", about: "how many rounds the specialists have" },
  { name: "model", usage: "model NAME", about: "which model sits in every seat" },
  { name: "models", usage: "models", about: "which models there are" },
  { name: "seats", usage: "seats", about: "the seats and their models" },
  { name: "history", usage: "history [WORDS]", about: "what was asked before, also in earlier sessions" },
  { name: "show", usage: "show ID", about: "show one of these again" },
  { name: "export", usage: "export [FILE]", about: "write the last record to a file" },
  { name: "status", usage: "status", about: "the current settings, and what was used so far" },
  { name: "edit", usage: "edit", about: "write your message in your editor ($VISUAL or $EDITOR)" },
  { name: "clear", usage: "clear", about: "clear the screen" },
  { name: "open", usage: "open", about: "show the page in a browser" },
  { name: "help", usage: "help", about: "this list" },
  { name: "exit", usage: "exit", about: "leave" },
] as const

type QueenCommandName = (typeof queenCommands)[number]["name"]

export interface QueenCommand {
  readonly name: QueenCommandName
  readonly rest: string
}

/** Commands that take no words: with words after them a line is meant for the table. */
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
/** What follows a command of the shell, and begins no question: nothing, options, or the id of a discussion. */
const shellArguments = /^($|-|[0-9a-f]{6,8}\b|[0-9a-f-]{36}$)/i

/** What a line amounts to: a command, a mistake in one, or (undefined) words for the table. */
export type ParsedLine = QueenCommand | { readonly mistake: string } | undefined

/**
 * A leading slash always means a command. Without one, a command's word with several words that do not fit it is meant
 * for the table; with a single one it is a command that was mistyped, and nothing that anyone would discuss.
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
    return { mistake: `"${typed}" is a command of the shell: leave with exit, then run ${run}` }
  }
  if (isFromShell) return undefined
  if (!command) return prefix === "" ? undefined : { mistake: unknownCommand(line.trim(), typed) }
  return prefix !== "" || (!takesNone && !/\s/.test(rest))
    ? { mistake: `"${rest}" does not fit; write ${command.usage}` }
    : undefined
}

export function closestCommand(typed: string): string | undefined {
  const names = queenCommands.map(({ name }) => name)
  return closestMatch(typed, names)
}

function unknownCommand(line: string, typed: string): string {
  const near = closestCommand(typed)
  return `there is no command ${line.split(/\s/)[0]}; ${near === undefined ? "help lists them" : `did you mean /${near}?`}`
}
