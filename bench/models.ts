import type { Model, ModelPart } from "conclave"

const chunksPerTurn = 40
const chunk = "twenty letters long "

const finish: ModelPart = {
  type: "finish",
  reason: "stop",
  usage: { promptTokens: 1_000, cachedTokens: 0, completionTokens: 200 },
}

/** 800 characters in 40 chunks, without delay. */
export async function* streamWords(): AsyncGenerator<ModelPart> {
  for (let index = 0; index < chunksPerTurn; index++) yield { type: "text", text: chunk }
  yield finish
}

export const zeroLatencyModel: Model = { id: "bench/zero-latency", structured: false, stream: () => streamWords() }

export const pacedTurnMs = 2_000

/** The same text spread over two seconds. */
export async function* streamPacedWords(): AsyncGenerator<ModelPart> {
  const begin = performance.now()
  for (let index = 1; index <= chunksPerTurn; index++) {
    const due = begin + (pacedTurnMs * index) / chunksPerTurn
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    yield { type: "text", text: chunk }
  }
  yield finish
}

export const pacedModel: Model = { id: "bench/paced", structured: false, stream: () => streamPacedWords() }

export const chunkCount = (turns: number) => turns * chunksPerTurn
