import { ConclaveError } from "../../core/errors.ts"

export const providerNames = ["openai", "anthropic", "google", "openrouter", "ollama", "compatible"] as const
export type ProviderName = (typeof providerNames)[number]

export interface ProviderSettings {
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly fetch?: typeof fetch
  readonly headers?: Record<string, string>
}

/** The environment variables that a provider's settings come from. */
export interface ProviderVariables {
  readonly apiKey?: string
  /** The first one that is set counts. */
  readonly baseUrl: readonly [string, ...string[]]
}

export const providerVariables: Readonly<Record<ProviderName, ProviderVariables>> = {
  openai: { apiKey: "OPENAI_API_KEY", baseUrl: ["OPENAI_BASE_URL"] },
  anthropic: { apiKey: "ANTHROPIC_API_KEY", baseUrl: ["ANTHROPIC_BASE_URL"] },
  google: { apiKey: "GOOGLE_GENERATIVE_AI_API_KEY", baseUrl: ["GOOGLE_BASE_URL"] },
  openrouter: { apiKey: "OPENROUTER_API_KEY", baseUrl: ["OPENROUTER_BASE_URL"] },
  ollama: { baseUrl: ["OLLAMA_HOST", "OLLAMA_BASE_URL"] },
  compatible: { apiKey: "COMPATIBLE_API_KEY", baseUrl: ["COMPATIBLE_BASE_URL"] },
}

const keyOptional: readonly ProviderName[] = ["ollama", "compatible"]

/** What must be set before a provider can be called; undefined where nothing is missing. */
export function missingVariable(name: ProviderName, settings: ProviderSettings): string | undefined {
  if (name === "compatible") return settings.baseUrl ? undefined : providerVariables.compatible.baseUrl[0]
  return keyOptional.includes(name) || settings.apiKey ? undefined : providerVariables[name].apiKey
}

const defaultPaths: Readonly<Record<ProviderName, string>> = {
  openai: "/v1",
  anthropic: "/v1",
  google: "/v1beta",
  openrouter: "/api/v1",
  ollama: "",
  compatible: "/v1",
}

const defaultUrls: Readonly<Record<ProviderName, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  openrouter: "https://openrouter.ai/api/v1",
  ollama: "http://127.0.0.1:11434",
  compatible: "",
}

/**
 * Where a provider listens, without a slash at the end. A scheme may be left out (`OLLAMA_HOST` usually does), and an
 * address without a path gets the one that the provider's own clients add.
 */
export function resolveBaseUrl(name: ProviderName, settings: ProviderSettings): string {
  const given = settings.baseUrl?.trim()
  if (!given) return defaultUrls[name]
  const hasScheme = /^https?:\/\//i.test(given)
  const url = parseUrl(hasScheme ? given : `http://${given.replace(/^:/, "127.0.0.1:")}`)
  if (!url) {
    const variable = providerVariables[name].baseUrl[0]
    throw new ConclaveError("MODEL_UNAVAILABLE", `${variable} is not an address such as http://127.0.0.1:8080/v1`)
  }
  if (name === "ollama") {
    if (!hasScheme && url.port === "" && !/:80$/.test(given)) url.port = "11434"
    // What a server listens on is not an address that can be called everywhere.
    if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1"
  }
  const path = url.pathname.replace(/\/+$/, "")
  url.pathname = name === "ollama" ? path.replace(/\/(api|v1)$/, "") : path || defaultPaths[name]
  return url.href.replace(/\/+$/, "")
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
