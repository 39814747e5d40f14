import type { SquadPrompt } from "../../api/squad.ts"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts.ts"

/** Number of counted answers out of those required. */
export function AnswerCounter({ prompt }: { readonly prompt: SquadPrompt }) {
  const texts = useTexts(chatTexts)
  const [count, needed] = [prompt.collected_context.length, prompt.required_responses]
  return (
    <span className="inline-flex items-center gap-2 text-sm font-medium" title={texts.counterHint(count, needed)}>
      <span aria-hidden="true" className="h-1.5 w-10 overflow-hidden rounded-full bg-ink/15">
        <span
          className="block h-full rounded-full bg-answer-line transition-[width]"
          style={{ width: `${Math.min(1, count / needed) * 100}%` }}
        />
      </span>
      <span className="tabular-nums">{texts.counter(count, needed)}</span>
    </span>
  )
}
