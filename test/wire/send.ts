import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import type { Answer, ScriptedAnswer } from "./answer.ts"
import { embeddingsFor } from "./embeddings.ts"
import { type Exchange, keyOf } from "./exchange.ts"
import { type Fault, faults, type Reply, type Step } from "./faults.ts"
import { framed, tiny } from "./framing.ts"
import { recording } from "./recordings.ts"
import type { Route } from "./routes.ts"
import type { Scripted } from "./script.ts"
import type { Asked, Chunk } from "./wires/wire.ts"

/** Sends the response to a request, altered by its scripted fault if there is one. */
export async function send(
  { request, countChunk, cut }: Exchange,
  response: ServerResponse,
  { route, scripted, answer }: { readonly route: Route; readonly scripted: Scripted; readonly answer: Answer },
): Promise<void> {
  const fault: Fault = scripted.fault ? faults[scripted.fault] : {}
  const chunks = chunksOf(route, answer, fault, request.body)
  const about = {
    wire: route.wire,
    key: keyOf(request.headers),
    at: Math.min(scripted.at ?? Math.floor(chunks.length / 2), chunks.length),
  }
  if (fault.reply) return reply(response, fault.reply(about))

  const steps: readonly Step[] = fault.steps?.(chunks, about) ?? chunks
  const bytesOf = (chunk: Chunk) =>
    route.wants === "stream" ? framed(chunk, route.wire, fault.frame) : Buffer.from(chunk.data)
  for (const step of steps) {
    if (step === "hang") return
    if (step === "cut") return cut()
    if (step === "end") break
    if (!response.headersSent) response.writeHead(200, { "content-type": contentType(route) }).flushHeaders()
    if (step === "headers") continue
    if (scripted.paceMs !== undefined) await wait(scripted.paceMs)
    await scripted.beforeChunk?.(request.sent, step)
    if (response.destroyed) return
    const isText = route.wire.framing !== "eventstream"
    const bom = Buffer.from(fault.frame?.bom && isText && request.sent === 0 ? "\uFEFF" : "")
    await write(response, Buffer.concat([bom, bytesOf(step)]), fault)
    countChunk()
  }
  response.end()
}

function chunksOf(route: Route, answer: Answer, fault: Fault, asked: Asked): readonly Chunk[] {
  const { wire } = route
  if (route.wants === "embeddings") return [{ data: JSON.stringify(embeddingsFor(route, asked)) }]
  if (typeof answer === "object" && "recording" in answer) {
    if (fault.answer || route.wants === "whole") throw new Error("a recording can only be streamed as it is")
    return [...recording(answer.recording).map((line) => wire.recorded(line)), ...wire.ending]
  }
  const plain: ScriptedAnswer = typeof answer === "string" ? { text: answer } : answer
  const said = fault.answer?.(plain) ?? plain
  return route.wants === "whole" ? [{ data: JSON.stringify(wire.whole(said, asked)) }] : wire.chunks(said, asked)
}

function contentType({ wire, wants }: Route): string {
  if (wants !== "stream") return "application/json"
  if (wire.framing === "eventstream") return "application/vnd.amazon.eventstream"
  return wire.framing === "sse" ? "text/event-stream; charset=utf-8" : "application/x-ndjson"
}

/** One write per tick: Node joins writes of the same tick, and a cut right after could drop the bytes. */
async function write(response: ServerResponse, bytes: Uint8Array, fault: Fault): Promise<void> {
  for (const piece of fault.tinyWrites ? tiny(bytes) : [bytes]) {
    if (!response.write(piece)) await waitForDrain(response)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function waitForDrain(response: ServerResponse): Promise<void> {
  const over = new AbortController()
  const waits = ["drain", "close"].map((event) => once(response, event, { signal: over.signal }))
  await Promise.race(waits).finally(() => over.abort())
}

export function reply(response: ServerResponse, { status, type, body, headers }: Reply): void {
  response.writeHead(status, { "content-type": type, ...headers }).end(body)
}
