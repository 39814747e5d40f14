import { useMemo } from "react"
import { useLanguage } from "./use-language.ts"

export interface Formatters {
  /** 12,345 */
  number(value: number): string
  /** 12K */
  compact(value: number): string
  /** 42% of 0.42 */
  percent(value: number): string
  /** US dollars, with as many digits as small amounts need. */
  dollars(value: number): string
  /** 1.2 s, 3 min 20 s */
  duration(milliseconds: number): string
  dateTime(iso: string): string
  /** 3 minutes ago */
  relative(iso: string, now: number): string
}

/** Formats numbers and times in the reader's language. */
export function useFormatters(): Formatters {
  const [language] = useLanguage()
  return useMemo(() => createFormatters(language), [language])
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const

function createFormatters(language: string): Formatters {
  const number = new Intl.NumberFormat(language)
  const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 })
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" })
  const unit = (name: string, value: number, digits = 0) =>
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
      maximumFractionDigits: digits,
    }).format(value)
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (value) => percent.format(value),
    dollars: (value) =>
      new Intl.NumberFormat(language, {
        style: "currency",
        currency: "USD",
        maximumFractionDigits: value !== 0 && Math.abs(value) < 0.1 ? 4 : 2,
      }).format(value),
    duration(milliseconds) {
      if (milliseconds < 60_000) return unit("second", milliseconds / 1_000, milliseconds < 10_000 ? 1 : 0)
      const minutes = Math.floor(milliseconds / 60_000)
      const seconds = Math.round((milliseconds % 60_000) / 1_000)
      return seconds === 0 ? unit("minute", minutes) : `${unit("minute", minutes)} ${unit("second", seconds)}`
    },
    dateTime: (iso) => dateTime.format(new Date(iso)),
    relative(iso, now) {
      const passed = Date.parse(iso) - now
      const [name, size] = units.find(([, length]) => Math.abs(passed) >= length) ?? ["second", 1_000]
      return relative.format(Math.round(passed / size), name)
    },
  }
}

/** Joins names in the reader's language: "Ann, Ben and Cai". */
export function useListFormatter(): (names: readonly string[]) => string {
  const [language] = useLanguage()
  return useMemo(() => {
    const list = new Intl.ListFormat(language, { type: "conjunction" })
    return (names) => list.format(names)
  }, [language])
}

/** Time of day in the reader's language. */
export function useTimeFormatter(): (iso: string) => string {
  const [language] = useLanguage()
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(language, { timeStyle: "short" })
    return (iso) => clock.format(new Date(iso))
  }, [language])
}
