import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { argumentUsage, noCommandAction, optionNotes } from "../src/cli/build-program.ts"
import type { CommandDefinition, OptionDefinition } from "../src/cli/command.ts"
import { loadCommands } from "../src/cli/commands/index.ts"
import { commonOptions } from "../src/cli/common-options.ts"
import { exitCodeMeanings } from "../src/cli/exit-codes.ts"
import { queenCommands } from "../src/cli/queen/queen-commands.ts"
import { describeSettings } from "../src/cli/setting-flags.ts"
import { presetNames } from "../src/core/formats/index.ts"

/** The whole command line as a page of Markdown, in the manner of a man page. */
export function writeCliPage(commands: readonly CommandDefinition[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))]
  return `${[
    "# conclave(1)",
    "Written by `scripts/write-cli-docs.ts` from the definitions that the command line itself is made of.",
    "## Name",
    "**conclave**: several minds at one table",
    "## Synopsis",
    "`conclave` _[command]_ _[options]_",
    "## Description",
    `Without a command it ${noCommandAction}. \`conclave\` _command_ \`--help\` says what a command takes. Results go to standard output, everything beside them to standard error.`,
    "## Options of every command",
    optionList(commonOptions),
    "`-h`, `--help` and, without a command, `-V`, `--version`.",
    "Flags win over variables, variables over the file. An unknown key in the file is an error that names the nearest known one.",
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...commands.filter((command) => command.group === group).flatMap((command) => section(command)),
    ]),
    "## The conversation",
    "`conclave` alone asks for a line at a time. A line that ends in `\\` goes on in the next. Words that are none of these are put to the table:",
    queenCommands.map(({ usage, about }) => `- \`${usage}\`: ${about}`).join("\n"),
    "Ctrl-C stops what is being said first, and leaves when nothing is.",
    "## Settings",
    "What `--set` sets, and `options` in a table file. `conclave discuss --format NAME --set help` shows the values of a format.",
    describeSettings()
      .map(({ name, about }) => `- \`${name}\`: ${about} (default: ${defaultsOf(name)})`)
      .join("\n"),
    "## Exit codes",
    exitCodeMeanings.map(([code, means]) => `- \`${code}\`: ${means}`).join("\n"),
    "## Variables",
    environmentVariables(commands),
  ].join("\n\n")}\n`
}

/** One value, or that of each format where they differ. */
function defaultsOf(name: string): string {
  const values = presetNames.map((format) => {
    const value = describeSettings(format).find((setting) => setting.name === name)?.defaultValue
    return [format, `\`${JSON.stringify(value)}\``] as const
  })
  const [first] = values
  if (values.every(([, value]) => value === first?.[1])) return first![1]
  return values.map(([format, value]) => `${value} in a ${format}`.replace("a assembly", "an assembly")).join(", ")
}

function section({
  name,
  about,
  details = [],
  arguments: args = [],
  options = [],
  examples,
}: CommandDefinition): readonly string[] {
  const words = args.map(argumentUsage)
  return [
    `### conclave ${name}`,
    `\`${["conclave", name, ...words, ...(options.length > 0 ? ["[options]"] : [])].join(" ")}\``,
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    ...details,
    ...(args.length > 0
      ? [args.map((arg) => `- _${arg.name}_: ${arg.about}${choicesOf(arg.choices)}`).join("\n")]
      : []),
    ...(options.length > 0 ? [optionList(options)] : []),
    ...(examples ? [`\`\`\`sh\n${examples.join("\n")}\n\`\`\``] : []),
  ]
}

/** Under the headings that help has, where it has any. */
function optionList(options: readonly OptionDefinition[]): string {
  const headings = [...new Set(options.map(({ group }) => group))]
  return headings
    .map((heading) => {
      const lines = optionLines(options.filter(({ group }) => group === heading))
      return heading === undefined ? lines : `${heading}:\n\n${lines}`
    })
    .join("\n\n")
}

function optionLines(options: readonly OptionDefinition[]): string {
  return options
    .map((option) => `- \`${option.flags}\`: ${option.about}${choicesOf(option.choices)}${optionNotes(option)}`)
    .join("\n")
}

function choicesOf(choices: readonly string[] | undefined): string {
  return choices ? `; one of ${choices.map((choice) => `\`${choice}\``).join(", ")}` : ""
}

function environmentVariables(commands: readonly CommandDefinition[]): string {
  const ofOptions = [...commonOptions, ...commands.flatMap(({ options = [] }) => options)].flatMap(
    ({ envVariable, flags }) =>
      envVariable === undefined ? [] : [`- \`${envVariable}\`: as \`${/--\w+/.exec(flags)![0]}\``],
  )
  return [
    ...new Set(ofOptions),
    "- `BROWSER`: what `conclave open` opens the page with",
    "- `NO_COLOR`: no colours, whatever its value",
    "- keys and addresses of providers: see [models](guides/models.md)",
  ].join("\n")
}

/** Writes docs/cli.md: `node scripts/write-cli-docs.ts`. */
if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, "../docs/cli.md"), writeCliPage(await loadCommands()))
}
