import { colours } from "./colours.ts"
import { type CommandContext, type Configuration, type Host, writeJson } from "./command.ts"
import { exitCodes } from "./exit-codes.ts"
import { printableLine } from "./printable.ts"

interface Finding {
  readonly about: string
  /** `note`: nothing has to be done. */
  readonly state: "ok" | "note" | "fail"
  readonly found: string
  /** What to do. */
  readonly fix?: string
}

interface DoctorOptions {
  readonly rebuild?: true
}

/** Checks what is needed, one finding a line; fails where something has to be done. */
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
    return [{ about, state: "fail", found: messageOf(error), fix: "correct the file, flag or variable" }]
  }
  const { path, model } = configuration
  const file: Finding =
    path === undefined
      ? { about, state: "note", found: "no file", fix: "conclave init writes one" }
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
    const database: Finding = { about: "database", state: "ok", found: await host.database.describe() }
    return [database, ...(await host.database.setAside()).map(setAsideFinding)]
  } catch (error) {
    const fix = "check that the folder of --data can be written, or that DATABASE_URL is right and its server runs"
    return [{ about: "database", state: "fail", found: messageOf(error), fix }]
  }
}

type SetAside = Awaited<ReturnType<Host["database"]["setAside"]>>[number]

function setAsideFinding({ discussionId, times, longestMs, at }: SetAside): Finding {
  const held = longestMs > 0 ? `held up a process for ${longestMs / 1_000} s` : `brought down ${times} processes`
  return {
    about: `discussion ${discussionId}`,
    state: "note",
    found: `was set aside on ${at.slice(0, 10)}: it ${held}`,
    fix: "it is not run any more; report it with what `conclave export` writes of it",
  }
}

async function folderFindings(host: Host): Promise<readonly Finding[]> {
  const network = await host.database.networkFileSystem()
  if (network === undefined) return []
  const found = `is on a network file system (${network}), where SQLite cannot keep processes apart`
  return [{ about: "data folder", state: "fail", found, fix: "choose a local disk with --data, or use PostgreSQL" }]
}

async function modelFindings(host: Host, configured: string | undefined): Promise<readonly Finding[]> {
  const { providers, models } = await host.models({ checksKeys: true })
  const sources = await host.settingSources()
  const wanted = configured?.split("/")[0]
  const found = providers.map(({ name, ready, missing, problem }): Finding => {
    const about = `provider ${name}`
    const count = models.filter(({ provider }) => provider === name).length
    const key = sources.find((source) => source.name === `${name} key`)
    const from = key === undefined ? "" : key.value === "set" ? `; key from ${key.from}` : `; key ${key.value}`
    if (ready) return { about, state: "ok", found: `models known: ${count}${from}` }
    const login = /^set \w+_API_KEY$/.test(missing ?? "") ? `, or run: conclave login ${name}` : ""
    // A problem says after a semicolon what to do about it.
    const [what, advice] = (problem ?? "not set up").split(/; (.*)/s)
    const fix = missing === undefined ? (advice ?? "check its address, and that it runs") : `${missing}${login}`
    const isWanted = name === wanted || (key !== undefined && problem !== undefined)
    return { about, state: isWanted ? "fail" : "note", found: `${what}${from}`, fix }
  })
  const about = "default model"
  const model: Finding =
    configured === undefined
      ? { about, state: "note", found: "rehearsal/auto: simulated, no API is called" }
      : { about, state: "ok", found: configured }
  return [...found, model]
}

function credentialFindings({ credentials }: Host): readonly Finding[] {
  const file = credentials.exposedFile()
  if (file === undefined) return []
  const found = `${file} can be read by other users`
  return [{ about: "keys of providers", state: "fail", found, fix: `run: chmod 600 ${file}` }]
}

async function rebuildFinding(host: Host): Promise<Finding> {
  const about = "tables against events"
  try {
    const { discussions, differences } = await host.database.rebuild()
    if (differences.length === 0) return { about, state: "ok", found: `equal; discussions: ${discussions}` }
    const named = differences.slice(0, 5).map(({ discussionId, table }) => `${table} of ${discussionId}`)
    return { about, state: "note", found: `${differences.length} differed and were repaired: ${named.join(", ")}` }
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
