import { existsSync } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { embeddedPool } from "./embedded-pool.ts"
import { type EmbeddedServer, startEmbedded } from "./embedded-server.ts"
import { lockFolder } from "./folder-lock.ts"
import { initialData } from "./initial-data.ts"

/** The embedded database in a folder that no other process has, or in `memory`. */
export async function openEmbedded(data: string) {
  const lock = data === "memory" ? undefined : await lockFolder(data)
  try {
    const server = await (lock ? startIn(data) : startInMemory())
    return {
      pool: embeddedPool(server),
      clientConfig: undefined,
      setAddress: async (url: string) => lock?.setAddress(url),
      async release() {
        await server.close()
        await lock?.release()
      },
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

async function startInMemory(): Promise<EmbeddedServer> {
  const dump = await initialData()
  return await startEmbedded(dump ? { dump } : {})
}

async function startIn(data: string): Promise<EmbeddedServer> {
  const folder = join(data, "database")
  // A process that was killed while it made the folder leaves this behind, and nothing worth keeping.
  const unfinished = join(data, "database-unfinished")
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true })
  if (existsSync(join(folder, "PG_VERSION"))) return await startEmbedded({ folder })
  await writeFile(unfinished, "")
  await mkdir(folder, { recursive: true })
  const dump = await initialData()
  const server = await startEmbedded(dump ? { folder, dump } : { folder })
  await rm(unfinished)
  return server
}
