import { anthropic } from "./anthropic.ts"
import { compatible } from "./compatible.ts"
import { google } from "./google.ts"
import { ollama } from "./ollama.ts"
import { openai } from "./openai.ts"
import { openrouter } from "./openrouter.ts"
import type { Provider } from "./provider.ts"

/** Every provider there is, by the name before the slash of its models. */
const all = { openai, anthropic, google, openrouter, ollama, compatible } satisfies Record<string, Provider>

export type ProviderName = keyof typeof all
export const providers: Readonly<Record<ProviderName, Provider>> = all
export const providerNames = Object.keys(all) as readonly ProviderName[]

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(all, name)
}
