import { spawnSync } from "node:child_process"
import { registerHooks } from "node:module"
import { cpuSince, median, round } from "./measure.ts"

/** Cost of traces while they are off, compared with the same program without their lines. */

const variants = ["without the lines", "off", "on"] as const
type Variant = (typeof variants)[number]

/** The lines that run even while traces are off, by file, and their replacement. */
const lines: readonly (readonly [file: string, line: string, without: string])[] = [
  ["main/app.ts", "const tracing = await openTracing(env, onError)", ""],
  ["main/app.ts", "const traced = tracing ? tracing.wrapStore(store) : store", "const traced = store"],
  ["main/app.ts", "tracing ? tracing.wrapModels(available, clock) : available", "available"],
  ["main/app.ts", "traceRequest: tracing?.traceRequests(clock),", ""],
  ["main/app.ts", "await tracing?.stop()", ""],
  ["main/serve.ts", "traceRequest: app.traceRequest,", ""],
  ["server/create-server.ts", "const span = traceRequest?.(context.req.raw)", ""],
  ["server/create-server.ts", "if (span) setTraceparent(context, span.traceparent)", ""],
  ["server/create-server.ts", "span?.end({ route, method, status: res.status })", ""],
  ["server/api.ts", 'context.get("traceparent") ?? context.req.header("traceparent")', "undefined"],
]

const [times, discussions, rounds, seats] = [7, 40, 5, 3]

interface Figures {
  readonly turn: number
  readonly request: number
  /** Files of `main/telemetry`. */
  readonly loaded: number
}

async function measureOne(variant: Variant): Promise<Figures> {
  let loaded = 0
  registerHooks({
    load(url, context, next) {
      if (url.includes("/main/telemetry/")) loaded++
      const given = next(url, context)
      const removed = lines.filter(([file]) => url.endsWith(`/src/${file}`))
      if (variant !== "without the lines" || removed.length === 0) return given
      const source = removed.reduce((text, [file, line, without]) => {
        if (!text.includes(line)) throw new Error(`src/${file} no longer contains "${line}": update bench/telemetry.ts`)
        return text.replace(line, without)
      }, String(given.source))
      return { ...given, source }
    },
  })
  const { parseConfig } = await import("../src/main/config.ts")
  const { serve } = await import("../src/main/serve.ts")
  const { zeroLatencyModel: model } = await import("./models.ts")
  const env = { ...(variant === "on" && { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }) }
  const onError = () => {}
  const options = { location: { data: "memory" }, config: parseConfig({}), env, own: [model], workers: 10, onError }
  const server = await serve({ ...options, paced: false, host: "127.0.0.1", port: 0 })
  const path = `${server.url}/api/v1/discussions`
  const body = JSON.stringify({
    ...{ format: "panel", topic: "What first?", record: false, options: { rounds, turnsPerRun: 0, stop: [] } },
    seats: Array.from({ length: seats }, (_, index) => ({ name: `Seat ${index}`, model: model.id })),
  })
  const headers = { "content-type": "application/json" }
  const discuss = async () => {
    const response = await fetch(path, { method: "POST", headers, body })
    const { discussion } = (await response.json()) as { discussion: { id: string } }
    await (await fetch(`${path}/${discussion.id}?wait=30`)).text()
  }
  const cpuOf = async (count: number, work: () => Promise<unknown>) => {
    for (let time = 0; time < count / 4; time++) await work()
    const mark = process.cpuUsage()
    for (let time = 0; time < count; time++) await work()
    return cpuSince(mark) / count
  }
  const turn = (await cpuOf(discussions, discuss)) / (rounds * seats)
  const request = await cpuOf(discussions * 10, async () => (await fetch(`${path}?limit=1`)).text())
  await server.close(0)
  return { turn, request, loaded }
}

/** Interleaved, each in a separate process, so that neither warm-up nor other load favours one. */
export async function main(): Promise<void> {
  const found = new Map<Variant, Figures[]>(variants.map((variant) => [variant, []]))
  for (let time = 0; time < times; time++) {
    for (const variant of variants) {
      const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, variant], { encoding: "utf8" })
      if (!stdout.startsWith("{")) throw new Error(stderr)
      found.get(variant)!.push(JSON.parse(stdout))
    }
  }
  const figure = (variant: Variant, of: keyof Figures) => median(found.get(variant)!.map((figures) => figures[of]))
  const [base] = variants
  console.log(`cost of traces, medians of ${times} processes each (budget: off / without the lines 1.00 ± 0.05)`)
  console.table(
    variants.map((variant) => ({
      traces: variant,
      "CPU ms per turn": round(figure(variant, "turn"), 3),
      "CPU ms per request": round(figure(variant, "request"), 3),
      "turn, ratio": round(figure(variant, "turn") / figure(base, "turn"), 3),
      "request, ratio": round(figure(variant, "request") / figure(base, "request"), 3),
      "telemetry files loaded": figure(variant, "loaded"),
    })),
  )
}

if (import.meta.main) console.log(JSON.stringify(await measureOne(process.argv[2] as Variant)))
