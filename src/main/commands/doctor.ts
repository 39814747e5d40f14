import { colours } from "../../cli/colours.ts"
import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { printableLine } from "../../cli/printable.ts"
import { ConclaveError } from "../../core/errors.ts"
import { openDatabase } from "../../stores/postgres/database.ts"
import { rebuildProjections } from "../../stores/postgres/maintenance/rebuild-projections.ts"
import { conclave } from "../conclave.ts"
import { findLockHolder } from "../open-client.ts"
import type { ProcessSettings } from "../process-settings.ts"
import type { CommandContext, ContextCommandHandler } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"
import { withDatabase } from "./with-database.ts"

interface Finding {
  readonly about: string
  /** `note`: as it may be; nothing has to be done. */
  readonly state: "well" | "note" | "ill"
  readonly found: string
  /** What to do. */
  readonly fix?: string
}

export const doctorCommand: ContextCommandHandler<{ readonly rebuild?: true }> = async (context) => {
  const { options, terminal } = context
  const findings = [nodeFinding(), ...(await checkSetup(context))]
  const isWell = findings.every(({ state }) => state !== "ill")
  if (options.json) writeJson(terminal, { well: isWell, findings })
  else for (const finding of findings) terminal.write(findingText(finding, colours(terminal.colour).bold))
  return isWell ? exitCodes.success : exitCodes.error
}

async function checkSetup(context: CommandContext<{ readonly rebuild?: true }>): Promise<readonly Finding[]> {
  let settings: ProcessSettings
  try {
    settings = settingsOf(context)
  } catch (error) {
    return [
      {
        about: "configuration",
        state: "ill",
        found: messageOf(error),
        fix: "put it right in the file, flag or variable",
      },
    ]
  }
  const { configPath } = settings
  return [
    {
      about: "configuration",
      state: configPath ? "well" : "note",
      found: configPath ?? "there is none",
      ...(!configPath && { fix: "conclave init writes one" }),
    },
    await databaseFinding(settings),
    ...(await providerFindings(context, settings)),
    ...(context.options.rebuild ? [await rebuildFinding(context)] : []),
  ]
}

function nodeFinding(): Finding {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split(".").map(Number)
  const isNew = major > 22 || (major === 22 && minor >= 18)
  return {
    about: "Node",
    state: isNew ? "well" : "ill",
    found: node,
    ...(!isNew && { fix: "install Node 22.18 or newer" }),
  }
}

async function databaseFinding(settings: ProcessSettings): Promise<Finding> {
  const { location } = settings
  const about = "database"
  const holder = await findLockHolder(settings)
  if (holder?.address)
    return { about, state: "well", found: `open in process ${holder.pid}, which listens at ${holder.address}` }
  if (holder)
    return { about, state: "note", found: `open in process ${holder.pid}`, fix: "wait until that command is done" }
  try {
    const database = await openDatabase(location)
    try {
      const { rows } = await database.pool.query(
        "SELECT version() AS version, (SELECT count(*) FROM discussions) AS discussions",
      )
      const { version, discussions } = rows[0] as { version: string; discussions: number }
      const where = "data" in location ? `folder ${location.data}` : "server"
      return { about, state: "well", found: `${where}, ${version.split(" on ")[0]}, ${discussions} discussions` }
    } finally {
      await database.close()
    }
  } catch (error) {
    const fix =
      "data" in location
        ? "see whether the folder can be written, or name another with --data"
        : "see whether DATABASE_URL is right and the server runs"
    return { about, state: "ill", found: messageOf(error), fix }
  }
}

async function providerFindings({ env }: CommandContext, { config }: ProcessSettings): Promise<readonly Finding[]> {
  const { providers, models } = await conclave({ config, env }).models()
  const wanted = config.model?.split("/")[0]
  const found = providers.map(({ name, ready, missing, problem }): Finding => {
    const about = `provider ${name}`
    if (ready)
      return {
        about,
        state: "well",
        found: `${models.filter(({ provider }) => provider === name).length} models known`,
      }
    const fix = missing ?? "see whether it runs and its address is right"
    return { about, state: name === wanted ? "ill" : "note", found: problem ?? "not set up", fix }
  })
  const defaultModel = config.model ?? "rehearsal/auto, which only pretends"
  return [
    ...found,
    { about: "model for seats that name none", state: config.model ? "well" : "note", found: defaultModel },
  ]
}

async function rebuildFinding(context: CommandContext): Promise<Finding> {
  const about = "tables against events"
  try {
    const { discussions, differences } = await withDatabase(context, (database) =>
      rebuildProjections(database, { repair: true }),
    )
    if (differences.length === 0) return { about, state: "well", found: `equal, in all ${discussions} discussions` }
    const named = differences.slice(0, 5).map(({ discussionId, table }) => `${table} of ${discussionId}`)
    return { about, state: "note", found: `${differences.length} differed and were mended: ${named.join(", ")}` }
  } catch (error) {
    return { about, state: "ill", found: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof ConclaveError || error instanceof Error ? error.message : String(error)
}

const stateLabels = { well: "ok  ", note: "note", ill: "ILL " } as const

function findingText({ about, state, found, fix }: Finding, bold: (text: string) => string): string {
  const advice = fix === undefined ? "" : `\n      ${printableLine(fix)}`
  return `${stateLabels[state]}  ${bold(about)}: ${printableLine(found)}${advice}\n`
}
