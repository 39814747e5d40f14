import { useContext } from "react"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { ExportMenu } from "../actions/export-menu.tsx"
import { ForkContext } from "../actions/fork-context.ts"
import { discussionTexts } from "../texts/index.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { Alerts } from "./alerts.tsx"
import { Dissent } from "./dissent.tsx"
import { OutcomeFacts } from "./outcome-facts.tsx"
import { outcomeTitle } from "./outcome-title.ts"
import { Recounts } from "./recounts.tsx"
import { VoteShift } from "./vote-shift.tsx"

interface OutcomeCardProps {
  readonly id: string
  readonly onInsights: () => void
}

/** How it ended and what came of it. */
export function OutcomeCard({ id, onInsights }: OutcomeCardProps) {
  const { outcome: texts, actions } = useTexts(discussionTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  const status = useView((view) => view.status)
  const hasVoted = useView((view) => view.items).some(({ kind }) => kind === "ballot")
  const reason = useView((view) => view.error?.message ?? view.abortReason)
  const openFork = useContext(ForkContext)
  const outcome = useView((view) => view.outcome)
  const { agreed = false, solution, bestProposal, amount } = outcome ?? {}
  const head = agreed
    ? { back: "bg-good-soft", ink: "text-good" }
    : status === "failed"
      ? { back: "bg-bad-soft", ink: "text-bad" }
      : solution === undefined
        ? { back: "bg-sunken", ink: "text-quiet" }
        : { back: "bg-accent-soft", ink: "text-accent-strong" }
  return (
    <section
      data-key="end"
      tabIndex={-1}
      aria-label={texts.label}
      className={`mt-8 overflow-hidden rounded-3xl border bg-surface shadow-card ${agreed ? "border-good" : "border-line"}`}
    >
      <header className={`px-5 py-5 sm:px-8 ${head.back}`}>
        <p className={`text-sm font-medium ${head.ink}`}>{texts.label}</p>
        <h2 className="font-display text-3xl leading-tight font-medium">
          {outcomeTitle(texts, status, outcome, hasVoted)}
        </h2>
        {outcome && <p className="mt-1 text-quiet">{texts.reasons[outcome.stoppingReason]}</p>}
        {reason && <p className="mt-2 text-sm font-medium text-bad">{stripUnsafeCharacters(reason)}</p>}
      </header>
      <div className="flex flex-col gap-7 px-5 py-6 sm:px-8">
        {solution !== undefined && (
          <div>
            <h3 className="mb-2 text-sm font-medium text-quiet">{texts.solution}</h3>
            <div className="font-display text-xl leading-snug">
              <Markdown text={solution} />
            </div>
            {amount !== undefined && (
              <p className="mt-2 text-lg font-semibold tabular-nums">
                {texts.amount}: {format.number(amount)}
              </p>
            )}
          </div>
        )}
        {bestProposal && (
          <div>
            <h3 className="mb-2 text-sm font-medium text-quiet">
              {texts.bestProposal(seatOf(bestProposal.role).name)}
            </h3>
            <Markdown text={bestProposal.solution} />
          </div>
        )}
        {outcome?.votes && <VoteShift votes={outcome.votes} />}
        {outcome && outcome.dissent.length > 0 && <Dissent dissent={outcome.dissent} />}
        {outcome?.recounts && outcome.recounts.length > 0 && <Recounts recounts={outcome.recounts} />}
        {outcome?.votes && <Alerts id={id} />}
        <OutcomeFacts />
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={onInsights}>
            {texts.more}
          </Button>
          <Button onClick={() => openFork(undefined)}>
            <Icon name="branch" className="size-4" />
            {actions.fork}
          </Button>
          <ExportMenu id={id} />
        </div>
      </div>
    </section>
  )
}
