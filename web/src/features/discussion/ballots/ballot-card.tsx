import { useId } from "react"
import { type BallotItem, isOver } from "../../../../../src/core/public/view.ts"
import type { Ballot } from "../../../api/discussions.ts"
import { Badge } from "../../../components/badge.tsx"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { TallyBars } from "./tally-bars.tsx"
import { VoteRow } from "./vote-row.tsx"

interface BallotCardProps {
  readonly item: BallotItem
  readonly isMarked: boolean
}

/** A ballot with everyone's vote. Those about whether to vote at all are kept folded. */
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
        <span className="ms-auto">
          <Result ballot={ballot} />
        </span>
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
        <span className="ms-auto">
          <Result ballot={item.ballot} />
        </span>
      </summary>
      <div className="pt-3">
        <Votes item={item} />
      </div>
    </details>
  )
}

/** What it came to, or how far it is. */
function Result({ ballot: { asks, votes, voters, result } }: { readonly ballot: Ballot }) {
  const { ballot: texts } = useTexts(discussionTexts)
  const isDone = useView((view) => isOver(view.status))
  if (!result) {
    return <Badge>{isDone ? texts.unfinished : texts.pending(votes.length, voters.length)}</Badge>
  }
  const { passed, yes, no, unreadable, choice, protocol } = result
  const counts = asks === "choice" ? [] : [texts.counts(yes, no)]
  const words =
    protocol && choice !== undefined
      ? texts.decidedFor(stripUnsafeCharacters(choice))
      : texts.results[asks][passed ? 0 : 1]
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 text-sm text-quiet">
      {[...counts, ...(unreadable > 0 ? [texts.unreadableCount(unreadable)] : [])].join(" · ")}
      <Badge tone={passed ? "good" : "plain"}>{words}</Badge>
    </span>
  )
}

/** A secret ballot is opened once all have voted. */
function Votes({ item: { ballot, retries } }: { readonly item: BallotItem }) {
  const { ballot: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  const isClosed = ballot.secret && !ballot.result
  const again = new Map(retries.map(({ seat, attempt }) => [seat, attempt]))
  return (
    <>
      <ul className="flex flex-col gap-3">
        {ballot.voters.map((voter) => {
          const vote = isClosed ? undefined : ballot.votes.find(({ role }) => role === voter)
          const hasVoted = ballot.votes.some(({ role }) => role === voter)
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
