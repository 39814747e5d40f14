import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

export interface Measured {
  readonly cpuMs: number
  readonly wallMs: number
}

export async function measure(times: number, work: () => Promise<unknown>): Promise<Measured> {
  const cpu = process.cpuUsage()
  const begin = performance.now()
  for (let time = 0; time < times; time++) await work()
  return { cpuMs: cpuSince(cpu), wallMs: performance.now() - begin }
}

export function cpuSince(mark: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(mark)
  return (user + system) / 1_000
}

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Bytes of heap in use after garbage collection. */
export function liveHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
