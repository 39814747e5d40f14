import { StoredPreference, useStoredPreference } from "./stored-preference.ts"

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const darkQuery = matchMedia("(prefers-color-scheme: dark)")
/** The name is also read by public/theme.js, before anything is painted. */
const stored = new StoredPreference<Theme>("conclave.theme", themes, "system")

function apply(): void {
  const isDark = stored.value === "dark" || (stored.value === "system" && darkQuery.matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
}

/** Keeps the page in the chosen theme, or in the system's as that changes. */
export function initTheme(): void {
  apply()
  stored.subscribe(apply)
  darkQuery.addEventListener("change", apply)
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useStoredPreference(stored), (theme) => stored.set(theme)]
}
