import { execFileSync, spawn, spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"
import { systemClock } from "../src/main/system-ports.ts"
import { localOrganisationId } from "../src/ports/organisation.ts"
import { openSqlite } from "../src/stores/sqlite/open-sqlite.ts"
import { cpuSince, measure, median, round } from "./measure.ts"
import { measureConcurrency } from "./storage-concurrency.ts"
import { turnEvents, turnWriter, words } from "./storage-writers.ts"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "conclave-bench-"))
const launcher = join(folder, "built/bin/conclave.js")
/** Says on standard error how much memory a process took at most. */
const telling = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\n"+process.resourceUsage().maxRSS))`

/** The built package as users run it. */
function build(): void {
  execFileSync(process.execPath, [join(root, "scripts/build.ts"), join(folder, "built")], { stdio: "ignore" })
  symlinkSync(join(root, "node_modules"), join(folder, "built/node_modules"))
}

function run(args: readonly string[], cwd: string) {
  const begin = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ["--import", telling, ...args], { cwd, encoding: "utf8" })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`)
  return { ms: performance.now() - begin, megabytes: Number(stderr.split("\n").at(-1)) / 1024 }
}

/** Beside a Node that does nothing, in turns, so that all feel the same load. */
async function startOfList(): Promise<void> {
  const data = join(folder, "many")
  mkdirSync(data)
  const storage = openSqlite(join(data, ".conclave"), systemClock)
  const { discussions } = storage.organisation(localOrganisationId)
  for (let number = 0; number < 1_000; number++) await discussions.append(randomUUID(), turnEvents(1))
  await storage.close()
  const programs = { "node -e 0": ["-e", "0"], "conclave list": [launcher, "list"] }
  const found = Object.values(programs).map((): ReturnType<typeof run>[] => [])
  for (let time = 0; time < 15; time++) {
    Object.values(programs).forEach((args, index) => void found[index]!.push(run(args, data)))
  }
  const middle = (index: number, of: "ms" | "megabytes") => median(found[index]!.map((one) => one[of]))
  console.log("a folder with 1,000 discussions (budget: list at most 4 times node -e 0 and 120 MB)")
  console.table(
    Object.keys(programs).map((program, index) => ({
      program,
      "wall ms": round(middle(index, "ms"), 1),
      "of bare": round(middle(index, "ms") / middle(0, "ms"), 2),
      "memory MB": round(middle(index, "megabytes"), 0),
    })),
  )
}

/** Until the first word of a rehearsal in a new folder, and what the folder takes. */
async function firstWord(): Promise<void> {
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
  console.log(`first word of a first discussion: ${Math.round(median(times))} ms (budget: 1,000 on a quiet machine)`)
  const empty = mkdtempSync(join(folder, "empty-"))
  run([launcher, "list"], empty)
  console.log(`an empty folder: ${Math.round(sizeOf(join(empty, ".conclave")) / 1_000)} kB (budget: 1,000)`)
}

async function idleServer(): Promise<void> {
  const cwd = mkdtempSync(join(folder, "idle-"))
  const child = spawn(process.execPath, [launcher, "serve", "--port", "0", "--json"], { cwd })
  await new Promise((resolve) => child.stdout.once("data", resolve))
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  child.kill("SIGTERM")
  console.log(`an idle server: ${Math.round(megabytes)} MB (budget: 160)`)
}

/** What a turn costs against a bare transaction with the same bytes, early and late in a discussion, alone and in company. */
async function costOfATurn(): Promise<void> {
  const bare = new DatabaseSync(join(folder, "bare.db"))
  bare.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE bare (id TEXT PRIMARY KEY, content TEXT)",
  )
  const insert = bare.prepare("INSERT INTO bare VALUES (?, ?)")
  const content =
    turnEvents(1)
      .map(({ data }) => JSON.stringify(data))
      .join("") + words
  const transaction = async () => {
    bare.exec("BEGIN IMMEDIATE")
    insert.run(randomUUID(), content)
    bare.exec("COMMIT")
  }
  const storage = openSqlite(join(folder, "turns"), systemClock)
  const write = turnWriter(storage)
  const company = Array.from({ length: 100 }, () => turnWriter(storage))
  const together = async () => void (await Promise.all(company.map((one) => one())))
  const times = 500
  await measure(times, transaction)
  const rows: Record<string, unknown>[] = []
  const note = async (what: string, turns: number, work: () => Promise<void>, count: number) => {
    const bareMs = (await measure(times, transaction)).cpuMs / times
    const cpu = process.cpuUsage()
    for (let time = 0; time < count; time++) await work()
    const ms = cpuSince(cpu) / (count * turns)
    rows.push({ what, "CPU ms a turn": round(ms, 3), "times bare": round(ms / bareMs, 2) })
  }
  await note("turns 1-500", 1, write, times)
  for (let turn = 0; turn < 9_000; turn++) await write()
  await note("turns 9,501-10,000", 1, write, times)
  await note("100 discussions at once", 100, together, 20)
  console.log("the store's CPU (budget: at most 1.5 times a bare transaction, flat)")
  console.table(rows)
  await storage.close()
  bare.close()
}

function sizeOf(path: string): number {
  const stat = statSync(path)
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size
}

export async function main(): Promise<void> {
  try {
    build()
    await startOfList()
    await firstWord()
    await idleServer()
    await costOfATurn()
    const storage = openSqlite(join(folder, "at-once"), systemClock)
    await measureConcurrency(storage)
    await storage.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
