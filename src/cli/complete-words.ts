import { presetDescriptions, presetNames } from "../core/formats/index.ts"
import { type CommandDefinition, type CompletedValues, type Host, type OptionDefinition, withList } from "./command.ts"
import { commonOptions } from "./common-options.ts"
import { printableLine } from "./printable.ts"

/** Printed instead of candidates: the shell completes file names. */
const completeFiles = ":files"

interface Candidate {
  readonly word: string
  readonly about?: string
}

interface TypedLine {
  readonly command: CommandDefinition | undefined
  /** Arguments, without the command's name and options. */
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | true>>
  /** The option whose value comes next. */
  readonly pending: OptionDefinition | undefined
  /** After `--`, everything is an argument. */
  readonly onlyWords: boolean
}

interface CompletionOptions {
  /** The words after `conclave`; the last one is being typed. */
  readonly words: readonly string[]
  readonly commands: readonly CommandDefinition[]
  /** Called with the options typed so far. */
  readonly openHost: (options: Readonly<Record<string, unknown>>) => Pick<Host, "openList" | "tables" | "models">
}

/** Completions of the last word, one per line: the word, a tab and its description. */
export async function completeWords({ words, commands, openHost }: CompletionOptions): Promise<string> {
  const current = words.at(-1) ?? ""
  const line = readLine(words.slice(0, -1), commands)
  const [, flag, value] = /^(--[\w-]+=)(.*)$/s.exec(current) ?? []
  const known = knownOptions(line.command)
  const option = line.pending ?? (flag && !line.onlyWords ? findOption(known, flag.slice(0, -1)) : undefined)
  const prefix = line.pending ? "" : (flag ?? "")
  const argument = argumentAt(line)
  const wanted = option ? { ...option, name: placeholderOf(option) } : argument
  if (!option && current.startsWith("-") && !line.onlyWords) return formatCandidates(flagsOf(line), current)
  if (!option && !line.command) return formatCandidates(nextWords(line, commands), current)
  if (!wanted) return formatCandidates(flagsOf(line), current)
  if (wanted.choices) return formatCandidates(wanted.choices.map(candidate), current, prefix)
  if (!wanted.values) return /^(file|folder)$/.test(wanted.name ?? "") ? `${completeFiles}\n` : ""
  const candidates = await valuesOf(wanted.values, openHost(line.options))
  // A seat is `Name=model`: only the part after `=` is completed.
  const seatName = wanted.values === "seats" ? (/^.*=/s.exec(option && prefix ? value! : current)?.[0] ?? "") : ""
  return formatCandidates(candidates, current, prefix + seatName)
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

/** Commands, or the second word of grouped commands. */
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

/** Options that can still be added. */
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
      return kind === "models" ? models : [...models, candidate("human"), candidate("external")]
    }
  }
}

/** Ids cut to the shortest unique length, at least as long as lists show them. */
function discussionIds(host: Pick<Host, "openList">): Promise<readonly Candidate[]> {
  return withList({ host }, async (client) => {
    const { discussions } = await client.list({ limit: 100 })
    const shortened = (length: number) => discussions.map(({ id }) => id.slice(0, length))
    let length = 8
    while (length < 36 && new Set(shortened(length)).size < discussions.length) length++
    return discussions.map(({ id, title, topic }) => ({ word: id.slice(0, length), about: title ?? topic }))
  })
}

function candidate(word: string): Candidate {
  return { word }
}

/** Words come from files and servers: those with characters special to a shell are skipped. */
function formatCandidates(candidates: readonly Candidate[], current: string, prefix = ""): string {
  return candidates
    .filter(({ word }) => /^[\w./:@+-]+$/.test(word) && `${prefix}${word}`.startsWith(current))
    .map(({ word, about = "" }) => `${prefix}${word}\t${printableLine(about).slice(0, 100)}\n`)
    .join("")
}
