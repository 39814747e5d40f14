import { queryOptions } from "@tanstack/react-query"
import { currentKey, saveKeyForTab } from "./api-key.ts"
import { discussionPath } from "./discussions.ts"
import { request } from "./request.ts"

/** The one discussion that this tab may open, and the seat in it that its reader speaks for. */
interface Invitation {
  /** Undefined: none, it is for reading. */
  readonly seat?: string | undefined
  readonly key: string
}

const storageKey = "conclave.invitation"
let current: Invitation | undefined

/**
 * Takes the invitation out of the address that was opened, for this tab alone. It stands behind the #, which browsers do
 * not send, and is gone from the address before anybody copies that.
 */
export function acceptInvitation(): void {
  // Opened in a tab that shows the discussion already, it changes the address and loads nothing.
  addEventListener("hashchange", () => isInvitation(location.hash) && location.reload())
  const given = new URLSearchParams(location.hash.slice(1))
  const [seat, key] = [given.get("invitation") ?? undefined, given.get("key")]
  if (key !== null && isInvitation(location.hash)) {
    saveKeyForTab(key)
    current = { seat, key }
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(current))
    } catch {
      // Where the browser keeps nothing, it holds until the page is reloaded.
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

/** What this tab was invited to, for as long as it uses that key. What the key may not do is not offered. */
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

/** Where the keys of a seat are; without one, those that only read. */
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

/** Makes a key for a seat, and of it the link to send to whoever shall sit there. */
export async function invite(discussionId: string, seat: string): Promise<string> {
  return linkWithKey(discussionId, seat, `invitation=${encodeURIComponent(seat)}`)
}

/** Makes a key that only reads, and of it a link. */
export async function shareForReading(discussionId: string): Promise<string> {
  return linkWithKey(discussionId, undefined, "share=read")
}

async function linkWithKey(discussionId: string, seat: string | undefined, hash: string): Promise<string> {
  const { key } = await request<{ readonly key: string }>(keysPath(discussionId, seat), { method: "POST", body: {} })
  return `${location.origin}/discussions/${encodeURIComponent(discussionId)}#${hash}&key=${key}`
}
