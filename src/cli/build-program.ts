import { Argument, Command, Option } from "commander"
import { invalidField } from "../core/errors.ts"
import { closestMatch } from "../core/validation.ts"
import {
  type ArgumentDefinition,
  type Command as CliCommand,
  type CommandDefinition,
  groups,
  type OptionDefinition,
} from "./command.ts"
import { commonOptions } from "./common-options.ts"
import { exitCodeMeanings } from "./exit-codes.ts"

/** What `conclave` does without a command. */
export const noCommandAction = "starts a conversation with the queen"

export interface ParsedCommand {
  /** Undefined for `conclave` alone. */
  readonly command: CliCommand | undefined
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

export interface ProgramOptions {
  readonly commands: readonly CliCommand[]
  /** The names of all commands, including those that are not loaded. */
  readonly names: readonly string[]
  readonly version: string
  readonly write: (text: string) => void
  readonly note: (text: string) => void
  readonly width: number
  readonly run: (parsed: ParsedCommand) => Promise<void>
}

/** Commander's own errors have the option and the value only in their messages, so it does not create them. */
class Parser extends Command {
  override createCommand(name?: string): Parser {
    return new Parser(name)
  }

  unknownOption(flag: string): never {
    const known: string[] = []
    for (let command: Command | null = this; command; command = command.parent)
      known.push(...command.options.flatMap(({ long }) => long ?? []))
    throw invalidField(flag, `unknown option; ${helpHint(flag, known)}`)
  }

  optionMissingArgument({ long, flags }: Option): never {
    throw invalidField(long ?? flags, `needs a value: ${flags}`)
  }

  missingArgument(name: string): never {
    throw invalidField(name, "is required; see --help")
  }

  _excessArguments(given: readonly string[]): void {
    if (!this.parent) return // the program itself takes an unknown command as its argument
    const name = this.name()
    const expected = this.registeredArguments.length
    // The extra argument may be the key itself, so it is not repeated.
    const message =
      name === "login"
        ? "login takes only a provider; enter the key when prompted, or pipe it to standard input"
        : `${name} takes ${expected === 0 ? "none" : `at most ${expected}`}, not "${given.join(", ").slice(0, 80)}"; see conclave ${name} --help`
    throw invalidField("arguments", message)
  }

  unknownCommand(): never {
    const [name = ""] = this.args
    const names = this.commands.map((command) => command.name())
    throw invalidField("command", `"${name}" does not exist; ${helpHint(name, names)}`)
  }
}

function helpHint(word: string, known: readonly string[]): string {
  const near = closestMatch(word, known)
  return near === undefined ? "see --help" : `did you mean ${near}?`
}

export function missingCommand() {
  return invalidField("command", "is required; see --help")
}

/** The parser of the whole command line. Throws instead of exiting the process. */
export function buildProgram({ commands, names, version, write, note, width, run }: ProgramOptions): Command {
  const program = new Parser("conclave")
  const parents = new Map<string, Command>()
  program
    .description(`Models, people and agents discuss a question and vote. Without a command, it ${noCommandAction}.`)
    .usage("[command] [options]")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .argument("[command]")
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: 20,
      // Commander's own check takes our paragraphs for preformatted text.
      preformatted: () => false,
      visibleArguments: (shown) => (shown === program ? [] : [...shown.registeredArguments]),
    })
    .configureOutput({
      ...{ writeOut: write, writeErr: note, getOutHelpWidth: () => width, getErrHelpWidth: () => width },
      outputError: () => {}, // the caller reports it, like every other error
    })
    .action(async () => {
      const [unknown] = program.args
      if (unknown !== undefined) throw unknownCommand(unknown, names)
      await run({ command: undefined, args: [], options: program.opts() })
    })
  for (const option of commonOptions) program.addOption(createOption(option, program))
  for (const definition of commands) {
    const [first, second] = definition.name.split(" ") as [string, string | undefined]
    const parent = second === undefined ? program : (parents.get(first) ?? addCommandGroup(program, first, commands))
    if (second !== undefined) parents.set(first, parent)
    const parser = parent.command(second ?? first)
    configureCommand(parser, definition)
    parser.action(async () => {
      const args = parser.processedArgs.flatMap((arg: string | string[]) =>
        !Array.isArray(arg) ? [arg] : arg.length === 0 ? [] : [arg.join(" ")],
      )
      await run({ command: definition, args, options: parser.optsWithGlobals() })
    })
  }
  return program.addHelpText("after", ({ command }) => {
    const help = Object.assign(command.createHelp(), { helpWidth: width })
    const lines = exitCodeMeanings.map(([code, means]) => help.formatItem(String(code), 1, means, help))
    return `\nExit codes:\n${lines.join("\n")}`
  })
}

function configureCommand(
  command: Command,
  { about, details = [], group, arguments: args = [], options = [], examples }: CommandDefinition,
) {
  command
    .summary(about)
    .description([sentence(about), ...details].join("\n\n"))
    .helpGroup(`${group}:`)
  for (const { about: what, choices, ...arg } of args) {
    const argument = new Argument(argumentUsage(arg), what)
    if (choices) argument.choices(choices).argParser((value) => parseChoice(value, choices, arg.name))
    command.addArgument(argument)
  }
  for (const option of options) command.addOption(createOption(option, command))
  if (examples) command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`)
}

/** An argument as help shows it: `[topic...]`. */
export function argumentUsage({ name, optional, words }: Omit<ArgumentDefinition, "about">): string {
  const text = words ? `${name}...` : name
  return optional ? `[${text}]` : `<${text}>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function addCommandGroup(program: Command, name: string, commands: readonly CliCommand[]): Command {
  const about = commands
    .filter((command) => command.name.startsWith(`${name} `))
    .map((command) => command.name.slice(name.length + 1))
  const command = program.command(name).summary(about.join(", ")).helpGroup(`${groups.setup}:`)
  return command.description(`One of: ${about.join(", ")}.`)
}

function createOption(definition: OptionDefinition, command: Command): Option {
  const { flags, about, group, choices, valueType, repeatable } = definition
  const option = new Option(flags, `${about}${optionNotes(definition)}`)
  if (group !== undefined) option.helpGroup(`${group}:`)
  if (choices) option.choices(choices)
  if (!option.required) return option
  const field = option.long ?? flags
  const read = (value: string) => {
    // The value was forgotten: the next option is not one.
    const options = [command, ...(command.parent ? [command.parent] : [])].flatMap((one) => one.options)
    if (options.some(({ short, long }) => value === short || value === long))
      throw invalidField(field, `needs a value, not "${value}"`)
    return valueType ? parseNumber(value, valueType, field) : choices ? parseChoice(value, choices, field) : value
  }
  // Not commander's variadic options, which would also take the words that follow.
  option.argParser((value, before: unknown) =>
    repeatable ? [...((before as readonly unknown[] | undefined) ?? []), read(value)] : read(value),
  )
  return option
}

/** Whether an option is repeatable, its default and its environment variable, as help shows them. */
export function optionNotes({ repeatable, defaultText, envVariable }: OptionDefinition): string {
  return [
    repeatable ? "; repeatable" : "",
    defaultText === undefined ? "" : ` (default: ${defaultText})`,
    envVariable === undefined ? "" : ` [env: ${envVariable}]`,
  ].join("")
}

function parseNumber(value: string, kind: "whole" | "number", field: string): number {
  const number = Number(value)
  const isNumber = value.trim() !== "" && Number.isFinite(number)
  if (isNumber && (kind === "number" || Number.isInteger(number))) return number
  throw invalidField(field, `must be a ${isNumber ? "whole number" : "number"}, not "${value}"`)
}

function parseChoice(value: string, choices: readonly string[], field: string): string {
  if (choices.includes(value)) return value
  // Every two-letter value is close to every other.
  const near = value.length < 3 ? undefined : closestMatch(value, choices)
  const hint = near === undefined ? `use one of ${choices.join(", ")}` : `did you mean "${near}"?`
  throw invalidField(field, `unknown value "${value}"; ${hint}`)
}

function unknownCommand(name: string, names: readonly string[]) {
  const near = closestMatch(name, names)
  const hint = near ? `did you mean "conclave ${near}"?` : "see conclave --help"
  const topic = name.includes(" ") ? ` To discuss it: conclave discuss "${name.slice(0, 40)}…"` : ""
  return invalidField("command", `"${name.slice(0, 40)}" does not exist; ${hint}${topic}`)
}
