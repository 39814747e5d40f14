import type { Model, ModelPart } from "conclave"

const chunksPerTurn = 40
const charactersPerTurn = 800

const chunk = "twenty letters long ".slice(0, charactersPerTurn / chunksPerTurn)
const finish: ModelPart = {
  type: "finish",
  reason: "stop",
  usage: { promptTokens: 1_000, cachedTokens: 0, completionTokens: 200 },
}

/** 800 characters in 40 chunks, without waiting for anything. */
export async function* words(): AsyncGenerator<ModelPart> {
  for (let index = 0; index < chunksPerTurn; index++) yield { type: "text", text: chunk }
  yield finish
}

export const zeroLatencyModel: Model = { id: "bench/zero-latency", structured: false, stream: () => words() }

export const chunksOf = (turns: number) => turns * chunksPerTurn
