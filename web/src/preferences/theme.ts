import { StoredPreference, useStoredPreference } from "./stored-preference.ts"

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const darkQuery = matchMedia("(prefers-color-scheme: dark)")
/** public/theme.js reads the same storage key before the first paint. */
const stored = new StoredPreference<Theme>("conclave.theme", themes, "system")

function apply(): void {
  const isDark = stored.value === "dark" || (stored.value === "system" && darkQuery.matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
}

/** Applies the chosen theme, or follows the system's. */
export function initTheme(): void {
  apply()
  stored.subscribe(apply)
  darkQuery.addEventListener("change", apply)
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useStoredPreference(stored), (theme) => stored.set(theme)]
}
