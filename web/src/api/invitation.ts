import { queryOptions } from "@tanstack/react-query"
import { currentKey, saveKeyForTab } from "./api-key.ts"
import { discussionPath } from "./discussions.ts"
import { request } from "./request.ts"

/** The one discussion that this tab may open, and the invited reader's seat. */
interface Invitation {
  /** undefined: a read-only link. */
  readonly seat?: string | undefined
  readonly key: string
}

const storageKey = "conclave.invitation"
let current: Invitation | undefined

/**
 * Takes the invitation from the URL's fragment, for this tab only. Browsers do not send fragments, and it is removed
 * from the address bar before anybody can copy it.
 */
export function acceptInvitation(): void {
  // Opening an invitation in a tab that already shows the discussion only changes the fragment.
  addEventListener("hashchange", () => isInvitation(location.hash) && location.reload())
  const given = new URLSearchParams(location.hash.slice(1))
  const [seat, key] = [given.get("invitation") ?? undefined, given.get("key")]
  if (key !== null && isInvitation(location.hash)) {
    saveKeyForTab(key)
    current = { seat, key }
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(current))
    } catch {
      // Without storage the invitation lasts until the page is reloaded.
    }
    history.replaceState(null, "", location.pathname)
    return
  }
  try {
    const stored = sessionStorage.getItem(storageKey)
    current = stored === null ? undefined : JSON.parse(stored)
  } catch {
    current = undefined
  }
}

/** The tab's invitation while its key is in use. Actions that the key does not allow are hidden. */
export function invitation(): Invitation | undefined {
  return current?.key === currentKey() ? current : undefined
}

function isInvitation(hash: string): boolean {
  return hash.startsWith("#invitation=") || hash.startsWith("#share=")
}

interface BoundKey {
  readonly id: string
  readonly prefix: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** API path of a seat's keys; without a seat, of the read-only keys. */
function keysPath(discussionId: string, seat: string | undefined): string {
  const path = discussionPath(discussionId)
  return seat === undefined ? `${path}/share-keys` : `${path}/seats/${encodeURIComponent(seat)}/keys`
}

export function boundKeysQuery(discussionId: string, seat: string | undefined) {
  return queryOptions({
    queryKey: ["bound-keys", discussionId, seat ?? ""],
    queryFn: async ({ signal }) =>
      (await request<{ readonly keys: readonly BoundKey[] }>(keysPath(discussionId, seat), { signal })).keys,
  })
}

export function revokeBoundKey(discussionId: string, seat: string | undefined, key: string): Promise<unknown> {
  return request(`${keysPath(discussionId, seat)}/${key}`, { method: "DELETE" })
}

/** Creates a key for a seat and the invitation link with it. */
export async function invite(discussionId: string, seat: string): Promise<string> {
  return linkWithKey(discussionId, seat, `invitation=${encodeURIComponent(seat)}`)
}

/** Creates a read-only key and a link with it. */
export async function shareForReading(discussionId: string): Promise<string> {
  return linkWithKey(discussionId, undefined, "share=read")
}

async function linkWithKey(discussionId: string, seat: string | undefined, hash: string): Promise<string> {
  const { key } = await request<{ readonly key: string }>(keysPath(discussionId, seat), { method: "POST", body: {} })
  return `${location.origin}/discussions/${encodeURIComponent(discussionId)}#${hash}&key=${key}`
}
