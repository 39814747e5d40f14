import type { Context } from "hono"

/** Connection details that the host can pass as the second argument of `fetch`. */
export interface HttpConnection {
  /** Closes the connection. Without it the host has to time out stalled readers. */
  cut?: (() => void) | undefined
  /** The client's address, used for rate limits of requests without a key. */
  readonly address?: string | undefined
}

/** Hosts also put other values into `env`, so the types are checked. */
export function connectionOf({ env }: Context): HttpConnection {
  const { cut, address }: HttpConnection = env ?? {}
  return {
    cut: typeof cut === "function" ? () => cut.call(env) : undefined,
    address: typeof address === "string" ? address : undefined,
  }
}
