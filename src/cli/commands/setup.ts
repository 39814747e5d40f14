import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { invalidField } from "../../core/errors.ts"
import { defaultFormat, defaultModel } from "../../core/formats/index.ts"
import { languageCodes } from "../../core/languages/index.ts"
import { modelOperations } from "../../operations/models.ts"
import { command, groups, writeJson } from "../command.ts"
import { defaultConfigNames } from "../common-options.ts"
import { modelsText } from "../models-text.ts"
import { commandOf } from "../operation-options.ts"
import { printableDeep } from "../printable.ts"
import type { LineReader } from "../terminal.ts"
import { tableText } from "../text-layout.ts"

const [configName] = defaultConfigNames
const defaultLanguage = languageCodes[0]!

export const commands = [
  command({
    group: groups.setup,
    ...commandOf(modelOperations.listModels),
    async run({ options, terminal, host }) {
      const found = await host.models()
      if (options.json) writeJson(terminal, found)
      else terminal.write(modelsText(printableDeep(found), terminal))
    },
  }),

  command<{ readonly force?: true }>({
    name: "init",
    group: groups.setup,
    about: `create ${configName} from three questions`,
    options: [{ flags: "--force", about: "overwrite an existing file" }],
    async run({ options, terminal, host }) {
      const path = join(host.folder, configName)
      if (existsSync(path) && !options.force) {
        throw invalidField(configName, "already exists; edit it, or overwrite it with --force")
      }
      const { models, providers } = await host.models()
      const real = models.find((model) => !model.rehearsal)
      if (!real) {
        const missing = providers.flatMap(({ name, missing: what }) => (what ? [`  ${name}: ${what}\n`] : []))
        terminal.note(`No provider is set up yet, so simulated models are the default.\n${missing.join("")}`)
      }
      const config = await askForConfig(terminal.lines(), real?.id ?? defaultModel)
      const { stringify } = await import("yaml")
      await writeFile(path, `# Conclave configuration. Keys belong in the environment, not here.\n${stringify(config)}`)
      if (options.json) writeJson(terminal, { file: configName, config })
      else terminal.note(`Created ${configName}. Try: conclave discuss "…"\n`)
    },
  }),

  command({
    name: "config",
    group: groups.setup,
    about: "show every setting and where its value comes from",
    details: [
      "Flags take precedence over environment variables, these over `.env`, and `.env` over the file. Keys and passwords are hidden.",
    ],
    async run({ options, terminal, host }) {
      const settings = printableDeep(await host.settingSources())
      if (options.json) return writeJson(terminal, { settings })
      const rows = settings.map(({ name, value, from }) => [name, value, from])
      terminal.write(tableText([["name", "value", "from"], ...rows], Number.POSITIVE_INFINITY))
    },
  }),

  command<{ readonly rebuild?: true }>({
    name: "doctor",
    group: groups.setup,
    about: "check your setup",
    options: [{ flags: "--rebuild", about: "also check derived tables against the events, and repair differences" }],
    run: async (context) => (await import("../check-setup.ts")).doctor(context),
  }),
]

/** Asks for model, language and rounds; an empty answer takes the default. */
async function askForConfig(lines: LineReader, suggestedModel: string) {
  const { name, settings } = defaultFormat
  try {
    const model = await choose(lines, "Default model", suggestedModel, (text) =>
      /^[^/\s]+\/\S+$/.test(text) ? text : undefined,
    )
    const language = await choose(lines, `Language (${languageCodes.join(", ")})`, defaultLanguage, (text) =>
      languageCodes.find((code) => code === text),
    )
    const rounds = await choose(
      lines,
      `Rounds in a ${name} discussion (2 to 4 recommended)`,
      String(settings.rounds),
      (text) => (/^([1-9]|10)$/.test(text) ? text : undefined),
    )
    return { model, language, consensus: { discussion_rounds: Number(rounds) } }
  } finally {
    lines.close()
  }
}

async function choose(
  lines: LineReader,
  question: string,
  defaultValue: string,
  parse: (text: string) => string | undefined,
): Promise<string> {
  for (let tries = 0; tries < 5; tries++) {
    const line = await lines.ask(`${question} [${defaultValue}]: `)
    if (typeof line === "symbol") break
    const answer = line?.trim() ? parse(line.trim()) : defaultValue
    if (answer !== undefined) return answer
  }
  throw invalidField(question, "was not answered, so nothing was written")
}
