import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

/** How sure a vote is, from 0 to 100, in the colour of its seat. */
export function ConfidenceBar({ confidence }: { readonly confidence: number }) {
  const { ballot: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const share = Math.max(0, Math.min(100, confidence))
  return (
    <span className="ms-auto flex items-center gap-2 text-xs text-quiet tabular-nums">
      <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-line sm:w-28">
        <span className="block h-full rounded-full bg-(--seat)" style={{ width: `${share}%` }} />
      </span>
      {texts.sure(format.percent(share / 100))}
    </span>
  )
}
