import type { Context } from "hono"

/** What the host that listens may lend to a request, as the second argument of `fetch`. */
export interface HttpConnection {
  /** Closes the connection at once. Without it a reader that stalled is left to the host. */
  cut?(): void
  /** Where the client is; who sent no key is told apart by it. */
  readonly address?: string | undefined
}

interface ResolvedConnection {
  readonly cut: (() => void) | undefined
  readonly address: string | undefined
}

export function connectionOf(context: Context): ResolvedConnection {
  const connection: HttpConnection = context.env ?? {}
  const { address } = connection
  return {
    cut: typeof connection.cut === "function" ? () => connection.cut?.() : undefined,
    address: typeof address === "string" ? address : undefined,
  }
}
