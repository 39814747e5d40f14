import { piecesOf, type ScriptedAnswer, scriptedUsage, type WireFinish, wholeText } from "../answer.ts"
import { type Asked, type Chunk, json, type Trouble, type Wire } from "./wire.ts"

const done: Chunk = { data: "[DONE]" }

/** Chat completions of OpenAI and compatible servers. */
export const openai = chatCompletions("openai")

/** OpenRouter adds a reasoning field, the upstream's finish reason, the cost, and its own errors. */
export const openrouter = chatCompletions("openrouter")

/** Reasoning as content parts; usage in the last chunk; errors without a wrapping field. */
export const mistral = chatCompletions("mistral")

/** A separate field for reasoning, and one for usage, which comes in the last chunk. */
export const groq = chatCompletions("groq")

/** Usage comes in the last chunk, with a separate field for cached tokens. */
export const deepseek = chatCompletions("deepseek")

type Dialect = "openai" | "openrouter" | "mistral" | "groq" | "deepseek"

function chatCompletions(name: Dialect): Wire {
  const isOpenRouter = name === "openrouter"

  function chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[] {
    const chunk = (rest: object) =>
      json({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_770_000_000, model: asked.model, ...rest })
    const delta = (fields: object, finish: object = { finish_reason: null }, rest: object = {}) =>
      chunk({ choices: [{ index: 0, delta: fields, logprobs: null, ...finish }], ...rest })
    const finish = answer.finish ?? "stop"
    const spoken = finish === "refusal" && name === "openai" ? "refusal" : "content"
    const usage = usageOf(answer)
    return [
      delta({ role: "assistant", content: "" }),
      ...piecesOf(answer.reasoning ?? "").map((piece) => delta(reasoning(piece))),
      ...piecesOf(answer.text).map((piece) => delta({ [spoken]: piece })),
      ...(finish === "none" ? [] : [ending(delta, finish, usage)]),
      ...(usage && (isOpenRouter || (name === "openai" && wantsUsage(asked)))
        ? [chunk({ choices: isOpenRouter ? [emptyChoice] : [], usage })]
        : []),
      done,
    ]
  }

  function reasoning(piece: string): object {
    if (name === "mistral") return { content: [{ type: "thinking", thinking: [{ type: "text", text: piece }] }] }
    if (name === "groq") return { reasoning: piece }
    if (!isOpenRouter) return { content: null, reasoning_content: piece }
    return { content: "", reasoning: piece, reasoning_details: [{ type: "reasoning.text", text: piece, index: 0 }] }
  }

  /** The end of the answer, with usage on wires that send it there. */
  function ending(delta: (fields: object, finish: object, rest?: object) => Chunk, finish: WireFinish, usage?: object) {
    const figures = { mistral: { usage }, deepseek: { usage }, groq: { x_groq: { usage } } }[name as string] ?? {}
    return delta(name === "mistral" || name === "deepseek" ? { content: "" } : {}, finishOf(finish), usage && figures)
  }

  function finishOf(finish: WireFinish): object {
    const reason = finish === "length" || finish === "content_filter" ? finish : "stop"
    return {
      finish_reason: reason,
      ...(isOpenRouter && { native_finish_reason: finish === "refusal" ? "refusal" : reason }),
    }
  }

  function usageOf(answer: ScriptedAnswer): object | undefined {
    if (answer.usage === "missing") return undefined
    const { prompt, cached = 0, cacheWrite, completion, reasoning = 0 } = answer.usage ?? scriptedUsage
    return {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: {
        cached_tokens: cached,
        ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
      },
      completion_tokens_details: { reasoning_tokens: reasoning },
      ...(isOpenRouter && { cost: 0.0012 }),
      ...(name === "deepseek" && { prompt_cache_hit_tokens: cached, prompt_cache_miss_tokens: prompt - cached }),
    }
  }

  return {
    name,
    framing: "sse",
    chunks,
    recorded: (line) => ({ data: line }),
    ending: [done],
    whole: (answer, asked) => ({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_770_000_000,
      model: asked.model,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: wholeText(answer.text),
            ...(answer.reasoning !== undefined && {
              [isOpenRouter ? "reasoning" : "reasoning_content"]: answer.reasoning,
            }),
          },
          ...(answer.finish !== "none" && finishOf(answer.finish ?? "stop")),
        },
      ],
      usage: usageOf(answer),
    }),
    trouble({ status, message }) {
      if (isOpenRouter) return { error: { code: status, message } }
      const error = { message, type: typeOf(status), param: null, code: null }
      return name === "mistral" ? { object: "error", ...error } : { error }
    },
    troubleChunk(trouble: Trouble) {
      if (!isOpenRouter)
        return json({ error: { message: trouble.message, type: "server_error", param: null, code: null } })
      const choices = [{ ...emptyChoice, finish_reason: "error" }]
      return json({ id: "gen-1", error: { code: trouble.status, message: trouble.message }, choices })
    },
    models: (names) => ({ object: "list", data: names.map((id) => ({ id, object: "model", owned_by: "wire" })) }),
  }
}

const emptyChoice = { index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }

function wantsUsage(asked: Asked): boolean {
  return (asked.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true
}

function typeOf(status: number): string {
  if (status === 429) return "rate_limit_exceeded"
  return status < 500 ? "invalid_request_error" : "server_error"
}
