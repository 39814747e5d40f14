import { execFileSync, spawn, spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { systemClock } from "../src/main/system-ports.ts"
import { localOrganisationId } from "../src/ports/key-store.ts"
import { openPostgres } from "../src/stores/postgres/open-postgres.ts"
import { openSqlite } from "../src/stores/sqlite/open-sqlite.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { delayOfWords, secondsToTakeOver } from "./embedded-processes.ts"
import { costOfATurn } from "./embedded-turn.ts"
import { median, round } from "./measure.ts"
import { measureConcurrency } from "./storage-concurrency.ts"
import { turnEvents } from "./storage-writers.ts"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "conclave-bench-"))
const launcher = join(folder, "built/bin/conclave.js")
/** Prints a process's peak memory to standard error. */
const reportPeakMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\n"+process.resourceUsage().maxRSS))`

interface Figure {
  readonly what: string
  readonly found: number
  readonly "at most": number
}

/** Builds the package that users run. */
function build(): void {
  execFileSync(process.execPath, [join(root, "scripts/build.ts"), join(folder, "built")], { stdio: "ignore" })
  symlinkSync(join(root, "node_modules"), join(folder, "built/node_modules"))
}

function run(args: readonly string[], cwd: string) {
  const begin = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ["--import", reportPeakMemory, ...args], {
    cwd,
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`)
  return { ms: performance.now() - begin, megabytes: Number(stderr.split("\n").at(-1)) / 1024 }
}

/** Compared with bare Node, interleaved so that all see the same load. */
async function startOfList(): Promise<readonly Figure[]> {
  const data = join(folder, "many")
  mkdirSync(data)
  const storage = openSqlite(join(data, ".conclave"), systemClock)
  const { discussions } = storage.organisation(localOrganisationId)
  for (let number = 0; number < 1_000; number++) await discussions.append(randomUUID(), turnEvents(1))
  await storage.close()
  const programs = {
    "node -e 0": ["-e", "0"],
    "conclave list": [launcher, "list"],
    "the same from source": [join(root, "bin/conclave.js"), "list"],
  }
  const found = Object.values(programs).map((): ReturnType<typeof run>[] => [])
  for (let time = 0; time < 15; time++) {
    Object.values(programs).forEach((args, index) => void found[index]!.push(run(args, data)))
  }
  const middle = (index: number, of: "ms" | "megabytes") => median(found[index]!.map((one) => one[of]))
  const [bare, list] = [middle(0, "ms"), middle(1, "ms")]
  console.log("conclave list of the built package; medians of 15 interleaved runs")
  console.table(
    Object.keys(programs).map((what, index) => ({
      what,
      ms: round(middle(index, "ms"), 1),
      "times node -e 0": round(middle(index, "ms") / bare, 2),
      MB: round(middle(index, "megabytes"), 0),
    })),
  )
  return [
    { what: "conclave list on 1,000 discussions, times node -e 0", found: list / bare, "at most": 4 },
    { what: "conclave list on 1,000 discussions, MB", found: middle(1, "megabytes"), "at most": 120 },
  ]
}

/** Time to the first word of a rehearsal in a new folder. */
async function firstWord(): Promise<readonly Figure[]> {
  const times: number[] = []
  for (let time = 0; time < 5; time++) {
    const cwd = mkdtempSync(join(folder, "first-"))
    const begin = performance.now()
    const child = spawn(process.execPath, [launcher, "discuss", "Tea or coffee?", "--rounds", "1", "--json"], { cwd })
    for await (const line of createInterface(child.stdout)) {
      if (!line.includes('"turn_chunk"')) continue
      times.push(performance.now() - begin)
      break
    }
    child.kill("SIGKILL")
  }
  return [{ what: "first word of a first discuss, ms", found: median(times), "at most": 1_000 }]
}

async function idleServer(): Promise<readonly Figure[]> {
  const cwd = mkdtempSync(join(folder, "idle-"))
  const child = spawn(process.execPath, [launcher, "serve", "--port", "0", "--json"], { cwd })
  await new Promise((resolve) => child.stdout.once("data", resolve))
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
  const bytes = sizeOf(join(cwd, ".conclave"))
  child.kill("SIGTERM")
  return [
    { what: "an idle serve, MB", found: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024, "at most": 160 },
    { what: "an empty folder with its log, MB", found: bytes / 1e6, "at most": 1 },
  ]
}

/** Size of the package with its dependencies as npm installs them, without optional peers. */
function installedPackage(): readonly Figure[] {
  const sizes = new Map([[root, sizeOf(join(folder, "built"), ["node_modules"])]])
  const add = (from: string, manifest: string) => {
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8")) as {
      dependencies?: Record<string, string>
    }
    for (const name of Object.keys(dependencies)) {
      let at = from
      while (!existsSync(join(at, "node_modules", name))) at = dirname(at)
      const place = join(at, "node_modules", name)
      if (sizes.has(place)) continue
      sizes.set(place, sizeOf(place, ["node_modules"]))
      add(place, join(place, "package.json"))
    }
  }
  add(root, join(folder, "built/package.json"))
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return [{ what: "installed package without optional providers, MB", found: bytes / 1e6, "at most": 70 }]
}

async function cpuOfATurn(): Promise<readonly Figure[]> {
  const { lone, late, growth } = await costOfATurn(folder)
  return [
    { what: "CPU of a single turn, times hand-written SQL for the same rows", found: lone, "at most": 1.5 },
    { what: "the same at turn 10,000", found: late, "at most": 1.5 },
    { what: "CPU of turn 10,000, times turn 1", found: growth, "at most": 1.1 },
  ]
}

async function severalProcesses(): Promise<readonly Figure[]> {
  const { words, median: middle, p95, most } = await delayOfWords(launcher, folder)
  console.log(
    `live text in a second process: ${words} chunks, delay ${round(middle, 0)} ms, p95 ${round(p95, 0)}, max ${round(most, 0)}`,
  )
  const takeOver = await secondsToTakeOver(launcher, folder, 5)
  return [
    { what: "delay of live text in a second process, p95 ms", found: p95, "at most": 250 },
    { what: "seconds until another process continues after kill -9 (max of 5)", found: takeOver.most, "at most": 5 },
  ]
}

async function thousandAtOnce(): Promise<readonly Figure[]> {
  const storage = openSqlite(join(folder, "at-once"), systemClock)
  const sqlite = await measureConcurrency(storage)
  await storage.close()
  const server = await startPostgres()
  const onServer = await openPostgres(server.url, { clock: systemClock, onError: console.error })
  const postgres = await measureConcurrency(onServer)
  await onServer.close()
  await server.stop()
  return [
    { what: "1,000 started at once, wall over ideal, embedded", found: sqlite, "at most": 1.1 },
    { what: "1,000 started at once, wall over ideal, PostgreSQL", found: postgres, "at most": 1.1 },
  ]
}

function sizeOf(path: string, without: readonly string[] = []): number {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  const names = readdirSync(path).filter((name) => !without.includes(name))
  return names.reduce((sum, name) => sum + sizeOf(join(path, name), without), 0)
}

export async function main(): Promise<void> {
  try {
    build()
    const figures: Figure[] = []
    const parts = [startOfList, firstWord, idleServer, installedPackage, cpuOfATurn, severalProcesses, thousandAtOnce]
    for (const part of parts) figures.push(...(await part()))
    console.log("embedded storage: all figures of one run; times are for an idle machine")
    console.table(
      figures.map((each) => ({ ...each, found: round(each.found, 2), holds: each.found <= each["at most"] })),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
