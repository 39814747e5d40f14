import { useQuery } from "@tanstack/react-query"
import { defaultAbortReason, isDecided } from "../../../../../src/core/public/view.ts"
import { type Ledger, ledgerQuery, type Outcome } from "../../../api/discussions.ts"
import { invitation } from "../../../api/invitation.ts"
import { Badge } from "../../../components/badge.tsx"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { SeatChip } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { ContinueForm } from "../actions/continue-form.tsx"
import { ExportMenu } from "../actions/export-menu.tsx"
import { ShareButton } from "../people/key-dialog.tsx"
import { useOwnSeat } from "../people/own-seat.ts"
import { discussionTexts } from "../texts.ts"
import { usePositionText } from "../use-position-text.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { recordTexts } from "./record-texts.ts"
import { answerClass, CopyRecordButton, RecordView } from "./record-view.tsx"
import { VoteShift } from "./vote-shift.tsx"

interface OutcomeCardProps {
  readonly id: string
  readonly onInsights: () => void
}

/** How the discussion ended, and its result. */
export function OutcomeCard({ id, onInsights }: OutcomeCardProps) {
  const { outcome: texts } = useTexts(discussionTexts)
  const recordWords = useTexts(recordTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  const record = useView((view) => view.record)
  const recordFailure = useView((view) => view.recordFailure)
  const status = useView((view) => view.status)
  // The outcome already says that it was aborted by hand.
  const reason = useView(
    ({ error, abortReason }) => error?.message ?? (abortReason === defaultAbortReason ? undefined : abortReason),
  )
  const outcome = useView((view) => view.outcome)
  const { solution, solutionFrom, bestProposal, amount } = outcome ?? {}
  // Hide the solution if the record or the sentence above already contains it.
  const isInRecord =
    record !== undefined &&
    solution !== undefined &&
    (solutionFrom === "record" ||
      solutionFrom === "synthesis" ||
      (amount === undefined && !outcome?.likelihood && outcome?.sentence.includes(solution)))
  const isInvited = invitation() !== undefined
  const hasDecided = isDecided(outcome)
  const head = hasDecided
    ? { back: "bg-good-soft", ink: "text-good" }
    : status === "failed"
      ? { back: "bg-bad-soft", ink: "text-bad" }
      : solution === undefined
        ? { back: "bg-sunken", ink: "text-quiet" }
        : { back: "bg-accent-soft", ink: "text-accent-strong" }
  return (
    <section
      tabIndex={-1}
      aria-label={texts.label}
      className={`overflow-hidden rounded-3xl border bg-surface shadow-card ${hasDecided ? "border-good" : "border-line"}`}
    >
      <header className={`px-5 py-5 sm:px-8 ${head.back}`}>
        <p className={`text-sm font-medium ${head.ink}`}>{texts.label}</p>
        <h2 dir="auto" className="font-display text-xl leading-snug font-medium sm:text-2xl">
          {stripUnsafeCharacters(outcome?.sentence ?? texts.done)}
        </h2>
        {reason && (
          <p className={`mt-2 text-sm font-medium ${status === "failed" ? "text-bad" : "text-quiet"}`}>
            {stripUnsafeCharacters(reason)}
          </p>
        )}
      </header>
      <div className="flex flex-col gap-7 px-5 py-6 sm:px-8">
        {solution !== undefined && !isInRecord && (
          <div>
            <h3 className="mb-2 text-sm font-medium text-quiet">{texts.sources[solutionFrom ?? "agreement"]}</h3>
            <div className={answerClass(solution)}>
              <Markdown text={solution} />
            </div>
            {amount !== undefined && (
              <p className="mt-2 text-lg font-semibold tabular-nums">
                {texts.amount}: {format.number(amount)}
              </p>
            )}
            {outcome?.likelihood && (
              <p className="mt-2 text-sm text-quiet">
                {texts.likelihood(Math.round(outcome.likelihood.probability * 100), outcome.likelihood.learnedFrom)}
              </p>
            )}
          </div>
        )}
        {record && <RecordView record={record} />}
        {recordFailure !== undefined && (
          <p className="text-sm text-warn">{recordWords.noRecord({ reason: stripUnsafeCharacters(recordFailure) })}</p>
        )}
        {outcome?.result !== undefined && outcome.resultProblem === undefined && (
          <div>
            <h3 className="mb-2 text-sm font-medium text-quiet">{recordWords.result}</h3>
            <Markdown text={`\`\`\`json\n${JSON.stringify(outcome.result, null, 2)}\n\`\`\``} />
          </div>
        )}
        {outcome?.resultProblem !== undefined && (
          <p className="text-sm text-warn">
            {recordWords.noResult({ reason: stripUnsafeCharacters(outcome.resultProblem) })}
          </p>
        )}
        {bestProposal && (
          <div>
            <h3 className="mb-2 text-sm font-medium text-quiet">
              {texts.bestProposal(bestProposal.role && seatOf(bestProposal.role).name)}
            </h3>
            <Markdown text={bestProposal.solution} />
          </div>
        )}
        {outcome?.votes && <VoteShift votes={outcome.votes} />}
        {outcome && outcome.dissent.length > 0 && <Dissent dissent={outcome.dissent} />}
        {outcome?.recounts && outcome.recounts.length > 0 && <Recounts recounts={outcome.recounts} />}
        {outcome?.baseline && (
          <p dir="auto" data-testid="baseline" className="rounded-xl bg-sunken px-4 py-3 text-sm">
            {stripUnsafeCharacters(outcome.baseline.sentence)}
          </p>
        )}
        {outcome?.votes && <Alerts id={id} />}
        <OutcomeFacts />
        <div className="flex flex-wrap gap-2">
          <Button look={status === "failed" ? "plain" : "primary"} onClick={onInsights}>
            {texts.more}
          </Button>
          {record && <CopyRecordButton record={record} />}
          <Button data-testid="print" onClick={() => print()}>
            {recordWords.print}
          </Button>
          <ExportMenu id={id} />
          {!isInvited && <ShareButton id={id} />}
        </div>
        {!isInvited && <ContinueForm id={id} />}
      </div>
    </section>
  )
}

/** Totals: rounds, turns, time, tokens and cost. */
function OutcomeFacts() {
  const { facts } = useTexts(discussionTexts).outcome
  const format = useFormatters()
  const items = useView((view) => view.items)
  const usage = Object.values(useView((view) => view.usage))
  const startedAt = useView((view) => view.startedAt)
  const endedAt = useView((view) => view.endedAt)
  const rounds = useView((view) => view.round?.number ?? 0)
  const turns = items.filter((item) => item.kind === "turn" && item.turn !== undefined).length
  const tokens = usage.reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0)
  const costs = usage.flatMap(({ cost }) => (cost === undefined ? [] : [cost]))
  const shown = [
    [facts.rounds, format.number(rounds)],
    [facts.turns, format.number(turns)],
    ...(startedAt && endedAt ? [[facts.time, format.duration(Date.parse(endedAt) - Date.parse(startedAt))]] : []),
    [facts.tokens, format.compact(tokens)],
    ...(costs.length > 0 ? [[facts.cost, format.dollars(costs.reduce((sum, cost) => sum + cost, 0))]] : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-line not-first:border-t not-first:pt-5">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-quiet">{label}</dt>
          <dd className="font-display text-xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Alerts of the position ledger. */
function Alerts({ id }: { readonly id: string }) {
  const { outcome: texts } = useTexts(discussionTexts)
  const { data } = useQuery({ ...ledgerQuery(id, useOwnSeat()), staleTime: Number.POSITIVE_INFINITY })
  const seatOf = useSeats()
  const words = usePositionText()
  if (!data || data.alerts.length === 0) return null
  const sentence = (alert: Ledger["alerts"][number]): string => {
    if (alert.kind === "new_winner") return texts.newWinner(words(alert.stance))
    if (alert.kind === "no_majority") return texts.noMajority(words(alert.stance), alert.votes, alert.voters)
    return texts.newPosition(seatOf(alert.role).name, alert.roundNumber, words(alert.from), words(alert.to))
  }
  return (
    <div className="rounded-2xl bg-warn-soft px-4 py-3">
      <h3 className="mb-1.5 flex items-center gap-2 text-sm font-medium text-warn">
        <Icon name="alert" className="size-4" />
        {texts.alerts}
      </h3>
      <ul className="list-disc ps-5 text-sm">
        {data.alerts.map((alert) => (
          <li key={`${alert.kind}-${alert.roundNumber}-${"role" in alert ? alert.role : ""}`}>
            {stripUnsafeCharacters(sentence(alert))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Dissent from the last ballot, in the voters' own words. */
function Dissent({ dissent }: { readonly dissent: Outcome["dissent"] }) {
  const { outcome: texts, ballot } = useTexts(discussionTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  return (
    <div>
      <h3 className="mb-3 text-sm font-medium text-quiet">{texts.dissent}</h3>
      <ul className="flex flex-col gap-4">
        {dissent.map(({ role, name, reading, confidence, reasoning, choice }, index) => (
          <li key={role ?? index}>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {role !== undefined && name !== undefined && <SeatChip name={name} place={seatOf(role).place} />}
              {choice !== undefined && <span className="text-sm font-medium">{stripUnsafeCharacters(choice)}</span>}
              <span className="text-xs text-quiet">
                {reading === "unreadable" ? ballot.unreadable : ballot.sure(format.percent(confidence / 100))}
              </span>
            </div>
            {reasoning !== "" && (
              <blockquote dir="auto" className="mt-1.5 border-s-2 border-line ps-3 text-quiet">
                {stripUnsafeCharacters(reasoning)}
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The last ballot under every voting method; different winners are highlighted. */
function Recounts({ recounts }: { readonly recounts: NonNullable<Outcome["recounts"]> }) {
  const { outcome: texts } = useTexts(discussionTexts)
  const words = usePositionText()
  const others = recounts.filter(({ differs }) => differs).length
  return (
    <details className="group/recounts">
      <summary className="text-sm">
        <h3 className="inline font-medium text-quiet">{texts.recounts}</h3>
        <span className={others > 0 ? "ms-2 font-medium text-warn" : "ms-2 text-quiet"}>
          {texts.recountsLead(others)}
        </span>
      </summary>
      <table className="mt-3 w-full text-start text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-quiet">
            <th scope="col" className="py-1.5 text-start font-medium">
              {texts.protocol}
            </th>
            <th scope="col" className="py-1.5 text-start font-medium">
              {texts.winner}
            </th>
          </tr>
        </thead>
        <tbody>
          {recounts.map(({ protocol, winner, differs, tied }) => (
            <tr key={protocol} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pe-4 text-start font-normal">
                {(texts.protocols as Readonly<Record<string, string>>)[protocol] ?? protocol}
              </th>
              <td className="py-2">
                <span className="flex flex-wrap items-center gap-2">
                  {winner === null ? (
                    <span className="text-quiet">{texts.nothing}</span>
                  ) : (
                    stripUnsafeCharacters(words(winner))
                  )}
                  {tied && <Badge>{texts.tied}</Badge>}
                  {differs && <Badge tone="warn">{texts.differs}</Badge>}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
