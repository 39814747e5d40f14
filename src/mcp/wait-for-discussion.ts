import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
import { type ApiFetch, callApi } from "./api.ts"
import type { ToolCall } from "./tool.ts"

interface WaitedDiscussion {
  readonly discussion: PublicDiscussion
  readonly queue?: { readonly place: number }
}

/** Waits until a discussion has ended, is paused or waits for input, or the time is up. Reports progress meanwhile. */
export async function waitForDiscussion(
  fetch: ApiFetch,
  id: string,
  seconds: number,
  { signal, onProgress }: Pick<ToolCall, "signal"> & { onProgress: ToolCall["onProgress"] | undefined },
): Promise<WaitedDiscussion> {
  const stop = new AbortController()
  const signals = AbortSignal.any([signal, stop.signal])
  const reporting = onProgress ? reportProgress(fetch, id, signals, onProgress).catch(() => {}) : undefined
  try {
    const path = `${pathOf(id)}?wait=${seconds}`
    return await callApi<WaitedDiscussion>(fetch, "GET", path, { signal })
  } finally {
    stop.abort()
    await reporting
  }
}

export function pathOf(id: string): string {
  return `/api/v1/discussions/${encodeURIComponent(id)}`
}

type EventPage = { readonly events: readonly PublicEvent[]; readonly last: number; readonly over: boolean }

async function reportProgress(
  fetch: ApiFetch,
  id: string,
  signal: AbortSignal,
  report: (message: string) => Promise<void>,
): Promise<void> {
  for (let after = 0, over = false; !over && !signal.aborted; ) {
    const path = `${pathOf(id)}/events?limit=1000&wait=20&after=${after}`
    const page = await callApi<EventPage>(fetch, "GET", path, { signal })
    const messages = page.events.flatMap((event) => progressMessage(event) ?? [])
    // Of the events before this call only the latest is reported.
    for (const message of after === 0 ? messages.slice(-1) : messages) await report(message)
    ;({ last: after, over } = page)
  }
}

function progressMessage({ type, data }: PublicEvent): string | undefined {
  switch (type) {
    case "turn_started":
      return data.purpose === "synthesis"
        ? `${data.name} is writing the result`
        : `Round ${data.roundNumber}: ${data.name} is speaking`
    case "ballot_started":
    case "consensus_check_started":
      return `Round ${data.roundNumber}: ${data.voters.length} seats are voting`
    case "awaiting_input":
      return `Round ${data.roundNumber}: waiting for ${data.name}`
    default:
      return undefined
  }
}
