import type { Retry } from "../../../../../src/core/public/view.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

interface RetryLinesProps {
  readonly retries: readonly Retry[]
  readonly isIndented?: boolean
}

/** Why a turn was begun again. */
export function RetryLines({ retries, isIndented = false }: RetryLinesProps) {
  const { turn: texts } = useTexts(discussionTexts)
  if (retries.length === 0) return null
  return (
    <ul className={`mb-1.5 flex flex-col gap-0.5 text-xs text-quiet ${isIndented ? "ps-9 sm:ps-12" : ""}`}>
      {retries.map(({ attempt, reason, modelId, message }) => (
        <li key={attempt} title={message}>
          ↻ {texts.retries[reason]}
          {modelId !== undefined && <span> ({modelId})</span>} · {texts.attempt(attempt)}
        </li>
      ))}
    </ul>
  )
}
