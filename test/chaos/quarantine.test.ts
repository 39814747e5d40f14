import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { expect, onTestFinished, test } from "vitest"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const script = new URL("./blocking-process.ts", import.meta.url).pathname

function startBlocking(task: object): ChildProcess & { readonly said: () => string } {
  const child = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  child.stderr.on("data", (bytes) => {
    said += bytes
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  return Object.assign(child, { said: () => said })
}

test.each(["SQLite", "PostgreSQL"] as const)(
  "on %s a discussion that blocks its process is named, and quarantined by the next [data.quarantine]",
  async (kind) => {
    const location = await sharedLocations[kind]()
    const { storage, query } = await openTest(location)
    const first = startBlocking({ location, start: true })
    const setAside = async () => (await storage.runs.suspects()).filter(({ longestMs }) => longestMs >= 5_000)
    await expect.poll(setAside, { timeout: 60_000 }).toHaveLength(1)
    const [{ id }] = await query("SELECT id FROM discussions")
    expect(await setAside()).toMatchObject([{ discussionId: id, times: 1 }])
    expect(first.said()).toContain(`event loop blocked for 1 s by discussion ${id}`)
    first.kill("SIGKILL")
    await once(first, "exit")
    startBlocking({ location, start: false })
    const { discussions } = storage.organisation(localOrganisationId)
    const lastEvent = async () => (await discussions.read(id)).at(-1)
    await expect
      .poll(lastEvent, { timeout: 60_000 })
      .toMatchObject({ type: "discussion_error", data: { error: { code: "QUARANTINED" } } })
    await storage.close()
  },
  150_000,
)
