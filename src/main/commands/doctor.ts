import { colours } from "../../cli/colours.ts"
import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { printableLine } from "../../cli/printable.ts"
import { ConclaveError } from "../../core/errors.ts"
import { networkFileSystem } from "../../stores/sqlite/network-file-system.ts"
import { conclave } from "../conclave.ts"
import type { Settings } from "../settings.ts"
import type { CommandContext, ContextRun } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"
import { withStorage } from "./with-storage.ts"

interface Finding {
  readonly about: string
  /** `note`: as it may be; nothing has to be done. */
  readonly state: "well" | "note" | "ill"
  readonly found: string
  /** What to do. */
  readonly fix?: string
}

export const doctor: ContextRun<{ readonly rebuild?: true }> = async (context) => {
  const { options, terminal } = context
  const findings = [versions(), ...(await examine(context))]
  const isWell = findings.every(({ state }) => state !== "ill")
  if (options.json) writeJson(terminal, { well: isWell, findings })
  else for (const finding of findings) terminal.write(findingText(finding, colours(terminal.colour).bold))
  return isWell ? exitCodes.agreed : exitCodes.error
}

async function examine(context: CommandContext<{ readonly rebuild?: true }>): Promise<readonly Finding[]> {
  let settings: Settings
  try {
    settings = await settingsOf(context)
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
    ...(await databaseFindings(context, settings)),
    ...(await providerFindings(context, settings)),
    ...(context.options.rebuild ? [await rebuildFinding(context)] : []),
  ]
}

function versions(): Finding {
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

async function databaseFindings(context: CommandContext, { location }: Settings): Promise<readonly Finding[]> {
  const about = "database"
  const [fix, network] =
    "data" in location
      ? ["see whether the folder can be written, or name another with --data", networkFileSystem(location.data)]
      : ["see whether DATABASE_URL is right and the server runs", undefined]
  const findings: Finding[] = []
  try {
    findings.push({ about, state: "well", found: await withStorage(context, (storage) => storage.describe()) })
  } catch (error) {
    findings.push({ about, state: "ill", found: messageOf(error), fix })
  }
  if (network !== undefined) {
    const found = `is on a network file system (${network}), where SQLite cannot keep processes apart`
    const advice = "name a folder on a local disk with --data, or use PostgreSQL"
    findings.push({ about: "data folder", state: "ill", found, fix: advice })
  }
  return findings
}

async function providerFindings({ env }: CommandContext, { config }: Settings): Promise<readonly Finding[]> {
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
  const usual = config.model ?? "rehearsal/auto, which only pretends"
  return [...found, { about: "model for seats that name none", state: config.model ? "well" : "note", found: usual }]
}

async function rebuildFinding(context: CommandContext): Promise<Finding> {
  const about = "tables against events"
  try {
    const { discussions, differences } = await withStorage(context, ({ maintenance }) =>
      maintenance.rebuildProjections({ repair: true }),
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

const marks = { well: "ok  ", note: "note", ill: "ILL " } as const

function findingText({ about, state, found, fix }: Finding, bold: (text: string) => string): string {
  const advice = fix === undefined ? "" : `\n      ${printableLine(fix)}`
  return `${marks[state]}  ${bold(about)}: ${printableLine(found)}${advice}\n`
}
