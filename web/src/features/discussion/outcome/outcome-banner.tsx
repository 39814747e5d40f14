import { isOver } from "../../../../../src/core/public/view.ts"
import type { DiscussionStatus, Outcome } from "../../../api/discussions.ts"
import { Icon } from "../../../components/icon.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import type { DiscussionTexts } from "../texts/en.ts"
import { discussionTexts } from "../texts/index.ts"
import { useView } from "../view/view-store.ts"

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

/** The one line that says how it ended. */
export function outcomeTitle(
  texts: DiscussionTexts["outcome"],
  status: DiscussionStatus,
  outcome: Outcome | undefined,
  hasVoted: boolean,
): string {
  if (status === "failed") return texts.failed
  if (status === "aborted") return texts.aborted
  if (outcome?.agreed) return texts.agreed
  if (outcome?.stoppingReason === "decided") return texts.decided
  if (outcome?.solution !== undefined) return texts.synthesis
  return hasVoted ? texts.notAgreed : texts.done
}
