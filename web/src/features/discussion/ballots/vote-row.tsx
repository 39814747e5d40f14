import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import type { Ballot, Vote } from "../../../api/discussions.ts"
import { Badge } from "../../../components/badge.tsx"
import { Icon } from "../../../components/icon.tsx"
import { SeatAvatar } from "../../../components/seat-chip.tsx"
import { seatColour } from "../../../components/seat-colour.ts"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { ConfidenceBar } from "./confidence-bar.tsx"

interface VoteRowProps {
  readonly seat: SeatAtTable
  /** Undefined while it is not known. */
  readonly vote: Vote | undefined
  readonly hasVoted: boolean
  readonly asks: Ballot["asks"]
}

export function VoteRow({ seat, vote, hasVoted, asks }: VoteRowProps) {
  const { ballot: texts, table } = useTexts(discussionTexts)
  const format = useFormatters()
  return (
    <li style={seatColour(seat.place)} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <SeatAvatar name={seat.name} place={seat.place} className="size-7 text-[0.65rem]" />
      <div className="min-w-0">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium text-(--seat)">{stripUnsafeCharacters(seat.name)}</span>
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
            <p dir="auto" className="mt-1 border-s-2 border-(--seat) ps-3 whitespace-pre-wrap">
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
