import { ConclaveError } from "../core/errors.ts"
import { defaultModel } from "../core/formats/index.ts"
import { isQuarantined, type SuspectRun } from "../ports/jobs.ts"
import { type CommandContext, type Configuration, type Host, writeJson } from "./command.ts"
import { exitCodes } from "./exit-codes.ts"
import { printableLine } from "./printable.ts"
import { colours } from "./terminal.ts"

interface Finding {
  readonly about: string
  /** `note`: no action needed. */
  readonly state: "ok" | "note" | "fail"
  readonly found: string
  readonly fix?: string | undefined
}

interface DoctorOptions {
  readonly rebuild?: true
}

/** Checks the setup and prints one finding per line. The exit code is 1 if something must be fixed. */
export async function doctor({ options, terminal, host }: CommandContext<DoctorOptions>): Promise<number> {
  const node: Finding = { about: "Node", state: "ok", found: process.versions.node }
  const findings = [node, ...(await setupFindings(host, options.rebuild === true))]
  const isOk = findings.every(({ state }) => state !== "fail")
  if (options.json) writeJson(terminal, { ok: isOk, findings })
  else for (const finding of findings) terminal.write(findingText(finding, colours(terminal.colour).bold))
  return isOk ? exitCodes.success : exitCodes.error
}

async function setupFindings(host: Host, rebuild: boolean): Promise<readonly Finding[]> {
  const about = "configuration"
  let configuration: Configuration
  try {
    configuration = await host.configuration()
  } catch (error) {
    return [{ about, state: "fail", found: messageOf(error), fix: "correct the file, flag or environment variable" }]
  }
  const { path, model } = configuration
  const file: Finding =
    path === undefined
      ? { about, state: "note", found: "no file", fix: "create one with: conclave init" }
      : { about, state: "ok", found: path }
  return [
    file,
    ...(await databaseFindings(host)),
    ...(await folderFindings(host)),
    ...(await modelFindings(host, model)),
    ...credentialFindings(host),
    ...(rebuild ? [await rebuildFinding(host)] : []),
  ]
}

async function databaseFindings(host: Host): Promise<readonly Finding[]> {
  try {
    return await host.withStorage(async (storage): Promise<Finding[]> => {
      const suspects = await storage.runs.suspects()
      const database: Finding = { about: "database", state: "ok", found: await storage.describe() }
      return [database, ...suspects.filter(isQuarantined).map(quarantineFinding)]
    })
  } catch (error) {
    // Our own errors say what to do.
    const fix = error instanceof ConclaveError ? undefined : "check --data or DATABASE_URL"
    return [{ about: "database", state: "fail", found: messageOf(error), fix }]
  }
}

function quarantineFinding({ discussionId, times, longestMs, at }: SuspectRun): Finding {
  const reason = longestMs > 0 ? `blocked a process for ${longestMs / 1_000} s` : `crashed ${times} processes`
  return {
    about: `discussion ${discussionId}`,
    state: "note",
    found: `quarantined on ${at.slice(0, 10)}: it ${reason}`,
    fix: "it is no longer run; please report it, with the output of `conclave export`",
  }
}

async function folderFindings(host: Host): Promise<readonly Finding[]> {
  const network = await host.database.networkFileSystem()
  if (network === undefined) return []
  const found = `is on a network file system (${network}), where SQLite's locks do not work`
  return [{ about: "data folder", state: "fail", found, fix: "use a local disk with --data, or PostgreSQL" }]
}

async function modelFindings(host: Host, configured: string | undefined): Promise<readonly Finding[]> {
  const { providers, models } = await host.models({ checksKeys: true })
  const sources = await host.settingSources()
  const wanted = configured?.split("/")[0]
  const found = providers.map(({ name, ready, missing, variable, problem }): Finding => {
    const about = `provider ${name}`
    const count = models.filter(({ provider }) => provider === name).length
    const key = sources.find((source) => source.name === `${name} key`)
    const from = key === undefined ? "" : ` (key ${key.value === "set" ? `from ${key.from}` : key.value})`
    if (ready) return { about, state: "ok", found: `known models: ${count}${from}` }
    const login = variable?.endsWith("_API_KEY") ? `, or run: conclave login ${name}` : ""
    const isRequired = name === wanted || (key !== undefined && problem !== undefined)
    const fix = missing && `${missing}${login}`
    return { about, state: isRequired ? "fail" : "note", found: `${problem ?? "not set up"}${from}`, fix }
  })
  const about = "default model"
  const model: Finding =
    configured === undefined
      ? { about, state: "note", found: `${defaultModel}: simulated, no API is called` }
      : { about, state: "ok", found: configured }
  return [...found, model]
}

function credentialFindings({ credentials }: Host): readonly Finding[] {
  const file = credentials.exposedFile()
  if (file === undefined) return []
  const found = `${file} is readable by other users`
  return [{ about: "saved keys", state: "fail", found, fix: `run: chmod 600 ${file}` }]
}

async function rebuildFinding(host: Host): Promise<Finding> {
  const about = "derived tables"
  try {
    const { discussions, differences } = await host.withStorage(({ maintenance }) =>
      maintenance.rebuildProjections({ repair: true }),
    )
    if (differences.length === 0)
      return { about, state: "ok", found: `match the events; discussions checked: ${discussions}` }
    const named = differences.slice(0, 5).map(({ discussionId, table }) => `${table} of ${discussionId}`)
    return { about, state: "note", found: `${differences.length} differences repaired: ${named.join(", ")}` }
  } catch (error) {
    return { about, state: "fail", found: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const stateLabels = { ok: "ok  ", note: "note", fail: "FAIL" } as const

function findingText({ about, state, found, fix }: Finding, bold: (text: string) => string): string {
  const advice = fix === undefined ? "" : `\n      ${printableLine(fix)}`
  return `${stateLabels[state]}  ${bold(about)}: ${printableLine(found)}${advice}\n`
}
