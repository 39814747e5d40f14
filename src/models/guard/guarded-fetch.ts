import { lookup as resolve } from "node:dns"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { Agent, buildConnector, type RequestInit as CallInit, fetch as call } from "undici"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { isPrivateAddress } from "./private-addresses.ts"

/**
 * A fetch for addresses that came from outside. What is checked is the address that is connected to, each time: a name
 * that resolves to another address a moment later, a redirect and an odd way of writing an address change nothing. In
 * local mode (`allowPrivate`) whoever gives addresses to the server may reach everything that the server can.
 */
export function guardedFetch({ allowPrivate }: { readonly allowPrivate: boolean }): typeof fetch {
  const dispatcher = new Agent({ connect: allowPrivate ? {} : guardedConnector() })
  return async (input, init) => {
    const { url, ...rest } = await toPlainRequest(input, init)
    checkUrl(url)
    try {
      // The platform's fetch takes no dispatcher of another undici, so this is the package's own.
      const response = await call(url, { ...rest, dispatcher } as CallInit)
      const { status, statusText, headers } = response
      return new Response(response.body as ReadableStream | null, { status, statusText, headers: [...headers] })
    } catch (error) {
      throw findConclaveError(error) ?? error
    }
  }
}

type PlainRequest = RequestInit & { readonly url: string; readonly duplex?: "half" }

/** The package does not know the platform's Request. */
async function toPlainRequest(input: string | URL | Request, init: RequestInit = {}): Promise<PlainRequest> {
  if (!(input instanceof Request)) return { ...init, url: String(input) }
  const { url, method, headers, body, signal, redirect } = new Request(input, init)
  return { url, method, headers: [...headers], signal, redirect, ...(body && { body, duplex: "half" }) }
}

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw urlError("must be an address that begins with http:// or https://")
  if (url.username !== "" || url.password !== "") throw urlError("has a user or password in it; leave them out")
}

/** Refuses an address that leads nowhere public now; what it leads to is checked again whenever it is called. */
export async function checkPublicUrl(text: string): Promise<void> {
  checkUrl(text)
  const hostname = new URL(text).hostname.replace(/^\[|\]$/g, "")
  if (isIP(hostname)) {
    if (isPrivateAddress(hostname)) throw privateAddressError()
    return
  }
  await new Promise<void>((done, refuse) => {
    // A name that is not known yet may be tomorrow.
    guardedLookup(hostname, { all: true }, (error) => (error instanceof ConclaveError ? refuse(error) : done()))
  })
}

function guardedConnector(): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup })
  return (options, callback) => {
    // A literal address is never looked up.
    const literal = options.hostname.replace(/^\[|\]$/g, "")
    if (isIP(literal) && isPrivateAddress(literal)) return void callback(privateAddressError(), null)
    connect(options, (...[error, socket]) => {
      if (error) return void callback(error, null)
      if (!isPrivateAddress((socket as Socket).remoteAddress ?? "")) return void callback(null, socket)
      socket.destroy()
      callback(privateAddressError(), null)
    })
  }
}

/** Of a name with several addresses one that is private is enough: nobody public has such a name. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error("the name has no address"), "", 4)
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(privateAddressError(), "", 4)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** Says nothing of where a name leads: names inside a network are not for those outside of it. */
function privateAddressError(): ConclaveError {
  return urlError("leads to a local or private address, which this server does not call; use a public one")
}

function urlError(message: string): ConclaveError {
  return invalidField("url", message)
}

function findConclaveError(error: unknown): ConclaveError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ConclaveError) return cause
  return undefined
}
