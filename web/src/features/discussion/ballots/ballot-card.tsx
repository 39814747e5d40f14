import { useId } from "react"
import { type BallotItem, isOver, type SeatAtTable } from "../../../../../src/core/public/view.ts"
import type { Ballot, Vote } from "../../../api/discussions.ts"
import { Badge } from "../../../components/badge.tsx"
import { Icon } from "../../../components/icon.tsx"
import { SeatAvatar, seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"

interface BallotCardProps {
  readonly item: BallotItem
  readonly isMarked: boolean
}

/** A ballot with its votes. Procedural ballots ("call a vote?") are collapsed. */
export function BallotCard({ item, isMarked }: BallotCardProps) {
  const { ballot } = item
  const label = useId()
  const isProcedural = ballot.asks === "call" || ballot.asks === "confirm"
  return (
    <article
      id={item.key}
      data-key={item.key}
      tabIndex={-1}
      aria-labelledby={label}
      className={`my-3 rounded-2xl border border-line sm:ms-13 ${isProcedural ? "bg-paper px-4 py-2.5" : "bg-surface px-4 py-4 shadow-card sm:px-5"} ${isMarked ? "ring-2 ring-accent" : ""}`}
    >
      {isProcedural ? <CollapsedBallot item={item} label={label} /> : <MainBallot item={item} label={label} />}
    </article>
  )
}

interface PartProps {
  readonly item: BallotItem
  readonly label: string
}

function MainBallot({ item, label }: PartProps) {
  const { ballot: texts } = useTexts(discussionTexts)
  const { ballot } = item
  const { result } = ballot
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={label} className="font-display text-lg font-medium">
          {texts.asks[ballot.asks]}
        </h3>
        {ballot.secret && <Badge>{texts.secret}</Badge>}
        {ballot.asks === "choice" && <span className="text-sm text-quiet">{texts.forms[ballot.form ?? "single"]}</span>}
        <Result ballot={ballot} />
      </header>
      {result?.tally && <TallyBars ballot={ballot} tally={result.tally} />}
      {result?.tie && <p className="mb-2 text-sm text-quiet">{texts.tie[result.tie.by]}</p>}
      <Votes item={item} />
    </>
  )
}

function CollapsedBallot({ item, label }: PartProps) {
  const { ballot: texts } = useTexts(discussionTexts)
  return (
    <details>
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm marker:content-none">
        <Icon name="chevron" className="size-4 -rotate-90 text-quiet [details[open]_&]:rotate-0" />
        <h3 id={label} className="font-medium">
          {texts.asks[item.ballot.asks]}
        </h3>
        <Result ballot={item.ballot} />
      </summary>
      <div className="pt-3">
        <Votes item={item} />
      </div>
    </details>
  )
}

/** The ballot's result or progress. */
function Result({ ballot: { voted, voters, result } }: { readonly ballot: Ballot }) {
  const { ballot: texts } = useTexts(discussionTexts)
  const isDone = useView((view) => isOver(view.status))
  const pending = isDone ? texts.unfinished : texts.pending(voted.length, voters.length)
  // A sentence may be longer than a line.
  return (
    <span
      dir="auto"
      className={`ms-auto min-w-0 rounded-xl px-2.5 py-0.5 text-xs font-medium break-words ${result?.passed ? "bg-good-soft text-good" : "bg-sunken text-quiet"}`}
    >
      {result ? stripUnsafeCharacters(result.sentence) : pending}
    </span>
  )
}

/** A secret ballot shows who has voted and, once closed, the votes without names. */
function Votes({ item: { ballot, retries } }: { readonly item: BallotItem }) {
  const { ballot: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  const isAnonymous = ballot.secret && ballot.result !== undefined
  const again = new Map(retries.map(({ seat, attempt }) => [seat, attempt]))
  return (
    <>
      <ul className="flex flex-col gap-3">
        {isAnonymous
          ? ballot.votes.map((vote, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: votes of a secret ballot have no id and never change
              <VoteRow key={index} seat={undefined} vote={vote} hasVoted asks={ballot.asks} />
            ))
          : ballot.voters.map((voter) => {
              const vote = ballot.votes.find(({ role }) => role === voter)
              const hasVoted = ballot.voted.includes(voter)
              return <VoteRow key={voter} seat={seatOf(voter)} vote={vote} hasVoted={hasVoted} asks={ballot.asks} />
            })}
      </ul>
      {again.size > 0 && (
        <p className="mt-3 text-xs text-quiet">
          ↻ {[...again].map(([seat, tries]) => texts.asked(seatOf(seat).name, tries)).join(" · ")}
        </p>
      )}
    </>
  )
}

interface TallyBarsProps {
  readonly ballot: Ballot
  readonly tally: readonly { readonly option: string; readonly score: number }[]
}

/** Votes per option. */
function TallyBars({ ballot, tally }: TallyBarsProps) {
  const texts = useTexts(discussionTexts)
  const format = useFormatters()
  const most = Math.max(1e-9, ...tally.map(({ score }) => score))
  const { choice, protocol } = ballot.result ?? {}
  // A program's own voting method has no translated name.
  const labels: Readonly<Record<string, string>> = texts.outcome.protocols
  return (
    <figure className="mb-4">
      <figcaption className="mb-1.5 text-xs text-quiet">
        {texts.ballot.tally}
        {protocol && ` · ${labels[protocol] ?? protocol.replace(/^own:/, "")}`}
      </figcaption>
      <dl className="flex flex-col gap-1.5">
        {tally.map(({ option, score }) => (
          <div key={option} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
            <dt className="relative overflow-hidden rounded-md bg-sunken px-2 py-1">
              <span
                aria-hidden="true"
                className="absolute inset-y-0 start-0 bg-accent-soft"
                style={{ width: `${(score / most) * 100}%` }}
              />
              <span
                dir="auto"
                className={`relative flex items-center gap-1.5 ${option === choice ? "font-semibold" : ""}`}
              >
                {option === choice && <Icon name="check" className="size-3.5 text-accent" />}
                {stripUnsafeCharacters(option)}
              </span>
            </dt>
            <dd className="text-end tabular-nums">{format.number(Math.round(score * 100) / 100)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

interface VoteRowProps {
  /** undefined if the ballot is secret. */
  readonly seat: SeatAtTable | undefined
  /** undefined until known. */
  readonly vote: Vote | undefined
  readonly hasVoted: boolean
  readonly asks: Ballot["asks"]
}

function VoteRow({ seat, vote, hasVoted, asks }: VoteRowProps) {
  const { ballot: texts, table } = useTexts(discussionTexts)
  const format = useFormatters()
  return (
    <li style={seat && seatColour(seat.place)} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      {seat ? (
        <SeatAvatar name={seat.name} place={seat.place} className="size-7 text-[0.65rem]" />
      ) : (
        <span aria-hidden="true" className="size-7 rounded-full bg-line" />
      )}
      <div className="min-w-0">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          {seat && <span className="font-medium text-(--seat)">{stripUnsafeCharacters(seat.name)}</span>}
          {vote ? (
            <>
              <Answer vote={vote} asks={asks} />
              {vote.amount !== undefined && <span className="text-sm">{texts.amount(format.number(vote.amount))}</span>}
              {vote.reading === "inferred" && <Badge tone="warn">{texts.inferred}</Badge>}
              {vote.reading !== "unreadable" && <ConfidenceBar confidence={vote.confidence} />}
            </>
          ) : (
            <span className="text-sm text-quiet">{hasVoted ? table.voted : "…"}</span>
          )}
        </div>
        {vote && vote.reasoning !== "" && (
          <p dir="auto" className="mt-0.5 text-sm text-quiet">
            {stripUnsafeCharacters(vote.reasoning)}
          </p>
        )}
        {vote?.proposedSolution && (
          <details className="mt-1 text-sm">
            <summary className="text-quiet hover:text-ink">{texts.proposal}</summary>
            <p dir="auto" className="mt-1 border-s-2 border-(--seat,var(--line)) ps-3 whitespace-pre-wrap">
              {stripUnsafeCharacters(vote.proposedSolution)}
            </p>
          </details>
        )}
      </div>
    </li>
  )
}

function Answer({ vote, asks }: { readonly vote: Vote; readonly asks: Ballot["asks"] }) {
  const { ballot: texts } = useTexts(discussionTexts)
  if (vote.reading === "unreadable") return <Badge tone="warn">{texts.unreadable}</Badge>
  if (asks === "choice") {
    const named = vote.ranking ?? vote.approved ?? (vote.choice === undefined ? [] : [vote.choice])
    return (
      <span dir="auto" className="text-sm font-medium">
        {named.length === 0 ? texts.none : named.map(stripUnsafeCharacters).join(vote.ranking ? " › " : ", ")}
      </span>
    )
  }
  const isYes = vote.hasConsensus === true
  return (
    <Badge tone={isYes ? "good" : "plain"}>
      <Icon name={isYes ? "check" : "close"} className="size-3.5" />
      {isYes ? texts.yes : texts.no}
    </Badge>
  )
}

/** A vote's confidence from 0 to 100, in the seat's colour. */
function ConfidenceBar({ confidence }: { readonly confidence: number }) {
  const { ballot: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const share = Math.max(0, Math.min(100, confidence))
  return (
    <span className="ms-auto flex items-center gap-2 text-xs text-quiet tabular-nums">
      <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-line sm:w-28">
        <span className="block h-full rounded-full bg-(--seat,var(--quiet))" style={{ width: `${share}%` }} />
      </span>
      {texts.sure(format.percent(share / 100))}
    </span>
  )
}
