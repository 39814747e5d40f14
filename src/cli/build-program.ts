import { Argument, Command, type Help, InvalidArgumentError, Option } from "commander"
import { invalidInput } from "../core/errors.ts"
import { nearest } from "../core/nearest.ts"
import { alone, type CommandDefinition, commands, commonOptions, type OptionDefinition } from "./definitions/index.ts"
import { exitCodeMeanings } from "./exit-codes.ts"

/** A command as it was called. */
export interface Called {
  /** Of the command; empty for `conclave` alone. */
  readonly name: string
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

export interface ProgramOptions {
  readonly version: string
  readonly write: (text: string) => void
  readonly note: (text: string) => void
  readonly width: number
  readonly run: (called: Called) => Promise<void>
}

/** The parser of the whole command line. It throws CommanderError in place of ending the process. */
export function buildProgram({ version, write, note, width, run }: ProgramOptions): Command {
  const program = new Command("conclave")
  const groups = new Map<string, Command>()
  program
    .description(`Several minds at one table. Without a command it ${alone}.`)
    .usage("[command] [options]")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .argument("[command]")
    .allowExcessArguments()
    .action(async () => {
      const [unknown] = program.args
      if (unknown !== undefined) throw unknownCommand(unknown)
      await run({ name: "", args: [], options: program.opts() })
    })
  for (const option of commonOptions) program.addOption(optionOf(option))
  for (const definition of commands) {
    const [first, second] = definition.name.split(" ") as [string, string | undefined]
    const parent = second === undefined ? program : (groups.get(first) ?? group(program, first))
    if (second !== undefined) groups.set(first, parent)
    const command = parent.command(second ?? first)
    describe(command, definition)
    command.action(async () => {
      await run({ name: definition.name, args: command.processedArgs as string[], options: command.optsWithGlobals() })
    })
  }
  const codes = tableOf(exitCodeMeanings.map(([code, means]) => [String(code), means]))
  program.addHelpText("after", ({ command }) => `\nExit codes:\n${codes(command.createHelp(), width)}`)
  for (const command of all(program)) {
    command
      .exitOverride()
      .configureHelp({
        showGlobalOptions: true,
        minWidthToWrap: 20,
        // Its own guess takes paragraphs for text that must not be wrapped.
        preformatted: () => false,
        visibleArguments: (shown) => (shown === program ? [] : [...shown.registeredArguments]),
      })
      .configureOutput({ writeOut: write, writeErr: note, getOutHelpWidth: () => width, getErrHelpWidth: () => width })
      .showSuggestionAfterError()
  }
  return program
}

function describe(
  command: Command,
  { about, more, group, arguments: args = [], options = [], examples }: CommandDefinition,
) {
  command
    .summary(about)
    .description([`${sentence(about)}`, ...(more ?? [])].join("\n\n"))
    .helpGroup(`${group}:`)
  for (const { name, about: what, optional, choices } of args) {
    const argument = new Argument(optional ? `[${name}]` : `<${name}>`, what)
    command.addArgument(choices ? argument.choices(choices) : argument)
  }
  for (const option of options) command.addOption(optionOf(option))
  if (examples) command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`)
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function group(program: Command, name: string): Command {
  const about = commands
    .filter((command) => command.name.startsWith(`${name} `))
    .map((command) => command.name.slice(name.length + 1))
  const command = program.command(name).summary(about.join(", ")).helpGroup("Running it:")
  return command.description(`One of: ${about.join(", ")}.`)
}

function optionOf({ flags, about, group, choices, reads, usual, variable, many }: OptionDefinition): Option {
  const notes = [usual === undefined ? "" : `usually ${usual}`, variable === undefined ? "" : `variable ${variable}`]
  const shown = notes.filter((note) => note !== "").join("; ")
  const option = new Option(flags, shown === "" ? about : `${about} (${shown})`)
  if (group !== undefined) option.helpGroup(`${group}:`)
  if (choices) option.choices(choices)
  const read = (value: string) => (reads ? readNumber(value, reads) : value)
  // Not commander's own way, which would take the words after it as well.
  if (many) option.argParser((value, before: readonly unknown[] = []) => [...before, read(value)])
  else if (reads) option.argParser(read)
  return option
}

function readNumber(value: string, kind: "whole" | "number"): number {
  const number = Number(value)
  if (value.trim() === "" || !Number.isFinite(number)) throw new InvalidArgumentError("It must be a number.")
  if (kind === "whole" && !Number.isInteger(number)) throw new InvalidArgumentError("It must be a whole number.")
  return number
}

/** Terms and what they mean, as commander itself would lay them out. */
function tableOf(rows: readonly (readonly [string, string])[]) {
  const longest = Math.max(...rows.map(([term]) => term.length))
  return (help: Help, width: number) => {
    help.helpWidth = width
    return rows.map(([term, means]) => help.formatItem(term, longest, means, help)).join("\n")
  }
}

function unknownCommand(name: string) {
  const near = nearest(
    name,
    commands.map((command) => command.name),
  )
  const hint = near ? `did you mean "conclave ${near}"?` : "see conclave --help"
  const topic = name.includes(" ") ? ` To discuss it: conclave discuss "${name.slice(0, 40)}…"` : ""
  return invalidInput([{ field: "command", message: `there is no "${name.slice(0, 40)}"; ${hint}${topic}` }])
}

function all(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(all)]
}
