import { anthropic } from "./wires/anthropic.ts"
import { bedrock } from "./wires/bedrock.ts"
import { google } from "./wires/google.ts"
import { ollama } from "./wires/ollama.ts"
import { deepseek, groq, mistral, openai, openrouter } from "./wires/openai.ts"
import { openaiResponses } from "./wires/openai-responses.ts"
import type { Asked, Wire } from "./wires/wire.ts"
import { xai } from "./wires/xai.ts"

/** The wire of a request and what it asks for. */
export interface Route {
  readonly wire: Wire
  readonly wants: "stream" | "whole" | "models" | "show" | "version" | "embeddings"
  /** The requested model. */
  readonly model: string
}

/** The base path that each provider's package expects. */
export const basePaths = {
  openai: "/v1",
  compatible: "/v1",
  openrouter: "/api/v1",
  anthropic: "/v1",
  google: "/v1beta",
  ollama: "",
  azure: "/openai/v1",
  bedrock: "/bedrock",
  mistral: "/mistral/v1",
  groq: "/groq/v1",
  deepseek: "/deepseek",
  xai: "/xai/v1",
} as const

export type Provider = keyof typeof basePaths

export function routeOf(method: string, path: string, body: Asked, headers: Asked): Route | undefined {
  const model = String(body.model ?? "")
  const answer = (wire: Wire, streams: boolean) => ({ wire, model, wants: streams ? "stream" : "whole" }) as const
  const forGoogle = /^\/v1beta\/models\/([^:]+):(stream)?[gG]enerateContent$/.exec(path)
  if (forGoogle) return { ...answer(google, forGoogle[2] !== undefined), model: decodeURIComponent(forGoogle[1] ?? "") }
  const embedded = /^\/v1beta\/models\/([^:]+):(?:batchEmbedContents|embedContent)$/.exec(path)
  if (embedded) return { wire: google, wants: "embeddings", model: decodeURIComponent(embedded[1] ?? "") }
  const forBedrock = /^\/bedrock\/model\/([^/]+)\/(converse(-stream)?|invoke)$/.exec(path)
  if (forBedrock) {
    const named = { model: decodeURIComponent(forBedrock[1] ?? "") }
    if (forBedrock[2] === "invoke") return { wire: bedrock, wants: "embeddings", ...named }
    return { ...answer(bedrock, forBedrock[3] !== undefined), ...named }
  }
  switch (`${method} ${path}`) {
    case "POST /v1/embeddings":
      return { wire: openai, wants: "embeddings", model }
    case "POST /api/embed":
      return { wire: ollama, wants: "embeddings", model }
    case "POST /v1/chat/completions":
      return answer(openai, body.stream === true)
    case "POST /api/v1/chat/completions":
      return answer(openrouter, body.stream === true)
    case "POST /openai/v1/chat/completions":
      return answer(openai, body.stream === true)
    case "POST /mistral/v1/chat/completions":
      return answer(mistral, body.stream === true)
    case "POST /groq/v1/chat/completions":
      return answer(groq, body.stream === true)
    case "POST /deepseek/chat/completions":
      return answer(deepseek, body.stream === true)
    case "POST /v1/responses":
      return answer(openaiResponses, body.stream === true)
    case "POST /xai/v1/responses":
      return answer(xai, body.stream === true)
    case "POST /openai/v1/embeddings":
      return { wire: openai, wants: "embeddings", model }
    case "POST /mistral/v1/embeddings":
      return { wire: mistral, wants: "embeddings", model }
    case "POST /v1/messages":
      return answer(anthropic, body.stream === true)
    case "POST /api/chat":
      return answer(ollama, body.stream !== false)
    case "GET /v1/models":
      return { wire: headers["anthropic-version"] ? anthropic : openai, wants: "models", model }
    case "GET /api/v1/models":
      return { wire: openrouter, wants: "models", model }
    case "GET /v1beta/models":
      return { wire: google, wants: "models", model }
    case "GET /api/tags":
      return { wire: ollama, wants: "models", model }
    case "POST /api/show":
      return { wire: ollama, wants: "show", model }
    case "GET /api/version":
      return { wire: ollama, wants: "version", model }
    default:
      return undefined
  }
}
