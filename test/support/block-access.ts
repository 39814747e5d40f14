import { writeFileSync } from "node:fs"
import { join } from "node:path"

/** An environment in which modules whose URL matches a pattern cannot be loaded. */
export function blockModules(folder: string, pattern: RegExp): Record<string, string> {
  return preloadEnvironment(
    folder,
    "refuse-modules.mjs",
    `import { registerHooks } from "node:module"
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context)
        if (${pattern}.test(found.url)) throw new Error("loads " + found.url)
        return found
      },
    })`,
  )
}

/** An environment without a network: only this machine can be reached. */
export function blockNetwork(folder: string): Record<string, string> {
  return preloadEnvironment(
    folder,
    "refuse-network.mjs",
    `import net from "node:net"
    import dgram from "node:dgram"
    import dns from "node:dns"
    const refuse = (what) => { throw new Error("reaches for the network: " + what) }
    const isHere = (host) => host === undefined || /^(localhost|127\\..*|::1)$/.test(host)
    const connect = net.Socket.prototype.connect
    net.Socket.prototype.connect = function (...args) {
      const [first, second] = Array.isArray(args[0]) ? args[0] : args
      const host = typeof first === "object" ? (first.path ? undefined : first.host) : typeof second === "string" ? second : undefined
      return isHere(host) ? connect.apply(this, args) : refuse(host)
    }
    const lookup = dns.lookup
    dns.lookup = (host, ...rest) => (isHere(host) ? lookup(host, ...rest) : refuse(host))
    dgram.createSocket = () => refuse("datagrams")`,
  )
}

function preloadEnvironment(folder: string, name: string, program: string): Record<string, string> {
  const file = join(folder, name)
  writeFileSync(file, program)
  return { NODE_OPTIONS: `--import=${file}` }
}
