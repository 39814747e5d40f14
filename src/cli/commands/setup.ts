import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { invalidInput } from "../../core/errors.ts"
import { defaultFormat } from "../../core/formats/index.ts"
import { languageCodes } from "../../core/languages/index.ts"
import { modelOperations } from "../../operations/models.ts"
import { command, writeJson } from "../command.ts"
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
    group: "Running it",
    ...commandOf(modelOperations.listModels),
    async run({ options, terminal, host }) {
      const found = await host.models()
      if (options.json) writeJson(terminal, found)
      else terminal.write(modelsText(printableDeep(found), terminal))
    },
  }),

  command<{ readonly force?: true }>({
    name: "init",
    group: "Running it",
    about: `ask three questions and write ${configName}`,
    options: [{ flags: "--force", about: "overwrite an existing file" }],
    async run({ options, terminal, host }) {
      const path = join(host.folder, configName)
      if (existsSync(path) && !options.force) {
        const message = "exists already; edit it, or overwrite it with --force"
        throw invalidInput([{ field: configName, message }])
      }
      const { models, providers } = await host.models()
      const real = models.find((model) => !model.rehearsal)
      if (!real) {
        const missing = providers.flatMap(({ name, missing: what }) => (what ? [`  ${name}: ${what}\n`] : []))
        terminal.note(`No provider is set up yet, so rehearsal models are offered.\n${missing.join("")}`)
      }
      const config = await askForConfig(terminal.lines(), real?.id ?? "rehearsal/auto")
      const { stringify } = await import("yaml")
      await writeFile(path, `# What Conclave goes by here. Keys stay in the environment.\n${stringify(config)}`)
      if (options.json) writeJson(terminal, { file: configName, config })
      else terminal.note(`${configName} is written. Try: conclave discuss "…"\n`)
    },
  }),

  command({
    name: "config",
    group: "Running it",
    about: "show every setting and where its value comes from",
    details: [
      "Flags take precedence over environment variables, these over `.env`, and `.env` over the file. Keys and passwords are not shown.",
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
    group: "Running it",
    about: "check your setup, and say what to do",
    options: [
      { flags: "--rebuild", about: "also check every database table against the events, and repair what differs" },
    ],
    run: async (context) => (await import("../check-setup.ts")).doctor(context),
  }),
]

/** Asks which model, which language and how many rounds; an empty answer takes what is offered. */
async function askForConfig(lines: LineReader, defaultModel: string) {
  const { name, settings } = defaultFormat
  try {
    const model = await choose(lines, "Model for seats that name none", defaultModel, (text) =>
      /^[^/\s]+\/\S+$/.test(text) ? text : undefined,
    )
    const language = await choose(lines, `Language (${languageCodes.join(", ")})`, defaultLanguage, (text) =>
      languageCodes.find((code) => code === text),
    )
    const rounds = await choose(lines, `Rounds of a ${name} (2 to 4 recommended)`, String(settings.rounds), (text) =>
      /^([1-9]|10)$/.test(text) ? text : undefined,
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
  throw invalidInput([{ field: question, message: "was not answered; nothing is written" }])
}
