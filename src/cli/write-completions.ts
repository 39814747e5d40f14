import type { CommandDefinition, OptionDefinition } from "./command.ts"
import { commonOptions } from "./common-options.ts"

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]
type Commands = readonly CommandDefinition[]

/** A script that completes commands, options and their choices in a shell. */
export function writeCompletions(shell: Shell, commands: Commands): string {
  return { bash, zsh, fish }[shell](commands)
}

function bash(commands: Commands): string {
  return `# bash completion for conclave
_conclave() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="\${command:+$command }$word" ;; esac
  done
  case "$command" in
${[...parents(commands)].map((parent) => `    "${parent}") COMPREPLY=($(compgen -W "${children(commands, parent).join(" ")}" -- "$current")); return ;;`).join("\n")}
  esac
  case "$command" in
    "") case "$current" in -*) ;; *) COMPREPLY=($(compgen -W "${firstWords(commands).join(" ")}" -- "$current")); return ;; esac ;;
  esac
  case "$previous" in
${choiceCases(commands, (flags, choices) => `    ${flags.join("|")}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current")); return ;;`)}
  esac
  case "$command" in
${commands.map((command) => `    "${command.name}"*) ${bashCommand(command)} ;;`).join("\n")}
    *) COMPREPLY=($(compgen -W "${longFlags(commonOptions).join(" ")} --help --version" -- "$current")) ;;
  esac
}
complete -o default -F _conclave conclave
`
}

function bashCommand({ options = [], arguments: args = [] }: CommandDefinition): string {
  const words = [...longFlags([...options, ...commonOptions]), "--help", ...(args[0]?.choices ?? [])]
  return `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current"))`
}

/** Zsh reads bash's completions, given the chance. */
function zsh(commands: Commands): string {
  return `#compdef conclave\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`
}

function fish(commands: Commands): string {
  const first = commands.filter(({ name }) => !name.includes(" "))
  const lines = [
    "# fish completion for conclave",
    ...first.map(
      ({ name, about }) => `complete -c conclave -f -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
    ),
    ...[...parents(commands)].flatMap((parent) => [
      `complete -c conclave -f -n __fish_use_subcommand -a ${parent}`,
      `complete -c conclave -f -n "__fish_seen_subcommand_from ${parent}" -a "${children(commands, parent).join(" ")}"`,
    ]),
    ...commonOptions.map((option) => fishOption(option, "")),
    ...commands.flatMap(({ name, options = [], arguments: args = [] }) => {
      const when = ` -n "__fish_seen_subcommand_from ${name.split(" ").at(-1)}"`
      const choices = args[0]?.choices
      return [
        ...(choices ? [`complete -c conclave -f${when} -a "${choices.join(" ")}"`] : []),
        ...options.map((option) => fishOption(option, when)),
      ]
    }),
  ]
  return `${lines.join("\n")}\n`
}

function fishOption({ flags, about, choices }: OptionDefinition, when: string): string {
  const long = longFlags([{ flags }])[0]!.slice(2)
  const short = /^-(\w),/.exec(flags)?.[1]
  const value = choices ? ` -x -a "${choices.join(" ")}"` : /[<[]/.test(flags) ? " -r" : ""
  return `complete -c conclave${when} -l ${long}${short ? ` -s ${short}` : ""}${value} -d ${quoted(about)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
}

function longFlags(options: readonly Pick<OptionDefinition, "flags">[]): readonly string[] {
  return options.map(({ flags }) => /--[\w-]+/.exec(flags)![0])
}

function firstWords(commands: Commands): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0]!))]
}

/** First words of commands that have two. */
function parents(commands: Commands): ReadonlySet<string> {
  return new Set(commands.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0]!] : [])))
}

function children(commands: Commands, parent: string): readonly string[] {
  return commands.flatMap(({ name }) => (name.startsWith(`${parent} `) ? [name.slice(parent.length + 1)] : []))
}

/** Options of the same name offer the same choices in every command, or all of theirs. */
function choiceCases(
  commands: Commands,
  write: (flags: readonly string[], choices: readonly string[]) => string,
): string {
  const byFlag = new Map<string, Set<string>>()
  for (const { flags, choices } of commands.flatMap(({ options = [] }) => options)) {
    if (!choices) continue
    const known = byFlag.get(flags) ?? new Set()
    for (const choice of choices) known.add(choice)
    byFlag.set(flags, known)
  }
  return [...byFlag]
    .map(([flags, choices]) => write(flags.match(/(?<![\w-])--?[\w-]+/g) ?? [], [...choices]))
    .join("\n")
}
