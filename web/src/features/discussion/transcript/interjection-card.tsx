import type { InterjectionItem } from "../../../../../src/core/public/view.ts"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useTimeFormatter } from "../use-time-formatter.ts"

interface InterjectionCardProps {
  readonly item: InterjectionItem
  readonly isMarked: boolean
}

export function InterjectionCard({ item: { key, interjection }, isMarked }: InterjectionCardProps) {
  const texts = useTexts(discussionTexts)
  const time = useTimeFormatter()
  const label = texts.interjection.label(stripUnsafeCharacters(interjection.author))
  return (
    <article
      data-key={key}
      tabIndex={-1}
      aria-label={label}
      className={`my-3 ms-auto max-w-[42rem] rounded-2xl border border-dashed border-accent bg-accent-soft px-4 py-3 sm:ms-12 ${isMarked ? "ring-2 ring-accent" : ""}`}
    >
      <p className="mb-1 flex items-center gap-2 text-sm font-medium text-accent-strong">
        <Icon name="person" className="size-4" />
        {label}
        <span className="ms-auto font-normal text-quiet">{time(interjection.timestamp)}</span>
      </p>
      <Markdown text={interjection.content} />
    </article>
  )
}
