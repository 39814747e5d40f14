import { StoredPreference, useStoredPreference } from "./stored-preference.ts"

/** Name of readers who have not entered one. */
export const anonymousUserId = "web"

const stored = new StoredPreference<string>("conclave.name", undefined, "")

/** The reader's name. */
export function useOwnName(): readonly [string, (name: string) => void] {
  return [useStoredPreference(stored), (name) => stored.set(name)]
}
