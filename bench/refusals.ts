import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { embeddedServices } from "../src/main/embedded-services.ts"
import { createServer } from "../src/server/index.ts"
import { cpuSince, median, round } from "./measure.ts"

const many = (count: number, make: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => make(index))

/** Small requests that would cause a lot of work. */
const requests: Readonly<Record<string, object>> = {
  "8,000 empty seats": { format: "hive", topic: "x", seats: many(8_000, () => ({})) },
  "5,000 options of a Borda ballot": {
    format: "hive",
    topic: "x",
    decision: { protocol: "borda", options: many(5_000, (index) => `option ${index}`) },
  },
}

/** Time until they are rejected over HTTP. */
export async function main(): Promise<void> {
  const services = embeddedServices({ env: {} })
  const server = createServer({ services })
  const http = serve({ fetch: (request) => server.fetch(request), port: 0, hostname: "127.0.0.1" })
  await once(http, "listening")
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/v1/discussions`
  const rows: Record<string, unknown>[] = []
  for (const [request, given] of Object.entries(requests)) {
    const body = JSON.stringify(given)
    const times: number[] = []
    let status = 0
    let cpu = process.cpuUsage()
    for (let time = 0; time < 12; time++) {
      const begin = performance.now()
      const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
      await response.text()
      status = response.status
      // The first request loads modules.
      if (time === 0) cpu = process.cpuUsage()
      else times.push(performance.now() - begin)
    }
    rows.push({
      request,
      kB: round(body.length / 1_000, 0),
      status,
      ms: round(median(times), 1),
      "CPU ms": round(cpuSince(cpu) / times.length, 1),
      "max ms": round(Math.max(...times), 1),
    })
  }
  console.log("oversized requests (budget: 4xx within 50 ms)")
  console.table(rows)
  http.close()
  services.close()
}
