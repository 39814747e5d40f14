import { useEffect, useSyncExternalStore } from "react"
import { readPrompt, type SquadPrompt } from "../../api/squad.ts"
import { useLanguage, useTexts } from "../../texts/use-language.ts"
import { useSquadTools } from "./squad-context.ts"
import { chatTexts } from "./texts.ts"

const pollMs = 5_000

/** Counts down to a prompt's timeout, then fetches the prompt, which closes it if it has expired. */
export function TimeLeft({ prompt: { id, expires_at } }: { readonly prompt: SquadPrompt }) {
  const texts = useTexts(chatTexts)
  const [language] = useLanguage()
  const { takeIn } = useSquadTools()
  const rest = Date.parse(expires_at) - useNow()
  const isOver = rest <= 0

  useEffect(() => {
    if (!isOver) return
    // The database's clock decides and may be slightly behind.
    const poll = () =>
      readPrompt(id).then(
        ({ prompt }) => takeIn({ prompt }),
        () => {},
      )
    void poll()
    const timer = setInterval(poll, pollMs)
    return () => clearInterval(timer)
  }, [isOver, id, takeIn])

  return (
    <span className="text-sm text-quiet tabular-nums">
      {isOver ? texts.overdue : texts.left(formatTimeLeft(rest, language))}
    </span>
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const told of listeners) told()
    }, 1_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time, updated every second; one timer shared by all countdowns. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

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
