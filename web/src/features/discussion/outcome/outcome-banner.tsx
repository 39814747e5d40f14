import { isOver } from "../../../../../src/core/public/view.ts"
import { Icon } from "../../../components/icon.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useView } from "../view/view-store.ts"
import { outcomeTitle } from "./outcome-title.ts"

/** Above the transcript, for those who come after the end: how it ended, and the way there. */
export function OutcomeBanner({ onOpen }: { readonly onOpen: () => void }) {
  const { outcome: texts } = useTexts(discussionTexts)
  const status = useView((view) => view.status)
  const hasVoted = useView((view) => view.items).some(({ kind }) => kind === "ballot")
  const outcome = useView((view) => view.outcome)
  if (!isOver(status)) return null
  return (
    <button
      type="button"
      onClick={onOpen}
      className="mb-5 flex w-full items-center gap-4 rounded-2xl border border-line bg-surface px-4 py-3 text-start shadow-card transition-colors hover:border-accent"
    >
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon
          name={status === "failed" ? "alert" : outcome?.agreed ? "check" : status === "aborted" ? "stop" : "spark"}
          className="size-4.5"
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{outcomeTitle(texts, status, outcome, hasVoted)}</span>
        {outcome && <span className="block text-sm text-quiet">{texts.reasons[outcome.stoppingReason]}</span>}
      </span>
      <span className="hidden shrink-0 items-center gap-1.5 text-sm font-medium text-accent sm:flex">
        {texts.read}
        <Icon name="down" className="size-4" />
      </span>
    </button>
  )
}
