import { conclave, type Run } from "conclave"
import { chunksOf, words, zeroLatencyModel } from "./zero-latency-model.ts"

const seats = 3

const table = conclave({ models: [zeroLatencyModel], config: { consensus: { max_rounds: 100 } } })

function discuss(rounds: number): Run {
  return table.discuss({
    format: "panel",
    topic: "What should we build first?",
    seats: Array.from({ length: seats }, (_, index) => ({ name: `Seat ${index + 1}`, model: zeroLatencyModel.id })),
    options: { rounds, turnsPerRun: 0, stop: [] },
  })
}

/** The same words in the same order, appended to a transcript and nothing else. */
async function bareLoop(rounds: number): Promise<void> {
  const transcript: string[] = []
  for (let turn = 0; turn < rounds * seats; turn++) {
    let text = ""
    for await (const part of words()) if (part.type === "text") text += part.text
    transcript.push(text)
  }
}

interface Measured {
  readonly cpuMs: number
  readonly wallMs: number
}

async function measure(times: number, work: () => Promise<unknown>): Promise<Measured> {
  const cpu = process.cpuUsage()
  const begin = performance.now()
  for (let time = 0; time < times; time++) await work()
  const used = process.cpuUsage(cpu)
  return { cpuMs: (used.user + used.system) / 1_000, wallMs: performance.now() - begin }
}

async function watched(rounds: number): Promise<void> {
  for await (const _ of discuss(rounds)) {
    // a watcher that keeps up
  }
}

/** CPU per turn early and late in one long discussion: what grows with length shows here. */
async function lateAgainstEarly(): Promise<{ early: number; late: number }> {
  const run = discuss(100)
  let mark = process.cpuUsage()
  let early = 0
  let late = 0
  run.on("round_completed", ({ data }) => {
    const { number } = data.round
    if (number === 10 || number === 90) mark = process.cpuUsage()
    if (number === 20) early = cpuSince(mark) / (10 * seats)
    if (number === 100) late = cpuSince(mark) / (10 * seats)
  })
  await run.outcome
  return { early, late }
}

function cpuSince(mark: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(mark)
  return (user + system) / 1_000
}

export async function main(): Promise<void> {
  const rounds = 10
  const times = 100
  const turns = times * rounds * seats
  await measure(50, () => discuss(rounds).outcome)
  await measure(50, () => bareLoop(rounds))
  const bare = await measure(times, () => bareLoop(rounds))
  const ours = await measure(times, () => discuss(rounds).outcome)
  const live = await measure(times, () => watched(rounds))
  const row = (name: string, { cpuMs, wallMs }: Measured) => ({
    loop: name,
    "turns/s": Math.round(turns / (wallMs / 1_000)),
    "CPU ms per turn": round(cpuMs / turns, 4),
    "µs per chunk": round((cpuMs * 1_000) / chunksOf(turns), 3),
    "times bare": round(cpuMs / bare.cpuMs, 1),
  })
  console.log(
    `core: ${seats} seats × ${rounds} rounds × 40 chunks a turn, in memory, ${times} discussions (budget: 0.15 CPU ms per turn)`,
  )
  console.table([row("bare loop", bare), row("conclave", ours), row("conclave, watched", live)])
  await lateAgainstEarly()
  const { early, late } = await lateAgainstEarly()
  console.log(
    `one discussion of 100 rounds: ${round(early, 4)} CPU ms per turn in rounds 11-20, ${round(late, 4)} in rounds 91-100`,
  )
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
