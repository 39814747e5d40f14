import { piecesOf, type ScriptedAnswer, scriptedUsage, type WireFinish, wholeText } from "../answer.ts"
import { type Chunk, json, type Trouble, type Wire } from "./wire.ts"

const finishReasons: Record<Exclude<WireFinish, "none">, string> = {
  stop: "STOP",
  stop_sequence: "STOP",
  length: "MAX_TOKENS",
  refusal: "PROHIBITED_CONTENT",
  content_filter: "SAFETY",
}

/** generateContent: no closing event, usage in every chunk, reasoning as marked parts. */
export const google: Wire = {
  name: "google",
  framing: "sse",
  chunks,
  recorded: (line) => ({ data: line }),
  ending: [],
  whole: (answer) => ({
    candidates: [
      {
        content: {
          role: "model",
          parts: [
            ...(answer.reasoning === undefined ? [] : [{ text: answer.reasoning, thought: true }]),
            { text: wholeText(answer.text) },
          ],
        },
        ...finishOf(answer),
        index: 0,
      },
    ],
    ...usageOf(answer),
  }),
  trouble,
  troubleChunk: (told) => json(trouble(told)),
  models: (names) => ({
    models: names.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ["generateContent"] })),
  }),
}

function chunks(answer: ScriptedAnswer): readonly Chunk[] {
  const chunk = (parts: readonly object[], finish: object = {}) =>
    json({
      candidates: [{ content: { parts, role: "model" }, ...finish, index: 0 }],
      ...usageOf(answer),
      modelVersion: "gemini-wire",
      responseId: "wire-1",
    })
  return [
    ...piecesOf(answer.reasoning ?? "").map((text) => chunk([{ text, thought: true }])),
    ...piecesOf(answer.text).map((text) => chunk([{ text }])),
    ...(answer.finish === "none" ? [] : [chunk([{ text: "" }], finishOf(answer))]),
  ]
}

function finishOf(answer: ScriptedAnswer): object {
  const finish = answer.finish ?? "stop"
  return finish === "none" ? {} : { finishReason: finishReasons[finish] }
}

function usageOf(answer: ScriptedAnswer): object {
  if (answer.usage === "missing") return {}
  const { prompt, cached, completion, reasoning } = answer.usage ?? scriptedUsage
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      ...(cached !== undefined && { cachedContentTokenCount: cached }),
      candidatesTokenCount: completion - (reasoning ?? 0),
      ...(reasoning !== undefined && { thoughtsTokenCount: reasoning }),
      totalTokenCount: prompt + completion,
    },
  }
}

function trouble({ status, message }: Trouble): object {
  const names: Record<number, string> = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
  }
  return { error: { code: status, message, status: names[status] ?? "INTERNAL" } }
}
