import { lookup } from "node:dns"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { Agent, buildConnector, type RequestInit as UndiciInit, fetch as undiciFetch } from "undici"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { isPrivateAddress } from "./private-addresses.ts"

/**
 * A fetch for URLs from users. It checks the IP address of each connection, so DNS rebinding, redirects and unusual
 * notations cannot bypass it. With `allowPrivate` (local mode), users may reach everything that the server can.
 */
export function guardedFetch({ allowPrivate }: { readonly allowPrivate: boolean }): typeof fetch {
  const dispatcher = new Agent({ connect: allowPrivate ? {} : guardedConnector() })
  return async (input, init) => {
    const { url, ...rest } = await toPlainRequest(input, init)
    checkUrl(url)
    try {
      // Node's fetch does not accept a dispatcher of another undici version.
      const response = await undiciFetch(url, { ...rest, dispatcher } as UndiciInit)
      const { status, statusText, headers } = response
      return new Response(response.body as ReadableStream | null, { status, statusText, headers: [...headers] })
    } catch (error) {
      throw findConclaveError(error) ?? error
    }
  }
}

type PlainRequest = RequestInit & { readonly url: string; readonly duplex?: "half" }

/** undici does not accept the platform's Request. */
async function toPlainRequest(input: string | URL | Request, init: RequestInit = {}): Promise<PlainRequest> {
  if (!(input instanceof Request)) return { ...init, url: String(input) }
  const { url, method, headers, body, signal, redirect } = new Request(input, init)
  return { url, method, headers: [...headers], signal, redirect, ...(body && { body, duplex: "half" }) }
}

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw urlError("must begin with http:// or https://")
  if (url.username !== "" || url.password !== "") throw urlError("must not contain a user name or password")
}

/** Throws if the URL resolves to a private address now; it is checked again on every request. */
export async function checkPublicUrl(text: string): Promise<void> {
  checkUrl(text)
  const hostname = new URL(text).hostname.replace(/^\[|\]$/g, "")
  if (isIP(hostname)) {
    if (isPrivateAddress(hostname)) throw privateAddressError()
    return
  }
  await new Promise<void>((resolve, reject) => {
    // A name that does not resolve yet is allowed.
    guardedLookup(hostname, { all: true }, (error) => (error instanceof ConclaveError ? reject(error) : resolve()))
  })
}

function guardedConnector(): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup })
  return (options, callback) => {
    // IP literals bypass the lookup.
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

/** One private address among several is enough to refuse a name. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error("the name has no address"), "", 4)
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(privateAddressError(), "", 4)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** Does not reveal the address, which would expose names of the internal network. */
function privateAddressError(): ConclaveError {
  return urlError("resolves to a local or private address, which this server does not call; use a public address")
}

function urlError(message: string): ConclaveError {
  return invalidField("url", message)
}

function findConclaveError(error: unknown): ConclaveError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ConclaveError) return cause
  return undefined
}
