import { execFile, execFileSync } from "node:child_process"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"

const isLong = process.env.CHAOS_KILLS !== undefined

/** Needs Linux and permission to create network namespaces. */
function canCreateNetworks(): boolean {
  try {
    execFileSync("unshare", ["-rn", "ip", "link", "add", "va", "type", "veth", "peer", "name", "vb"], {
      stdio: "ignore",
    })
    return true
  } catch {
    return false
  }
}

test.runIf(isLong && canCreateNetworks())(
  "watchers whose cable is pulled are disconnected within a minute [events.slow-reader]",
  async () => {
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
    const options = { cwd: join(import.meta.dirname, "../.."), env: { ...process.env, PATH } }
    const { stdout } = await promisify(execFile)("unshare", ["-rn", "bash", "test/chaos/vanish.sh"], options)
    expect(stdout.trim().split("\n")).toEqual(["open: 3", "open: 0"])
  },
  180_000,
)
