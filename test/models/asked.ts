import type { OwnProvider } from "../../src/models/providers/index.ts"
import type { WireRequest } from "../wire/exchange.ts"

/** A request to a provider, with its fields under common names. */
export interface Asked {
  readonly system: string
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  readonly temperature: unknown
  readonly maxTokens: unknown
  readonly stop: unknown
  readonly seed: unknown
  /** The schema of the reply. */
  readonly schema: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are third-party JSON, and a wrong guess fails the test
type Json = any

export function asked(provider: OwnProvider, { body }: WireRequest): Asked {
  switch (provider) {
    case "anthropic":
      return askedOfAnthropic(body)
    case "google":
      return askedOfGoogle(body)
    case "bedrock":
      return askedOfBedrock(body)
    case "ollama":
      return askedOfOllama(body)
    case "xai":
      return askedInResponses(body)
    default:
      return body.input ? askedInResponses(body) : askedInChat(body)
  }
}

function askedInChat(body: Json): Asked {
  return {
    ...conversation(body.messages),
    temperature: body.temperature,
    maxTokens: body.max_tokens ?? body.max_completion_tokens,
    stop: body.stop,
    seed: body.seed ?? body.random_seed,
    schema: body.response_format?.json_schema?.schema,
  }
}

function askedInResponses(body: Json): Asked {
  return {
    ...conversation(body.input),
    temperature: body.temperature,
    maxTokens: body.max_output_tokens,
    stop: body.stop,
    seed: body.seed,
    schema: body.text?.format?.schema,
  }
}

function askedOfAnthropic(body: Json): Asked {
  return {
    system: textOf(body.system),
    messages: body.messages.map(message),
    temperature: body.temperature,
    maxTokens: body.max_tokens,
    stop: body.stop_sequences,
    seed: body.seed,
    schema: body.output_config?.format?.schema ?? body.output_format?.schema ?? body.tools?.[0]?.input_schema,
  }
}

function askedOfBedrock(body: Json): Asked {
  const settings = body.inferenceConfig
  return {
    system: textOf(body.system.filter((part: Json) => part.text)),
    messages: body.messages.map(({ role, content }: Json) => ({
      role,
      text: textOf(content.filter((part: Json) => part.text)),
    })),
    temperature: settings.temperature,
    maxTokens: settings.maxTokens,
    stop: settings.stopSequences,
    seed: settings.seed,
    schema:
      body.toolConfig?.tools?.[0]?.toolSpec?.inputSchema?.json ??
      body.additionalModelRequestFields?.output_config?.format?.schema,
  }
}

function askedOfGoogle(body: Json): Asked {
  const settings = body.generationConfig
  return {
    system: textOf(body.systemInstruction?.parts),
    messages: body.contents.map(({ role, parts }: Json) => ({ role, text: textOf(parts) })),
    temperature: settings.temperature,
    maxTokens: settings.maxOutputTokens,
    stop: settings.stopSequences,
    seed: settings.seed,
    schema: settings.responseSchema ?? settings.responseJsonSchema,
  }
}

function askedOfOllama(body: Json): Asked {
  return {
    ...conversation(body.messages),
    temperature: body.options.temperature,
    maxTokens: body.options.num_predict,
    stop: body.options.stop,
    seed: body.options.seed,
    schema: body.format,
  }
}

function conversation(messages: Json): Pick<Asked, "system" | "messages"> {
  const [first, ...rest] = messages.map(message)
  return { system: first.role === "system" ? first.text : "", messages: rest }
}

function message({ role, content }: Json): { role: string; text: string } {
  return { role, text: textOf(content) }
}

function textOf(content: Json): string {
  return typeof content === "string" ? content : (content ?? []).map((part: Json) => part.text).join("")
}
