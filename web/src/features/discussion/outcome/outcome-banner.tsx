import { isDecided, isOver } from "../../../../../src/core/public/view.ts"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useView } from "../view/view-store.ts"

/** At the end of the transcript: how the discussion ended, with a link to the outcome above. */
export function OutcomeBanner({ onOpen }: { readonly onOpen: () => void }) {
  const { outcome: texts } = useTexts(discussionTexts)
  const status = useView((view) => view.status)
  const outcome = useView((view) => view.outcome)
  if (!isOver(status)) return null
  return (
    <button
      type="button"
      onClick={onOpen}
      data-key="end"
      className="mt-6 mb-5 flex w-full items-center gap-4 rounded-2xl border border-line bg-surface px-4 py-3 text-start shadow-card transition-colors hover:border-accent"
    >
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon
          name={status === "failed" ? "alert" : isDecided(outcome) ? "check" : status === "aborted" ? "stop" : "spark"}
          className="size-4.5"
        />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-medium">
          {stripUnsafeCharacters(outcome?.sentence ?? texts.done)}
        </span>
      </span>
      <span className="hidden shrink-0 items-center gap-1.5 text-sm font-medium text-accent sm:flex">
        {texts.read}
        <Icon name="up" className="size-4" />
      </span>
    </button>
  )
}
