import { StoredPreference, useStoredPreference } from "./stored-preference.ts"

/** Who speaks here without having given a name. */
export const anonymousUserId = "web"

const stored = new StoredPreference<string>("conclave.name", undefined, "")

/** Under which name the reader speaks. */
export function useOwnName(): readonly [string, (name: string) => void] {
  return [useStoredPreference(stored), (name) => stored.set(name)]
}
