import { useEffect } from "react"
import type { Prompt } from "../../api/squad.ts"
import { readPrompt } from "../../api/squad.ts"
import { useLanguage, useTexts } from "../../texts/use-language.ts"
import { formatTimeLeft } from "./format-time-left.ts"
import { useSquadTools } from "./squad-context.ts"
import { chatTexts } from "./texts/index.ts"
import { useNow } from "./use-now.ts"

const pollMs = 5_000

/** Counts down to a prompt's time-out. At its end the prompt is looked at, and whoever looks first closes it. */
export function TimeLeft({ prompt: { id, expires_at } }: { readonly prompt: Prompt }) {
  const texts = useTexts(chatTexts)
  const [language] = useLanguage()
  const { takeIn } = useSquadTools()
  const rest = Date.parse(expires_at) - useNow()
  const isOver = rest <= 0

  useEffect(() => {
    if (!isOver) return
    // The database's clock decides, and may be a little behind this one.
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
