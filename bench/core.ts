import { conclave, type Model, type Run } from "conclave"
import { cpuSince, liveHeap, type Measured, measure, median, round } from "./measure.ts"
import { chunkCount, pacedModel, pacedTurnMs, streamPacedWords, streamWords, zeroLatencyModel } from "./models.ts"

const seats = 3

const table = conclave({ models: [zeroLatencyModel, pacedModel], config: { consensus: { max_rounds: 100 } } })

function discuss(rounds: number, model: Model = zeroLatencyModel): Run {
  return table.discuss({
    format: "panel",
    topic: "What should we build first?",
    // A decision record would add calls that the bare loop does not make.
    record: false,
    seats: Array.from({ length: seats }, (_, index) => ({ name: `Seat ${index + 1}`, model: model.id })),
    options: { rounds, turnsPerRun: 0, stop: [] },
  })
}

/** The same text in the same order, only appended to a transcript. */
async function bareLoop(rounds: number, source: typeof streamWords = streamWords): Promise<readonly string[]> {
  const transcript: string[] = []
  for (let turn = 0; turn < rounds * seats; turn++) {
    let text = ""
    for await (const part of source()) if (part.type === "text") text += part.text
    transcript.push(text)
  }
  return transcript
}

async function drainEvents(rounds: number): Promise<void> {
  for await (const _ of discuss(rounds)) {
    // drain
  }
}

async function measureTurnCost(): Promise<void> {
  const rounds = 10
  const times = 100
  const turns = times * rounds * seats
  await measure(50, () => discuss(rounds).outcome)
  await measure(50, () => bareLoop(rounds))
  const bare = await measure(times, () => bareLoop(rounds))
  const ours = await measure(times, () => discuss(rounds).outcome)
  const live = await measure(times, () => drainEvents(rounds))
  const row = (name: string, { cpuMs, wallMs }: Measured) => ({
    loop: name,
    "turns/s": Math.round(turns / (wallMs / 1_000)),
    "CPU ms per turn": round(cpuMs / turns, 4),
    "µs per chunk": round((cpuMs * 1_000) / chunkCount(turns), 3),
    "times bare": round(cpuMs / bare.cpuMs, 1),
  })
  console.log(
    `${seats} seats × ${rounds} rounds × 40 chunks per turn, in memory, ${times} discussions (budget: 0.15 CPU ms per turn)`,
  )
  console.table([row("bare loop", bare), row("conclave", ours), row("conclave, watched", live)])
}

/** CPU per turn early and late in long discussions, to find costs that grow with their length. */
async function measureGrowth(): Promise<void> {
  const times = 20
  const early: number[] = []
  const late: number[] = []
  for (let time = 0; time < times; time++) {
    const run = discuss(100)
    let mark = process.cpuUsage()
    run.on("round_completed", ({ data }) => {
      const { number } = data.round
      if (number === 10 || number === 90) mark = process.cpuUsage()
      if (number === 20) early.push(cpuSince(mark))
      if (number === 100) late.push(cpuSince(mark))
    })
    await run.outcome
  }
  const perTurn = (cpuMs: readonly number[]) => round(median(cpuMs) / (10 * seats), 4)
  console.log(
    `${times} discussions of 100 rounds: ${perTurn(early)} CPU ms per turn in rounds 11-20 (median), ${perTurn(late)} in rounds 91-100`,
  )
}

/** A thousand concurrent discussions with turns of two seconds: wall time over ideal, and live heap of each. */
async function measureConcurrency(): Promise<void> {
  const many = 1_000
  const ideal = seats * pacedTurnMs
  const run = async (start: () => Promise<unknown>) => {
    const begin = performance.now()
    await Promise.all(Array.from({ length: many }, start))
    const wall = (performance.now() - begin) / ideal
    const before = liveHeap()
    const running = Array.from({ length: many }, start)
    await new Promise((resolve) => setTimeout(resolve, ideal * 0.9))
    const heap = (liveHeap() - before) / many / 1_024
    await Promise.all(running)
    return { wall, heap }
  }
  const bare = await run(() => bareLoop(1, streamPacedWords))
  const ours = await run(() => discuss(1, pacedModel).outcome)
  const row = (loop: string, { wall, heap }: typeof bare) => ({
    loop,
    "wall / ideal": round(wall, 3),
    "live heap, KB each": round(heap, 1),
  })
  console.log(`${many} concurrent discussions, ${seats} turns each, 40 chunks over 2 s per turn (budget: 1.02, 30 KB)`)
  console.table([row("bare loop", bare), row("conclave", ours)])
}

export async function main(): Promise<void> {
  await measureTurnCost()
  await measureGrowth()
  await measureConcurrency()
}
