import { invalidField } from "../core/errors.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import {
  findProvider,
  isProviderName,
  type ProviderName,
  type ProviderSettings,
  resolveBaseUrl,
} from "../models/providers/index.ts"
import type { KeySource, ProviderAdmin, ProviderChange, ProviderSetup, ProviderTest } from "../server/index.ts"
import type { ParsedConfig } from "./config.ts"
import { type Credentials, checkKey, readCredentials, removeCredential, storeCredential } from "./credentials.ts"
import { findKeyedProvider, providerOrigin, type ResolvedProviders, resolveProviders } from "./resolve-providers.ts"
import type { Environment } from "./system-ports.ts"

export interface ProviderRegistryOptions {
  readonly env: Environment
  readonly config: ParsedConfig
  readonly credentials?: Credentials | undefined
  /** File to save keys in; without it, keys live in memory only. */
  readonly credentialsFile?: string | undefined
  /** Called with the new settings after each change. */
  readonly onChange: (providers: ResolvedProviders) => void
}

const testTimeoutMs = 5_000

/** The providers' current URLs and keys, which can be changed at runtime. */
export class ProviderRegistry implements ProviderAdmin {
  readonly #options: ProviderRegistryOptions
  /** Changes made through the API; in memory only. */
  readonly #set = new Map<ProviderName, Pick<ProviderSettings, "apiKey" | "baseUrl">>()
  #credentials: Credentials
  #current: ResolvedProviders

  constructor(options: ProviderRegistryOptions) {
    this.#options = options
    this.#credentials = options.credentials ?? {}
    this.#current = this.#resolve()
  }

  get current(): ResolvedProviders {
    return this.#current
  }

  get keepsFile(): boolean {
    return this.#options.credentialsFile !== undefined
  }

  list(): readonly ProviderSetup[] {
    return (Object.keys(this.#current) as ProviderName[]).map((name) => this.#describe(name))
  }

  async change(given: string, { apiKey, baseUrl, keep }: ProviderChange): Promise<ProviderSetup> {
    const name = knownProvider(given)
    const key = apiKey === undefined ? undefined : checkKey(apiKey)
    if (key !== undefined) findKeyedProvider(name)
    const before = this.#set.get(name)
    const address = baseUrl === undefined ? before?.baseUrl : checkAddress(name, baseUrl)
    if (keep === "file") {
      await this.#keep(name, key, address)
      this.#set.set(name, address === undefined ? {} : { baseUrl: address })
    } else {
      // A key is only used with the URL it was set for, so a new URL drops the old key.
      const currentKey = key ?? (baseUrl === undefined ? before?.apiKey : undefined)
      this.#set.set(name, omitUndefined({ apiKey: currentKey, baseUrl: address }))
    }
    this.#update()
    return this.#describe(name)
  }

  async forget(given: string): Promise<boolean> {
    const name = knownProvider(given)
    const wasSet = this.#set.delete(name)
    const file = this.#options.credentialsFile
    const wasSaved = file !== undefined && (await removeCredential(file, name))
    if (wasSaved) this.#credentials = readCredentials(file)
    this.#update()
    return wasSet || wasSaved
  }

  async test(given: string, { apiKey, baseUrl }: Omit<ProviderChange, "keep">): Promise<ProviderTest> {
    const name = knownProvider(given)
    const { listModels, title } = findProvider(name)
    if (!listModels) throw invalidField("name", `${title} lists no models to test with; start a discussion instead`)
    const own = this.#current[name] ?? {}
    const address = baseUrl === undefined ? own.baseUrl : checkAddress(name, baseUrl)
    const isSame = providerOrigin(name, address) === providerOrigin(name, own.baseUrl)
    const key = apiKey === undefined ? (isSame ? own.apiKey : undefined) : checkKey(apiKey)
    const url = resolveBaseUrl(name, address === undefined ? {} : { baseUrl: address })
    if (url === "") throw invalidField("baseUrl", "is required: the URL of the server")
    const signal = AbortSignal.timeout(testTimeoutMs)
    const listed = await listModels({ url, signal, ...(key !== undefined && { apiKey: key }) })
    if ("models" in listed) return { ok: true, models: listed.models.map((model) => `${name}/${model.name}`) }
    return { ok: false, reason: listed.silent ? "silent" : listed.refused ? "refused" : "other", models: [] }
  }

  async #keep(name: ProviderName, key: string | undefined, address: string | undefined): Promise<void> {
    const file = this.#options.credentialsFile
    if (file === undefined) throw invalidField("keep", "this server saves no keys to a file; use memory")
    if (key === undefined) throw invalidField("apiKey", "is required when keep is file")
    const origin = providerOrigin(name, address ?? this.#current[name]?.baseUrl)
    if (origin === undefined) throw invalidField("baseUrl", "is required: a saved key is tied to its URL")
    await storeCredential(file, name, { key, origin })
    this.#credentials = readCredentials(file)
  }

  #resolve(): ResolvedProviders {
    const { env, config } = this.#options
    return resolveProviders(env, config, this.#credentials, this.#set)
  }

  #update(): void {
    this.#current = this.#resolve()
    this.#options.onChange(this.#current)
  }

  #describe(name: ProviderName): ProviderSetup {
    const { title, local, variables, listModels, exampleUrl } = findProvider(name)
    const { apiKey, baseUrl } = this.#current[name] ?? {}
    return {
      name,
      title,
      takesKey: variables.apiKey !== undefined,
      takesAddress: takesAddress(name),
      testable: listModels !== undefined,
      local: local !== undefined,
      key: apiKey === undefined ? null : this.#keySource(name, apiKey),
      ...(baseUrl !== undefined && { baseUrl: withoutCredentials(name, baseUrl) }),
      ...(exampleUrl !== undefined && { exampleUrl }),
      changed: this.#set.has(name),
    }
  }

  #keySource(name: ProviderName, key: string): KeySource {
    if (this.#set.get(name)?.apiKey !== undefined) return "memory"
    const variable = findProvider(name).variables.apiKey
    return variable !== undefined && this.#options.env[variable]?.trim() === key ? "environment" : "file"
  }
}

function knownProvider(name: string): ProviderName {
  if (isProviderName(name)) return name
  const message = "unknown provider; name your own server compatible:NAME, with lowercase letters and digits"
  throw invalidField("name", message)
}

/** True for self-hosted servers and providers without a fixed URL. */
function takesAddress(name: ProviderName): boolean {
  const { local, requires } = findProvider(name)
  return local !== undefined || (requires?.includes("baseUrl") ?? false)
}

function checkAddress(name: ProviderName, given: string): string {
  const refuse = (message: string) => invalidField("baseUrl", message)
  const { title } = findProvider(name)
  if (!takesAddress(name)) throw refuse(`${title} has a fixed URL; leave this out`)
  const origin = providerOrigin(name, given)
  if (origin === undefined) throw refuse("must be a URL such as http://127.0.0.1:8080/v1")
  const { username, password } = new URL(resolveBaseUrl(name, { baseUrl: given }))
  if (username !== "" || password !== "") throw refuse("must not contain a user name or password")
  return given.trim()
}

function withoutCredentials(name: ProviderName, baseUrl: string): string {
  try {
    const { origin, pathname } = new URL(resolveBaseUrl(name, { baseUrl }))
    return `${origin}${pathname}`.replace(/\/+$/, "")
  } catch {
    return ""
  }
}
