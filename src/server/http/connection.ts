import type { Context } from "hono"

/** What the host that listens may lend to a request, as the second argument of `fetch`. */
export interface HttpConnection {
  /** Closes the connection at once. Without it a stalled reader is left to the host. */
  cut?: (() => void) | undefined
  /** The client's address; requests without a key are told apart by it. */
  readonly address?: string | undefined
}

/** Hosts put other things there too, so only what has the right type is taken. */
export function connectionOf({ env }: Context): HttpConnection {
  const { cut, address }: HttpConnection = env ?? {}
  return {
    cut: typeof cut === "function" ? () => cut.call(env) : undefined,
    address: typeof address === "string" ? address : undefined,
  }
}
