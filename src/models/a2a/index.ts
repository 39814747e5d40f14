import { ConclaveError } from "../../core/errors.ts"
import type { Model } from "../../ports/model.ts"
import { lazyFetch, lazyStream } from "../lazy.ts"
import type { AgentAddress } from "./agent-client.ts"

export interface A2aOptions {
  /** Agents from the configuration, by name. */
  readonly agents: Readonly<Record<string, { readonly url: string }>>
  /** Whether only this machine can reach the server; then requests may name private addresses, too. */
  readonly isLocal: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

const prefix = "a2a/"

/** Remote agents as `a2a/name`, or by address as `a2a/https://…`. */
export function a2aModels({ agents, isLocal, env }: A2aOptions) {
  const [open, guarded] = [lazyFetch(true), lazyFetch(isLocal)]
  return {
    names: Object.keys(agents).map((name) => `${prefix}${name}`),
    find(id: string): Model | undefined {
      if (!id.startsWith(prefix)) return undefined
      const name = id.slice(prefix.length)
      if (Object.hasOwn(agents, name)) {
        const apiKey = env[`A2A_${name.toUpperCase().replace(/\W/g, "_")}_API_KEY`]?.trim() || undefined
        return a2aModel({ id, url: agents[name]!.url, apiKey, fetch: open, guarded })
      }
      if (!/^\w+:/.test(name)) return undefined
      const url = URL.canParse(name) ? new URL(name) : undefined
      const isPlain = url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
      if (isPlain) return a2aModel({ id, url: name, fetch: guarded, guarded })
      const message = "must be a2a/ followed by an http:// or https:// address without user name or password"
      throw new ConclaveError("MODEL_UNKNOWN", `model: ${message}`, { problems: [{ field: "model", message }] })
    },
  }
}

/** The protocol code is loaded with the first call. */
function a2aModel(agent: AgentAddress): Model {
  const load = async (): Promise<Model["stream"]> => {
    const { askAgent } = await import("./a2a-model.ts")
    return (call, signal) => askAgent(agent, call, signal)
  }
  return { id: agent.id, structured: false, stream: lazyStream(load) }
}
