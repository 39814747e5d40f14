import { createOpenAI } from "@ai-sdk/openai"
import { conclave, type Model } from "conclave"
import { estimateUsage } from "../src/core/prompting/seat-view.ts"
import { providerModels } from "../src/models/providers/index.ts"
import { writeRequest } from "../src/models/providers/write-request.ts"
import type { ModelCall } from "../src/ports/model.ts"
import { startWireProcess } from "../test/wire/process.ts"
import { measure, median, round } from "./measure.ts"

const streams = 100
const paceMs = 20
const answer = "five ".repeat(200)
const chunks = answer.length / 5
const repetitions = 5

/** CPU of draining a provider package's stream, compared with our adapter and with a whole discussion. */
export async function main(): Promise<void> {
  const wire = await startWireProcess(["--pace", String(paceMs), "--answer", answer])
  const settings = { apiKey: "sk-bench", baseUrl: wire.baseUrl("openai") }
  const model = providerModels({ openai: settings }).find("openai/gpt-4.1")!
  const chat = createOpenAI({ apiKey: settings.apiKey, baseURL: settings.baseUrl }).chat("gpt-4.1")
  const call = await captureCall()
  const request = writeRequest(call, { structured: true, maxStopSequences: 4, seed: true, thinkingTokens: 0 })

  const direct = async () => {
    const reader = (await chat.doStream(request)).stream.getReader()
    let text = ""
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text
      if (value.type === "text-delta") text += value.delta
    }
  }
  const adapter = async () => {
    let text = ""
    for await (const part of model.stream(call, new AbortController().signal))
      if (part.type === "text") text += part.text
    return text
  }
  const table = conclave({ models: [model] })
  const engine = async () => {
    const run = table.discuss({
      format: "panel",
      topic,
      seats: [{ model: model.id }],
      options: { rounds: 1, stop: [] },
    })
    await run.outcome
    return run.state.turns[0]?.content
  }
  const ways = { "doStream, drained": direct, "Model.stream": adapter, "a discussion's turn": engine }

  const cpu = new Map<string, number[]>()
  for (let time = 0; time <= repetitions; time++) {
    for (const [name, way] of Object.entries(ways)) {
      const { cpuMs } = await measure(1, async () => {
        const texts = await Promise.all(Array.from({ length: streams }, way))
        if (texts.some((text) => text?.trim() !== answer.trim())) throw new Error(`${name}: text was lost`)
      })
      if (time > 0) cpu.set(name, [...(cpu.get(name) ?? []), cpuMs])
    }
  }
  await wire.close()
  const base = median(cpu.get("doStream, drained") ?? [])
  const rows = [...cpu].map(([way, figures]) => ({
    way,
    "µs CPU per chunk": round((median(figures) * 1_000) / (streams * chunks), 2),
    "times drained": round(median(figures) / base, 2),
  }))
  console.log(
    `${streams} concurrent streams from another process, ${chunks} chunks each, one every ${paceMs} ms (budget: 1.3 times)`,
  )
  console.table(rows)
}

const topic = "What should we build first?"

/** A model call as the engine writes it. */
async function captureCall(): Promise<ModelCall> {
  let asked: ModelCall | undefined
  const listener: Model = {
    id: "bench/listener",
    structured: false,
    async *stream(call) {
      asked = call
      yield { type: "text", text: "heard" }
      yield { type: "finish", reason: "stop", usage: estimateUsage(call.prompt, "heard") }
    },
  }
  const table = conclave({ models: [listener] })
  await table.discuss({ format: "panel", topic, seats: [{ model: listener.id }], options: { rounds: 1, stop: [] } })
    .outcome
  if (!asked) throw new Error("nothing was asked")
  return asked
}
