const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const

/** `2 days 3 hr`, `12 min`, `48 sec`: the two largest units that matter, seconds only in the last minutes. */
export function formatTimeLeft(milliseconds: number, language: string): string {
  const rest = Math.max(0, milliseconds)
  const at = units.findIndex(([, size]) => rest >= size)
  if (at < 0) return formatUnit("second", 0, language)
  const [name, size] = units[at]!
  const whole = Math.floor(rest / size)
  const next = units[at + 1]
  const isExact = name === "second" || (name === "minute" && whole >= 5) || next === undefined
  const second = isExact ? 0 : Math.floor((rest % size) / next[1])
  const first = formatUnit(name, whole, language)
  return second === 0 ? first : `${first} ${formatUnit(next![0], second, language)}`
}

function formatUnit(unit: string, value: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value)
}
