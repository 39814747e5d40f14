import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fold, isOver } from "../src/core/discussion/fold.ts"
import { resolveTable } from "../src/core/tables/resolve-table.ts"
import { createWithTable } from "../src/engine/verbs/create-with-table.ts"
import { modelCatalogue } from "../src/main/available-models.ts"
import { DurableEngine } from "../src/main/durable-engine.ts"
import { openStorage, type StorageLocation } from "../src/main/open-storage.ts"
import { systemClock } from "../src/main/system-ports.ts"
import { rehearsalModel, rehearsalNames } from "../src/models/rehearsal/index.ts"
import { localOrganisationId } from "../src/ports/key-store.ts"
import { type Discussing, startDiscussing } from "../test/chaos/processes.ts"
import { databaseUrl, onServer, startPostgres } from "../test/support/postgres.ts"
import { round } from "./measure.ts"

/** For each of two SQLite files and for PostgreSQL. */
const kills = Number(process.env.CHAOS_KILLS ?? 10)
const discussionsAtOnce = 6
const pollMs = 50
/** Makes a turn take about half a second, so that uninterrupted discussions continue at once. */
const pauseMs = 5

/** Two processes run discussions and are killed alternately: time until all discussions have continued. */
export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "conclave-recovery-"))
  const server = await startPostgres()
  await onServer(server.url, "CREATE DATABASE recovery")
  // In parallel, because nearly all of the time is waiting.
  const [one, other, onPostgres] = await Promise.all([
    killInTurns({ data: join(folder, "one") }, kills),
    killInTurns({ data: join(folder, "other") }, kills),
    killInTurns({ url: databaseUrl(server.url, "recovery") }, kills),
  ])
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  console.log("time from kill -9 until every discussion has continued (budget: p95 5 s, max 15 s)")
  console.log(summary("SQLite, two files with two processes each", [one, other]))
  console.log(summary("PostgreSQL, two servers", [onPostgres]))
}

interface Killed {
  /** One figure per kill. */
  readonly seconds: readonly number[]
  readonly completed: number
  readonly discussions: number
}

function summary(database: string, parts: readonly Killed[]): string {
  const sorted = parts.flatMap(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const at = (share: number) => `${round(sorted[Math.ceil(sorted.length * share) - 1]!, 1)} s`
  const sum = (field: "completed" | "discussions") => parts.reduce((total, part) => total + part[field], 0)
  const ended = `${sum("completed")} of ${sum("discussions")} discussions completed`
  return `${database}: ${sorted.length} kills, median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}; ${ended}`
}

async function killInTurns(location: StorageLocation, times: number): Promise<Killed> {
  const onError = (error: unknown) => console.error(error)
  const storage = await openStorage(location, { clock: systemClock, onError })
  const models = modelCatalogue([{ names: rehearsalNames, find: (name) => rehearsalModel(name) }])
  const engine = await DurableEngine.open({ storage, models: () => models, clock: systemClock, workers: 0, onError })
  const context = engine.forOrganisation(localOrganisationId)
  const { discussions } = storage.organisation(localOrganisationId)
  const ids: string[] = []
  const readState = async (id: string) => fold(id, await discussions.read(id))
  const unfinished = async () => {
    const states = await Promise.all(ids.slice(-3 * discussionsAtOnce).map(readState))
    return states.filter(({ status }) => !isOver(status))
  }
  const refill = async () => {
    for (let missing = discussionsAtOnce - (await unfinished()).length; missing > 0; missing--) {
      const discussionId = randomUUID()
      const request = { format: "panel", topic: "What first?", options: { rounds: 30, turnsPerRun: 0, stop: [] } }
      const table = resolveTable(request, { model: "rehearsal/auto", seed: 1, language: "en", settings: {} })
      await createWithTable({ context, input: { discussionId, table } })
      ids.push(discussionId)
    }
  }
  const start = () => startDiscussing({ location, discussions: 0, stay: true, pauseMs })
  const alive: Discussing[] = [start(), start()]
  const seconds: number[] = []
  for (let kill = 0; kill < times; kill++) {
    await refill()
    await Promise.all(alive.map((one) => one.saw("ready")))
    await setTimeout(500 + Math.random() * 500)
    const before = await unfinished()
    const begin = performance.now()
    await alive.shift()!.kill()
    const continued = before.map(async ({ id, seq }) => {
      while ((await discussions.read(id, seq)).length === 0) await setTimeout(pollMs)
      return (performance.now() - begin) / 1_000
    })
    seconds.push(Math.max(0, ...(await Promise.all(continued))))
    alive.push(start())
  }
  while ((await unfinished()).length > 0) await setTimeout(pollMs)
  const ended = await Promise.all(ids.map(readState))
  await Promise.all(alive.map((one) => one.kill()))
  await engine.close(0)
  await storage.close()
  const completed = ended.filter(({ status }) => status === "completed").length
  return { seconds, completed, discussions: ids.length }
}
