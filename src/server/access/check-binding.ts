import { lookup } from "node:dns/promises"
import { BlockList, isIP } from "node:net"
import { invalidField } from "../../core/errors.ts"
import type { KeyStore } from "../../ports/key-store.ts"

interface BindingOptions {
  readonly host: string
  /** Allowed host names. Any name but localhost means that other machines can reach the server. */
  readonly hosts?: readonly string[]
  readonly keys: Pick<KeyStore, "hasAny">
}

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** Whether API keys are required at this address; throws if they are and none exists. */
export async function checkBinding(options: BindingOptions): Promise<{ readonly keysRequired: boolean }> {
  const { host, hosts = [], keys } = options
  const addresses = await addressesOf(host)
  const isLoopback = (address: string) => loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
  const named = hosts.find((name) => !/^localhost(:\d+)?$/i.test(name))
  if (addresses.every(isLoopback) && named === undefined) return { keysRequired: false }
  if (await keys.hasAny()) return { keysRequired: true }
  const fix = "create one with `conclave keys create`, or listen on 127.0.0.1"
  throw invalidField("host", `other machines can reach ${named ?? host}, but there is no API key yet; ${fix}`)
}

async function addressesOf(host: string): Promise<readonly string[]> {
  const plain = host.trim().replace(/^\[|\]$/g, "")
  if (isIP(plain)) return [plain]
  // An empty host binds to all addresses.
  if (plain === "") return ["::"]
  try {
    return (await lookup(plain, { all: true })).map(({ address }) => address)
  } catch {
    throw invalidField("host", `"${host}" is not a name or address of this machine`)
  }
}
