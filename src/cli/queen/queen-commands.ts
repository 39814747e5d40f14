/** What can be said to the conversation itself. */
export const queenCommands = [
  {
    name: "specialists",
    usage: "specialists on|off",
    about: "let the specialists discuss what you ask, or the queen answer by herself",
  },
  { name: "rounds", usage: "rounds N", about: "how many rounds the specialists have" },
  { name: "model", usage: "model NAME", about: "which model sits in every seat" },
  { name: "models", usage: "models", about: "which models there are" },
  { name: "seats", usage: "seats", about: "who sits at the table" },
  { name: "history", usage: "history [WORDS]", about: "what was asked before, also in earlier sessions" },
  { name: "show", usage: "show ID", about: "show one of these again" },
  { name: "export", usage: "export [FILE]", about: "write the last record to a file" },
  { name: "status", usage: "status", about: "how the table is set, and what was used so far" },
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
const commandsWithoutArguments: ReadonlySet<string> = new Set(["models", "seats", "status", "open", "help", "exit"])
const argumentPatterns: Readonly<Partial<Record<QueenCommandName, RegExp>>> = {
  specialists: /^(on|off)?$/i,
  rounds: /^\d*$/,
  model: /^(\S+\/\S+)?$/,
  show: /^[0-9a-f-]{4,36}$/i,
  export: /^\S*$/,
  history: /^.{0,60}$/,
}

/** A line read as a command, or undefined where it is words for the table. A leading slash always means a command. */
export function parseQueenCommand(line: string): QueenCommand | undefined {
  const [, slash = "", word = "", rest = ""] = /^(\/?)(\S+)\s*(.*)$/s.exec(line.trim()) ?? []
  const typed = word.toLowerCase() === "quit" ? "exit" : word.toLowerCase()
  const command = queenCommands.find(({ name }) => name === typed)
  if (!command) return undefined
  const fits = commandsWithoutArguments.has(command.name)
    ? rest === ""
    : (argumentPatterns[command.name]?.test(rest) ?? true)
  return fits || slash !== "" ? { name: command.name, rest } : undefined
}
