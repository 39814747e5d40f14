import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { stringify } from "yaml"
import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import type { LineReader } from "../../cli/terminal.ts"
import { invalidInput } from "../../core/errors.ts"
import { languageCodes } from "../../core/languages/index.ts"
import { conclave } from "../conclave.ts"
import type { Config } from "../config.ts"
import type { ContextCommandHandler } from "./command-context.ts"

const name = "conclave.yaml"

/** Asks which model, which language and how many rounds; an empty answer takes what is offered. */
export const initCommand: ContextCommandHandler<{ readonly force?: true }> = async ({
  options,
  terminal,
  env,
  folder,
}) => {
  const path = join(folder, name)
  if (existsSync(path) && !options.force) {
    throw invalidInput([{ field: name, message: "is there already; change it by hand, or write it anew with --force" }])
  }
  const { models, providers } = await conclave({ config: {}, env }).models()
  const real = models.find((model) => !model.rehearsal)
  if (!real) {
    const hint = providers
      .map(({ name: provider, missing }) => (missing ? `${provider}: ${missing}` : ""))
      .filter(Boolean)
    terminal.note(
      `No provider is set up yet, so rehearsal models are offered.\n${hint.map((line) => `  ${line}\n`).join("")}`,
    )
  }
  const lines = terminal.lines()
  const config: Config = {}
  try {
    const model = await choose(lines, "Model for seats that name none", real?.id ?? "rehearsal/auto", (text) =>
      /^[^/\s]+\/\S+$/.test(text) ? text : undefined,
    )
    const language = await choose(lines, `Language (${languageCodes.join(", ")})`, "en", (text) =>
      languageCodes.find((code) => code === text),
    )
    const rounds = await choose(lines, "Rounds of a hive (2 to 4 recommended)", "3", (text) =>
      /^([1-9]|10)$/.test(text) ? text : undefined,
    )
    Object.assign(config, { model, language, consensus: { discussion_rounds: Number(rounds) } })
  } finally {
    lines.close()
  }
  await writeFile(path, `# What Conclave goes by here. Keys stay in the environment.\n${stringify(config)}`)
  if (options.json) writeJson(terminal, { file: name, config })
  else terminal.note(`${name} is written. Try: conclave discuss "…"\n`)
  return exitCodes.success
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
