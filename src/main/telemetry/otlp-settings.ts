import { invalidField } from "../../core/errors.ts"
import { type Environment, envValue } from "../system-ports.ts"
import type { OtlpOptions } from "./otlp-exporter.ts"

export interface TelemetrySettings extends Omit<OtlpOptions, "onError"> {
  /** Share of traces to send, unless the caller's `traceparent` decides. */
  readonly ratio: number
  /** Whether spans include prompts and answers. */
  readonly capturesContent: boolean
}

/** Reads the standard OpenTelemetry variables. Undefined if none names a collector. */
export function telemetrySettings(env: Environment): TelemetrySettings | undefined {
  const read = (name: string) => envValue(env, name)
  const own = read("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
  const base = read("OTEL_EXPORTER_OTLP_ENDPOINT")
  const isOff = read("OTEL_SDK_DISABLED")?.toLowerCase() === "true" || read("OTEL_TRACES_EXPORTER") === "none"
  if (isOff || (own === undefined && base === undefined)) return undefined
  const protocol = read("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? read("OTEL_EXPORTER_OTLP_PROTOCOL")
  if (protocol === "grpc") {
    const message = "gRPC is not supported; use the collector's HTTP port (4318) and set http/json"
    throw invalidField("OTEL_EXPORTER_OTLP_PROTOCOL", message)
  }
  const resource = readPairs(read("OTEL_RESOURCE_ATTRIBUTES"))
  return {
    url: checkUrl(own ?? `${base!.replace(/\/$/, "")}/v1/traces`),
    headers: readPairs(read("OTEL_EXPORTER_OTLP_TRACES_HEADERS") ?? read("OTEL_EXPORTER_OTLP_HEADERS")),
    resource: { ...resource, "service.name": read("OTEL_SERVICE_NAME") ?? resource["service.name"] ?? "conclave" },
    timeoutMs: readNumber(read("OTEL_EXPORTER_OTLP_TIMEOUT"), 10_000),
    intervalMs: readNumber(read("OTEL_BSP_SCHEDULE_DELAY"), 5_000),
    ratio: samplingRatio(read("OTEL_TRACES_SAMPLER"), read("OTEL_TRACES_SAMPLER_ARG")),
    capturesContent: read("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT")?.toLowerCase() === "true",
  }
}

function checkUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text
  throw invalidField("OTEL_EXPORTER_OTLP_ENDPOINT", `must be an HTTP URL, not "${text}"`)
}

/** `a=b,c=d` with percent-encoded values. */
function readPairs(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair): [string, string][] => {
    const [name = "", ...value] = pair.split("=")
    return name.trim() === "" ? [] : [[name.trim(), decode(value.join("=").trim())]]
  })
  return Object.fromEntries(pairs)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function samplingRatio(sampler = "parentbased_always_on", argument: string | undefined): number {
  if (sampler.endsWith("always_off")) return 0
  if (!sampler.endsWith("traceidratio")) return 1
  return Math.min(1, readNumber(argument, 1))
}

function readNumber(text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback)
  return Number.isFinite(value) && value >= 0 ? value : fallback
}
