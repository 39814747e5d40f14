import { currentKey, saveKeyForTab } from "./api-key.ts"
import { discussionPath } from "./discussions.ts"
import { request } from "./request.ts"

/** A seat of one discussion that the reader of this tab speaks for, and for no other. */
interface Invitation {
  readonly seat: string
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
  addEventListener("hashchange", () => location.hash.startsWith("#invitation=") && location.reload())
  const given = new URLSearchParams(location.hash.slice(1))
  const [seat, key] = [given.get("invitation"), given.get("key")]
  if (seat !== null && key !== null) {
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

/** The seat that this tab was invited to, for as long as it uses that key. What the key may not do is not offered. */
export function invitation(): Invitation | undefined {
  return current?.key === currentKey() ? current : undefined
}

/** Makes a key for a seat, and of it the link to send to whoever shall sit there. */
export async function invite(discussionId: string, seat: string): Promise<string> {
  const path = `${discussionPath(discussionId)}/seats/${encodeURIComponent(seat)}/keys`
  const { key } = await request<{ readonly key: string }>(path, { method: "POST", body: {} })
  return `${location.origin}/discussions/${encodeURIComponent(discussionId)}#invitation=${encodeURIComponent(seat)}&key=${key}`
}
