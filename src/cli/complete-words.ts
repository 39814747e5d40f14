import { presetDescriptions, presetNames } from "../core/formats/index.ts"
import { type CommandDefinition, type CompletedValues, type Host, type OptionDefinition, withList } from "./command.ts"
import { commonOptions } from "./common-options.ts"
import { printableLine } from "./printable.ts"

/** In place of candidates: the shell offers its own files. */
const filesWanted = ":files"

interface Candidate {
  readonly word: string
  readonly about?: string
}

/** The command line so far. */
interface TypedLine {
  readonly command: CommandDefinition | undefined
  /** Words besides the command's own name and options. */
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | true>>
  /** Its value comes next. */
  readonly pending: OptionDefinition | undefined
  /** After `--` nothing is an option. */
  readonly onlyWords: boolean
}

interface CompletionOptions {
  /** After `conclave`; the last is being written. */
  readonly words: readonly string[]
  readonly commands: readonly CommandDefinition[]
  /** With the options that were typed. */
  readonly openHost: (options: Readonly<Record<string, unknown>>) => Pick<Host, "openList" | "tables" | "models">
}

/** Completions of the last word, one a line: the word and, after a tab, what it is. */
export async function completeWords({ words, commands, openHost }: CompletionOptions): Promise<string> {
  const current = words.at(-1) ?? ""
  const line = readLine(words.slice(0, -1), commands)
  const [, flag, value] = /^(--[\w-]+=)(.*)$/s.exec(current) ?? []
  const known = knownOptions(line.command)
  const option = line.pending ?? (flag && !line.onlyWords ? findOption(known, flag.slice(0, -1)) : undefined)
  const prefix = line.pending ? "" : (flag ?? "")
  const argument = argumentAt(line)
  const wanted = option ? { ...option, name: placeholderOf(option) } : argument
  if (!option && current.startsWith("-") && !line.onlyWords) return written(flagsOf(line), current)
  if (!option && !line.command) return written(nextWords(line, commands), current)
  if (!wanted) return written(flagsOf(line), current)
  if (wanted.choices) return written(wanted.choices.map(named), current, prefix)
  if (!wanted.values) return /^(file|folder)$/.test(wanted.name ?? "") ? `${filesWanted}\n` : ""
  const candidates = await valuesOf(wanted.values, openHost(line.options))
  // A seat is `Name=model`: what was typed before the sign stays.
  const seatName = wanted.values === "seats" ? (/^.*=/s.exec(option && prefix ? value! : current)?.[0] ?? "") : ""
  return written(candidates, current, prefix + seatName)
}

function readLine(before: readonly string[], commands: readonly CommandDefinition[]): TypedLine {
  const words: string[] = []
  const options: Record<string, string | true> = {}
  let command: CommandDefinition | undefined
  let pending: OptionDefinition | undefined
  let onlyWords = false
  for (const word of before) {
    if (pending) {
      options[nameOf(pending)] = word
      pending = undefined
    } else if (word === "--") onlyWords = true
    else if (word.startsWith("-") && !onlyWords) {
      const [flag, value] = word.split(/=(.*)/s) as [string, string | undefined]
      const option = findOption(knownOptions(command), flag)
      if (option && value === undefined && placeholderOf(option)) pending = option
      else if (option) options[nameOf(option)] = value ?? true
    } else {
      words.push(word)
      const found = command ? undefined : commands.find(({ name }) => name === words.join(" "))
      if (found) words.length = 0
      command ??= found
    }
  }
  return { command, words, options, pending, onlyWords }
}

function argumentAt({ command, words }: TypedLine) {
  const args = command?.arguments ?? []
  return args[words.length] ?? (args.at(-1)?.words ? args.at(-1) : undefined)
}

/** Commands, or the second words of those that have two. */
function nextWords({ words }: TypedLine, commands: readonly CommandDefinition[]): readonly Candidate[] {
  const isHelp = words[0] === "help"
  const typed = isHelp ? words.slice(1) : words
  const found = new Map<string, Candidate>()
  for (const { name, about } of commands) {
    const parts = name.split(" ")
    if (typed.some((word, index) => parts[index] !== word) || parts.length <= typed.length) continue
    const word = parts[typed.length]!
    const isWhole = parts.length === typed.length + 1
    if (!found.has(word)) found.set(word, { word, ...(isWhole && { about }) })
  }
  const help = { word: "help", about: "show help for a command" }
  return [...found.values(), ...(words.length === 0 ? [help] : [])]
}

/** Options that can still be given. */
function flagsOf({ command, options }: TypedLine): readonly Candidate[] {
  const open = knownOptions(command).filter((option) => option.repeatable || options[nameOf(option)] === undefined)
  const own = open.map((option) => ({ word: `--${nameOf(option)}`, about: option.about }))
  const version = command ? [] : [{ word: "--version", about: "print the version" }]
  return [...own, { word: "--help", about: "show help" }, ...version]
}

function knownOptions(command: CommandDefinition | undefined): readonly OptionDefinition[] {
  return [...(command?.options ?? []), ...commonOptions]
}

function findOption(options: readonly OptionDefinition[], flag: string): OptionDefinition | undefined {
  return options.find(({ flags }) => flags.split(/[ ,]+/).includes(flag))
}

function nameOf({ flags }: OptionDefinition): string {
  return /--([\w-]+)/.exec(flags)![1]!
}

function placeholderOf({ flags }: OptionDefinition): string | undefined {
  return /<(.+)>/.exec(flags)?.[1]
}

async function valuesOf(
  kind: CompletedValues,
  host: ReturnType<CompletionOptions["openHost"]>,
): Promise<readonly Candidate[]> {
  switch (kind) {
    case "discussions":
      return discussionIds(host)
    case "tables": {
      const formats = presetNames.map((name) => ({ word: name, about: presetDescriptions[name] }))
      const tables = (await host.tables()).map(({ name, description = "" }) => ({ word: name, about: description }))
      return [...formats, ...tables]
    }
    case "models":
    case "seats": {
      const models = (await host.models()).models.map(({ id, note = "" }) => ({ word: id, about: note }))
      return kind === "models" ? models : [...models, named("human"), named("external")]
    }
  }
}

/** As short as they can be told apart, and not shorter than lists show them. */
function discussionIds(host: Pick<Host, "openList">): Promise<readonly Candidate[]> {
  return withList({ host }, async (client) => {
    const { discussions } = await client.list({ limit: 100 })
    const shortened = (length: number) => discussions.map(({ id }) => id.slice(0, length))
    let length = 8
    while (length < 36 && new Set(shortened(length)).size < discussions.length) length++
    return discussions.map(({ id, title, topic }) => ({ word: id.slice(0, length), about: title ?? topic }))
  })
}

function named(word: string): Candidate {
  return { word }
}

/** Names come from files and servers: one that a shell might read as more than a word is not offered. */
function written(candidates: readonly Candidate[], current: string, prefix = ""): string {
  return candidates
    .filter(({ word }) => /^[\w./:@+-]+$/.test(word) && `${prefix}${word}`.startsWith(current))
    .map(({ word, about = "" }) => `${prefix}${word}\t${printableLine(about).slice(0, 100)}\n`)
    .join("")
}
