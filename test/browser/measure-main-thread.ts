import type { Page } from "playwright-core"

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Duration in microseconds of wall-clock time, and of the thread's CPU time. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

export interface TaskStats {
  readonly count: number
  /** Milliseconds of CPU time: the total, and of the longest task. */
  readonly total: number
  readonly longest: number
  /** Tasks over 50 ms of CPU time, which does not depend on the machine's other load. */
  readonly long: number
}

/** Measures the page's main thread while `action` runs. */
export async function measureMainThread(page: Page, action: () => Promise<void>): Promise<TaskStats> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "__metadata"] })
  let trace: Buffer
  try {
    await action()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const named = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
  const threads = new Set(named.map(threadOf))
  const tasks = traceEvents.filter(
    (event) => event.name === "RunTask" && event.ph === "X" && threads.has(threadOf(event)),
  )
  const times = tasks.map(({ tdur = 0 }) => tdur / 1_000)
  return {
    count: times.length,
    total: times.reduce((sum, time) => sum + time, 0),
    longest: Math.max(0, ...times),
    long: times.filter((time) => time > 50).length,
  }
}
