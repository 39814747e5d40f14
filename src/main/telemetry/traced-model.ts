import { ConclaveError } from "../../core/errors.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { wrapModel } from "../../models/wrap-model.ts"
import type { Clock } from "../../ports/clock.ts"
import type { Model, ModelCall, ModelPart } from "../../ports/model.ts"
import { randomHexId, type Span, usageAttributes } from "./span.ts"

interface TraceModelOptions {
  readonly clock: Clock
  readonly capturesContent: boolean
  /** The `traceparent` header for the provider. */
  readonly traceparentOf: (call: ModelCall, spanId: string) => string
  readonly emit: (call: ModelCall, span: Omit<Span, "traceId" | "parentId">) => void
}

/** Wraps a model so that each call emits a span when it ends, successfully or not. */
export function traceModel(model: Model, options: TraceModelOptions): Model {
  return wrapModel(model, { stream: (call, signal) => tracedStream(model, call, signal, options) })
}

async function* tracedStream(
  model: Model,
  call: ModelCall,
  signal: AbortSignal,
  { clock, capturesContent, traceparentOf, emit }: TraceModelOptions,
): AsyncGenerator<ModelPart> {
  const startedAt = clock.now()
  const id = randomHexId(8)
  let answer = ""
  let firstPartAt: number | undefined
  let finish: Extract<ModelPart, { type: "finish" }> | undefined
  let error: string | undefined
  try {
    for await (const part of model.stream({ ...call, requestTraceparent: traceparentOf(call, id) }, signal)) {
      firstPartAt ??= clock.now()
      if (part.type === "finish") finish = part
      else if (part.type === "text" && capturesContent) answer += part.text
      yield part
    }
  } catch (thrown) {
    error = signal.aborted ? "aborted" : thrown instanceof ConclaveError ? thrown.code : "UNKNOWN"
    throw thrown
  } finally {
    const [provider = "", ...name] = model.id.split("/")
    emit(call, {
      id,
      name: `chat ${name.join("/")}`,
      kind: "client",
      startedAt,
      endedAt: clock.now(),
      ...(error !== undefined && { error }),
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": name.join("/"),
        "gen_ai.request.temperature": call.temperature,
        "gen_ai.request.max_tokens": call.maxTokens,
        "gen_ai.conversation.id": call.discussionId,
        "gen_ai.response.finish_reasons": finish && [finish.reason],
        ...(finish && usageAttributes(finish.usage)),
        "gen_ai.server.time_to_first_token": firstPartAt && (firstPartAt - startedAt) / 1_000,
        "error.type": error,
        "gen_ai.input.messages": capturesContent ? JSON.stringify(toMessages(call.prompt)) : undefined,
        "gen_ai.output.messages": capturesContent
          ? JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: answer }] }])
          : undefined,
      },
    })
  }
}

function toMessages({ rules, transcript, ask }: Prompt) {
  const message = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] })
  return [message("system", rules), message("user", [...transcript, ask].join("\n\n"))]
}
