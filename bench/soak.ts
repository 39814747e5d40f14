import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Pool } from "undici"
import { startPostgres } from "../test/support/postgres.ts"
import { round } from "./measure.ts"

/** `npm run soak`: sends reads and turns to a server within a time limit and checks that its memory does not grow. */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "12" },
    reads: { type: "string", default: "1000000" },
    turns: { type: "string", default: "20000" },
    database: { type: "string", default: "sqlite,postgres" },
  },
})
const [minutes, reads, turns] = [Number(values.minutes), Number(values.reads), Number(values.turns)]
const readers = 16
const sampleEveryMs = 2_000
/** Garbage collection pauses the server, so it is requested rarely. */
const samplesPerCollection = 10
/** Share of the time over which turns are started evenly; the rest is for reads. */
const turnsShare = 0.7
/** A rehearsal hive of one round: three specialists and a synthesis. */
const turnsPerDiscussion = 4

const discussions = "/api/v1/discussions"
/** Of ten reads one is the list, three a whole discussion and six its summary. */
const readsOf: readonly ((id: string | undefined) => string)[] = [
  () => `${discussions}?limit=20`,
  ...Array.from({ length: 3 }, () => (id: string | undefined) => `${discussions}/${id}`),
  ...Array.from({ length: 6 }, () => (id: string | undefined) => `${discussions}/${id}/summary`),
]

interface Sample {
  readonly seconds: number
  readonly megabytes: number
}

/** Loaded into the server: answers messages with the memory in use after garbage collection, which only grows by a leak. */
const inUse = `
  import { setFlagsFromString } from "node:v8"
  import { runInNewContext } from "node:vm"
  setFlagsFromString("--expose-gc")
  const collectGarbage = runInNewContext("gc")
  process.on("message", () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    process.send((heapUsed + external) / 1048576)
  })
  process.channel.unref()`

async function serve(args: readonly string[], cwd: string): Promise<{ child: ChildProcess; url: string }> {
  const launcher = join(import.meta.dirname, "../bin/conclave.js")
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(inUse)}`]
  const child = spawn(process.execPath, [...preload, launcher, "serve", "--json", "--port", "0", ...args], {
    cwd,
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  })
  const line = await new Promise<string>((resolve) => child.stdout!.once("data", (bytes) => resolve(String(bytes))))
  return { child, url: (JSON.parse(line) as { url: string }).url }
}

async function soak(name: string, args: readonly string[]): Promise<boolean> {
  const cwd = mkdtempSync(join(tmpdir(), "conclave-soak-"))
  const { child, url } = await serve(args, cwd)
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1_000
  const isOver = () => seconds() > minutes * 60
  const counts = { reads: 0, discussions: 0, failures: 0 }
  const samples: Sample[] = []
  const samplesInUse: Sample[] = []
  const ids: string[] = []

  const pool = new Pool(url, { connections: readers + 1 })
  // A fifth of the CPU of fetch, and bodies are discarded, so that the server gets most of the machine.
  const send = (path: string) =>
    new Promise<number>((resolve, reject) => {
      let status = 0
      pool.dispatch(
        { path, method: "GET" },
        {
          onRequestStart: () => {},
          onResponseStart: (_, code) => {
            status = code
          },
          onResponseData: () => {},
          onResponseEnd: () => resolve(status),
          onResponseError: (_, error) => reject(error),
        },
      )
    })
  const read = async () => {
    while (!isOver() && counts.reads < reads) {
      const number = counts.reads++
      const id = ids[number % Math.max(1, ids.length)]
      const path = readsOf[id === undefined ? 0 : number % readsOf.length]!(id)
      // Retry once: the server may just have closed an idle connection.
      const attempt = () => send(path).catch(() => send(path))
      let status = await attempt()
      // A fast machine reaches the limit of requests per minute.
      while (status === 429) {
        await new Promise((resolve) => setTimeout(resolve, 250))
        status = await attempt()
      }
      if (status >= 400) counts.failures++
    }
  }
  const discuss = async () => {
    const headers = { "content-type": "application/json" }
    const pauseMs = (turnsShare * minutes * 60_000 * turnsPerDiscussion) / turns
    const discussionCount = Math.ceil(turns / turnsPerDiscussion)
    while (!isOver() && counts.discussions < discussionCount) {
      const input = JSON.stringify({ format: "hive", topic: `Soak ${counts.discussions++}`, options: { rounds: 1 } })
      const post = () => pool.request({ path: discussions, method: "POST", headers, body: input })
      let response = await post()
      while (response.statusCode === 429) {
        await response.body.dump()
        await new Promise((resolve) => setTimeout(resolve, 250))
        response = await post()
      }
      const { discussion } = (await response.body.json()) as { discussion?: { id: string } }
      if (response.statusCode >= 400) counts.failures++
      if (discussion) ids.push(discussion.id)
      // Do not wait when behind schedule.
      const dueMs = counts.discussions * pauseMs - seconds() * 1_000
      if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
    }
  }
  child.on("message", (megabytes) => samplesInUse.push({ seconds: seconds(), megabytes: Number(megabytes) }))
  const sampler = setInterval(() => {
    samples.push({ seconds: seconds(), megabytes: memoryOf(child) })
    if (samples.length % samplesPerCollection === 0) child.send("sample")
  }, sampleEveryMs)
  await Promise.all([discuss(), ...Array.from({ length: readers }, read)])
  clearInterval(sampler)
  const took = seconds() / 60
  await pool.close()
  child.kill("SIGTERM")
  await new Promise((resolve) => child.once("exit", resolve))
  rmSync(cwd, { recursive: true, force: true })
  const isReached = counts.reads >= reads && counts.discussions * turnsPerDiscussion >= turns
  if (!isReached) console.log(`${name}: ${minutes} minutes were not enough for ${reads} reads and ${turns} turns`)
  const { discussions: begun, ...counted } = counts
  const shown = { minutes: round(took, 1), turns: begun * turnsPerDiscussion, ...counted }
  console.log(name)
  console.table([{ ...shown, "resident at start, MB": round(samples[0]?.megabytes ?? 0, 0) }])
  const found = { resident: growth(samples), "in use": growth(samplesInUse) }
  console.table(found)
  return Object.values(found).every(({ flat }) => flat) && counts.failures === 0 && isReached
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
}

/** Growth over the second half, when caches are warm, compared with the scatter of the samples. */
function growth(samples: readonly Sample[]) {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(half.map(({ seconds }) => seconds)), mean(half.map(({ megabytes }) => megabytes))]
  const slope =
    half.reduce((sum, { seconds, megabytes }) => sum + (seconds - x) * (megabytes - y), 0) /
    half.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0)
  const span = (half.at(-1)?.seconds ?? 0) - (half[0]?.seconds ?? 0)
  const scatter = Math.sqrt(mean(half.map(({ seconds, megabytes }) => (megabytes - y - slope * (seconds - x)) ** 2)))
  const grown = slope * span
  return {
    "second half, MB": round(y, 1),
    "growth, MB": round(grown, 1),
    "scatter, MB": round(scatter, 1),
    flat: grown < Math.max(3 * scatter, 0.05 * y),
  }
}

let isPassed = true
const kinds = values.database.split(",")
if (kinds.includes("sqlite")) isPassed = await soak("SQLite", [])
if (kinds.includes("postgres")) {
  const server = await startPostgres()
  isPassed = (await soak("PostgreSQL", ["--database", server.url])) && isPassed
  await server.stop()
}
process.exitCode = isPassed ? 0 : 1
