import { inspect } from "node:util"
import type { FinishReason, Model, ModelCall, ModelPart, TokenUsage } from "conclave"
import { ConclaveError } from "conclave"
import { type OwnProvider, providerModels, providerNames } from "../../src/models/providers/index.ts"
import type { WireServer } from "../wire/server.ts"

/** One model of each provider, with the provider's basic features. */
export const modelOf: Readonly<Record<OwnProvider, string>> = {
  openai: "openai/gpt-4.1",
  anthropic: "anthropic/claude-sonnet-4-5",
  google: "google/gemini-2.0-flash",
  openrouter: "openrouter/openai/gpt-4o",
  azure: "azure/gpt-4.1",
  bedrock: "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  mistral: "mistral/mistral-small-2603",
  groq: "groq/llama-3.3-70b-versatile",
  xai: "xai/grok-4.20-non-reasoning",
  deepseek: "deepseek/deepseek-chat",
  ollama: "ollama/llama3.1:8b",
  compatible: "compatible/own-model",
}

export const all = providerNames

/** Must occur only in a request header. */
export const canary = "sk-canary-7f3e9a1c5b2d"

export function wired(server: WireServer, provider: OwnProvider, apiKey = canary): Model {
  return wiredTo(server, provider, modelOf[provider], apiKey)
}

export function wiredTo(server: WireServer, provider: OwnProvider, id: string, apiKey = canary): Model {
  const model = providerModels({ [provider]: { apiKey, baseUrl: server.baseUrl(provider) } }).find(id)
  if (!model) throw new Error(`${id} was not found`)
  return model
}

export function question(changes: Partial<ModelCall> = {}): ModelCall {
  const prompt = {
    rules: "These are the rules of the table.",
    transcript: ["<Ada> Tabs.", "<Lin> Spaces.", "<Ada> Tabs, still."],
    ask: "You are Ada. Speak.",
  }
  return {
    discussionId: "d",
    label: "Ada's turn in round 1, attempt 1",
    prompt,
    temperature: 0.4,
    maxTokens: 321,
    stop: [],
    seed: 77,
    ...changes,
  }
}

/** The result of one call, however it ended. */
export interface Heard {
  readonly text: string
  readonly reasoning: string
  readonly finish?: FinishReason
  readonly usage?: TokenUsage
  readonly error?: ConclaveError
}

export async function hear(
  model: Model,
  call = question(),
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard> {
  let heard: Heard = { text: "", reasoning: "" }
  try {
    for await (const part of model.stream(call, signal)) heard = withPart(heard, part)
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    heard = { ...heard, error }
  }
  return heard
}

function withPart(heard: Heard, part: ModelPart): Heard {
  switch (part.type) {
    case "text":
      return { ...heard, text: heard.text + part.text }
    case "reasoning":
      return { ...heard, reasoning: heard.reasoning + part.text }
    case "finish":
      return { ...heard, finish: part.reason, usage: part.usage }
  }
}

/** Everything that careless logging could reveal of a value, including hidden fields and causes. */
export function everythingIn(value: unknown): string {
  const error = value instanceof Error ? [value.message, value.stack, JSON.stringify(value)] : []
  return [...error, inspect(value, { depth: 20, showHidden: true, maxStringLength: null })].join("\n")
}
