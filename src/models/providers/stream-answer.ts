import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { ConclaveError } from "../../core/errors.ts"
import { lazy } from "../../core/lazy.ts"
import { cleanText, excerpt } from "../../core/text.ts"
import type { Model, ModelCall, ModelPart } from "../../ports/model.ts"
import { costOf } from "../prices.ts"
import { boundedFetch, trackResponse } from "./bounded-fetch.ts"
import { readFinish, readUsage, reportedCost } from "./finish-part.ts"
import type { ModelCapabilities } from "./provider.ts"
import { httpStatusOf, incompleteAnswerError, providerError } from "./provider-error.ts"
import type { ProviderModel } from "./provider-model.ts"
import { ThinkSplitter } from "./think-splitter.ts"
import { writeRequest } from "./write-request.ts"

/** A longer answer is a runaway. */
export const maxAnswerLength = 4 * 1_024 * 1_024

/** Capabilities; `structured` is turned off if the server rejects a schema. */
export interface KnownCapabilities extends Omit<ModelCapabilities, "structured"> {
  structured: boolean
}

export function createProviderStream(
  { name, provider, ...connection }: ProviderModel,
  abilities: KnownCapabilities,
): Model["stream"] {
  const id = `${name}/${connection.model}`
  const called = { ...connection, provider: name }
  const connect = lazy(() => provider.connect({ ...connection, fetch: boundedFetch(connection.fetch) }))
  /** If a server rejects a schema but answers without one, no schema is sent from then on. */
  const ask = async (request: LanguageModelV4CallOptions) => {
    const model = await connect()
    if (request.responseFormat === undefined) return model.doStream(request)
    try {
      return await model.doStream(request)
    } catch (error) {
      const status = httpStatusOf(error)
      if (status !== 400 && status !== 422) throw error
      const { responseFormat: _, ...plain } = request
      const answer = await model.doStream(plain)
      abilities.structured = false
      return answer
    }
  }

  return async function* stream(call: ModelCall, signal: AbortSignal): AsyncGenerator<ModelPart> {
    // Our own controller closes the socket in any case: cancelling a package's stream may not reach it.
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal.addEventListener("abort", abort, { once: true })
    const progress = trackResponse(controller.signal, call.requestTraceparent)
    const splitter = new ThinkSplitter()
    /** Text blocks that are not part of the answer: Anthropic's summaries of the context. */
    const summaries = new Set<string>()
    let characters = 0
    let reported: string | undefined
    let finish: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined
    try {
      signal.throwIfAborted()
      const request = { ...writeRequest(call, abilities, name.split(":")[0]), abortSignal: controller.signal }
      const reader = (await ask(request)).stream.getReader()
      for (;;) {
        const { done, value: part } = await reader.read()
        if (done) break
        progress.unreadBytes = 0
        if (part.type === "text-delta" || part.type === "reasoning-delta") {
          characters += part.delta.length
          if (characters > maxAnswerLength)
            throw new ConclaveError("PROVIDER_ERROR", `${id} gave an answer of over ${maxAnswerLength} characters`)
          if (summaries.has(part.id)) continue
          if (part.type === "reasoning-delta") yield { type: "reasoning", text: part.delta }
          else for (const split of splitter.push(part.delta)) yield split
        } else if (part.type === "finish") finish = part
        else if (part.type === "text-start" && part.providerMetadata?.anthropic?.type === "compaction")
          summaries.add(part.id)
        else if (part.type === "response-metadata") reported = part.modelId ?? reported
        else if (part.type === "error") throw part.error
      }
      for (const split of splitter.end()) yield split
      const reason = finish && readFinish(finish.finishReason)
      if (!finish || !reason) throw incompleteAnswerError(called)
      const usage = readUsage(finish.usage, { prompt: call.prompt, characters })
      const cost = reportedCost(finish) ?? (await costOf({ provider: name, model: connection.model, usage }))
      const spent = { ...usage, ...(cost !== undefined && { cost }) }
      yield { type: "finish", reason, usage: spent, ...reportedModel(reported, connection.model, name) }
    } catch (error) {
      if (signal.aborted) throw new ConclaveError("ABORTED", `the call to ${id} was cancelled`)
      throw providerError(error, called, progress.hasStarted)
    } finally {
      signal.removeEventListener("abort", abort)
      abort()
    }
  }
}

const maxNameLength = 200

/** Only if it differs from the requested name. */
function reportedModel(reported: string | undefined, asked: string, provider: string) {
  if (reported === undefined || reported === "" || reported === asked) return {}
  return { reportedModel: `${provider}/${excerpt(cleanText(reported), maxNameLength)}` }
}
