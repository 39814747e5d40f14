import { piecesOf, type ScriptedAnswer, scriptedUsage, type WireFinish, wholeText } from "../answer.ts"
import { type Asked, type Chunk, json, type Trouble, type Wire } from "./wire.ts"

const stopReasons: Record<Exclude<WireFinish, "none">, string> = {
  stop: "end_turn",
  stop_sequence: "stop_sequence",
  length: "max_tokens",
  refusal: "guardrail_intervened",
  content_filter: "content_filtered",
}

/** Amazon's Converse API: binary frames with named events, content in numbered blocks. */
export const bedrock: Wire = {
  name: "bedrock",
  framing: "eventstream",
  chunks,
  recorded: (line) => ({ data: line }),
  ending: [],
  whole: (answer, asked) => ({
    output: { message: { role: "assistant", content: [{ text: wholeText(answer.text) }] } },
    stopReason: stopOf(answer, asked),
    usage: usageOf(answer),
  }),
  trouble: ({ message }) => ({ message }),
  troubleChunk: ({ status, message }: Trouble) => ({
    ...json({ message }),
    event: status === 429 ? "throttlingException" : "serviceUnavailableException",
    exception: true,
  }),
  models: (names) => ({ modelSummaries: names.map((modelId) => ({ modelId })) }),
}

function chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[] {
  const event = (name: string, value: object): Chunk => ({ ...json(value), event: name })
  const delta = (contentBlockIndex: number, said: object) =>
    event("contentBlockDelta", { contentBlockIndex, delta: said })
  const thoughts = piecesOf(answer.reasoning ?? "").map((text) => delta(0, { reasoningContent: { text } }))
  const index = thoughts.length > 0 ? 1 : 0
  const tool = forcedTool(asked)
  const start = { contentBlockIndex: index, start: { toolUse: { toolUseId: "tooluse_1", name: tool } } }
  const words = piecesOf(answer.text).map((text) => delta(index, tool ? { toolUse: { input: text } } : { text }))
  const stop = (contentBlockIndex: number) => event("contentBlockStop", { contentBlockIndex })
  return [
    event("messageStart", { role: "assistant" }),
    ...(thoughts.length > 0 ? [...thoughts, stop(0)] : []),
    ...(words.length > 0 ? [...(tool ? [event("contentBlockStart", start)] : []), ...words, stop(index)] : []),
    ...(answer.finish === "none" ? [] : [event("messageStop", { stopReason: stopOf(answer, asked) })]),
    ...(answer.finish === "none" || answer.usage === "missing"
      ? []
      : [event("metadata", { usage: usageOf(answer), metrics: { latencyMs: 5 } })]),
  ]
}

function stopOf({ finish = "stop" }: ScriptedAnswer, asked: Asked): string | undefined {
  if (finish === "none") return undefined
  return finish === "stop" && forcedTool(asked) ? "tool_use" : stopReasons[finish]
}

/** Cached tokens are counted separately from prompt tokens. */
function usageOf(answer: ScriptedAnswer): object {
  const { prompt, cached, cacheWrite, completion } = {
    ...{ cached: 0, cacheWrite: 0 },
    ...scriptedUsage,
    ...(answer.usage as object | undefined),
  }
  return {
    inputTokens: prompt - cached - cacheWrite,
    outputTokens: completion,
    totalTokens: prompt + completion,
    cacheReadInputTokens: cached,
    cacheWriteInputTokens: cacheWrite,
  }
}

function forcedTool(asked: Asked): string | undefined {
  const { toolChoice, tools } = (asked.toolConfig ?? {}) as {
    toolChoice?: { any?: object; tool?: { name: string } }
    tools?: readonly { toolSpec?: { name: string } }[]
  }
  return toolChoice?.tool?.name ?? (toolChoice?.any ? tools?.[0]?.toolSpec?.name : undefined)
}
