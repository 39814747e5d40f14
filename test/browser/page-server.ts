import { type App, type AppOptions, createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import { serve } from "../../src/main/serve.ts"
import type { Model } from "../../src/ports/model.ts"
import { createServer, readPage } from "../../src/server/index.ts"
import { listen } from "../e2e/server-rig.ts"

export interface PageServerOptions {
  /** Models listed before the rehearsal models. */
  readonly own?: readonly Model[]
  /** Makes rehearsal models speak at reading speed. */
  readonly paced?: boolean
  /** A data folder, for data that must outlive the server; the default is in memory. */
  readonly data?: string
  /** Maximum number of concurrent discussions. */
  readonly workers?: number
  /** Requires a key for every call. */
  readonly keysRequired?: boolean
  /** A folder with custom tables. */
  readonly tables?: string
  /** Stored keys; with these, more can be stored in the file that `env` names. */
  readonly credentials?: AppOptions["credentials"]
  /** The environment in which the server looks for models; empty by default. */
  readonly env?: Readonly<Record<string, string>>
}

export interface PageServer {
  readonly url: string
  readonly app: App
  close(): Promise<void>
}

/** The real server with the built page. */
export async function startPageServer(
  {
    own = [],
    paced = false,
    data = "memory",
    keysRequired = false,
    workers = 20,
    tables,
    credentials,
    env = {},
  }: PageServerOptions,
  onError: (error: unknown) => void,
  port = 0,
): Promise<PageServer> {
  const base = { location: { data }, config: parseConfig({}), env, own, workers, paced, onError }
  const options = { ...base, ...(tables !== undefined && { tables }), ...(credentials && { credentials }) }
  if (keysRequired) return startWithKeys(await createApp({ ...options, isLocal: false }), onError)
  const serving = await serve({ ...options, host: "127.0.0.1", port })
  if (!serving.hasPage) throw new Error("the page is not built; run `npm run build:page`")
  return { ...serving, close: () => serving.close(0) }
}

/** Like `serve` for a public address, but on a local one. */
async function startWithKeys(app: App, onFault: (error: unknown) => void): Promise<PageServer> {
  const keys = { store: app.keys, spend: app.spend, required: true }
  const server = createServer({ services: app.services, keys, page: readPage(), onError: onFault })
  const { url, close } = await listen({ server })
  return {
    url,
    app,
    async close() {
      await close()
      await app.close(0)
    },
  }
}
