import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { ConclaveError } from "../../core/errors.ts"
import { cleanText, excerpt } from "../../core/text.ts"
import type { Model, ModelCall, ModelPart } from "../../ports/model.ts"
import { costOf } from "../prices.ts"
import { boundedFetch, trackResponse } from "./bounded-fetch.ts"
import { readFinish, readUsage, reportedCost } from "./finish-part.ts"
import type { ChatModel, ModelCapabilities } from "./provider.ts"
import { httpStatusOf, incompleteAnswerError, providerError } from "./provider-error.ts"
import type { ProviderModel } from "./provider-model.ts"
import { ThinkSplitter } from "./think-splitter.ts"
import { writeRequest } from "./write-request.ts"

/** No answer of a turn is as long as this; what is longer is a runaway, and is not held. */
export const maxAnswerLength = 4 * 1_024 * 1_024

/** What a model can do, as far as it was not found out otherwise. */
export interface KnownCapabilities extends Omit<ModelCapabilities, "structured"> {
  structured: boolean
}

export function createProviderStream(
  { name, provider, ...connection }: ProviderModel,
  abilities: KnownCapabilities,
): Model["stream"] {
  const id = `${name}/${connection.model}`
  const called = { ...connection, provider: name }
  let chat: Promise<ChatModel> | undefined
  const connect = () => {
    chat ??= provider.connect({ ...connection, fetch: boundedFetch(connection.fetch) })
    return chat
  }
  /** A server that refuses to be held to a schema, and answers without one, is asked without from then on. */
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
    // Our own, so that the socket is closed however the listening ends: cancelling a package's stream may not reach it.
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    signal.addEventListener("abort", leave, { once: true })
    const arrival = trackResponse(leaving.signal, call.requestTraceparent)
    const splitter = new ThinkSplitter()
    /** Pieces that come as text and are none: Anthropic's own summary of what it was given. */
    const summaries = new Set<string>()
    let characters = 0
    let reported: string | undefined
    let finish: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined
    try {
      signal.throwIfAborted()
      const request = { ...writeRequest(call, abilities, name.split(":")[0]), abortSignal: leaving.signal }
      const reader = (await ask(request)).stream.getReader()
      for (;;) {
        const { done, value: part } = await reader.read()
        if (done) break
        arrival.unreadBytes = 0
        if (part.type === "text-delta" || part.type === "reasoning-delta") {
          characters += part.delta.length
          if (characters > maxAnswerLength) throw answerTooLongError(id)
          if (summaries.has(part.id)) continue
          if (part.type === "reasoning-delta") yield { type: "reasoning", text: part.delta }
          else if (splitter.settled) yield { type: "text", text: part.delta }
          else for (const { kind, text } of splitter.push(part.delta)) yield { type: kind, text }
        } else if (part.type === "finish") finish = part
        else if (part.type === "text-start" && part.providerMetadata?.anthropic?.type === "compaction")
          summaries.add(part.id)
        else if (part.type === "response-metadata") reported = part.modelId ?? reported
        else if (part.type === "error") throw part.error
      }
      for (const { kind, text } of splitter.end()) yield { type: kind, text }
      const reason = finish && readFinish(finish.finishReason)
      if (!finish || !reason) throw incompleteAnswerError(called)
      const usage = readUsage(finish.usage, { prompt: call.prompt, characters })
      const cost = reportedCost(finish) ?? (await costOf({ provider: name, model: connection.model, usage }))
      const spent = { ...usage, ...(cost !== undefined && { cost }) }
      yield { type: "finish", reason, usage: spent, ...reportedModel(reported, connection.model, name) }
    } catch (error) {
      if (signal.aborted) throw new ConclaveError("ABORTED", `the call to ${id} was called off`)
      throw providerError(error, called, arrival.hasStarted)
    } finally {
      signal.removeEventListener("abort", leave)
      leave()
    }
  }
}

const maxNameLength = 200

/** Only where it says more than what was asked for. */
function reportedModel(reported: string | undefined, asked: string, provider: string) {
  if (reported === undefined || reported === "" || reported === asked) return {}
  return { reportedModel: `${provider}/${excerpt(cleanText(reported), maxNameLength)}` }
}

function answerTooLongError(id: string): ConclaveError {
  return new ConclaveError("PROVIDER_ERROR", `${id} gave an answer of more than ${maxAnswerLength} characters`)
}
