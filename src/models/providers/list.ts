import { anthropic } from "./anthropic.ts"
import { azure } from "./azure.ts"
import { bedrock } from "./bedrock.ts"
import { compatible, compatibleServer } from "./compatible.ts"
import { deepseek } from "./deepseek.ts"
import { google } from "./google.ts"
import { groq } from "./groq.ts"
import { mistral } from "./mistral.ts"
import { ollama } from "./ollama.ts"
import { openai } from "./openai.ts"
import { openrouter } from "./openrouter.ts"
import type { Provider } from "./provider.ts"
import { xai } from "./xai.ts"

/** All providers, by the prefix of their models' names. */
const all = {
  openai,
  anthropic,
  google,
  openrouter,
  azure,
  bedrock,
  mistral,
  groq,
  xai,
  deepseek,
  ollama,
  compatible,
} satisfies Record<string, Provider>

export type OwnProvider = keyof typeof all

/** `compatible:lab` is the OpenAI-compatible server named lab. */
export type ProviderName = OwnProvider | `${typeof namedPrefix}${string}`
export const providerNames = Object.keys(all) as readonly OwnProvider[]

const namedPrefix = "compatible:"
/** Server names are part of model names and environment variables. */
export const serverName = /^[a-z0-9][a-z0-9-]{0,39}$/

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(all, name) || (name.startsWith(namedPrefix) && serverName.test(name.slice(namedPrefix.length)))
}

export function findProvider(name: ProviderName): Provider {
  return Object.hasOwn(all, name) ? all[name as OwnProvider] : compatibleServer(name.slice(namedPrefix.length))
}
