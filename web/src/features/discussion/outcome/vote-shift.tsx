import type { Outcome } from "../../../api/discussions.ts"
import { SeatAvatar } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters, useListFormatter } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { usePositionText } from "../use-position-text.ts"
import { useSeats } from "../view/view-store.ts"

type Votes = NonNullable<Outcome["votes"]>
type VoteSnapshot = Votes["first"]

/** First and last vote side by side: what the discussion changed. */
export function VoteShift({ votes: { first, final } }: { readonly votes: Votes }) {
  const { outcome: texts, table } = useTexts(discussionTexts)
  const isOne = first.ballotId === final.ballotId
  return (
    <div>
      <h3 className="mb-3 text-sm font-medium text-quiet">{isOne ? texts.voted : texts.votes}</h3>
      <div className={`grid gap-4 ${isOne ? "" : "sm:grid-cols-2"}`}>
        {!isOne && <VoteSummary title={texts.first(first.roundNumber)} standing={first} />}
        <VoteSummary
          title={isOne ? table.roundOf(final.roundNumber, undefined) : texts.final(final.roundNumber)}
          standing={final}
        />
      </div>
      {!isOne && first.positions.some(({ seats }) => seats) && isUnchanged(first, final) && (
        <p className="mt-2 text-sm text-quiet">{texts.same}</p>
      )}
    </div>
  )
}

function VoteSummary({ title, standing }: { readonly title: string; readonly standing: VoteSnapshot }) {
  const { ballot, outcome: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  const list = useListFormatter()
  const words = usePositionText()
  const all = standing.positions.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="rounded-2xl bg-sunken p-4">
      <h4 className="mb-3 text-sm font-medium">{title}</h4>
      <ul className="flex flex-col gap-3">
        {standing.positions.map(({ position, count, seats = [], confidence }) => (
          <li key={position ?? "?"}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span dir="auto" className="font-medium">
                {stripUnsafeCharacters(words(position))}
              </span>
              <span className="text-xs whitespace-nowrap text-quiet">
                {ballot.sure(format.percent(confidence / 100))}
              </span>
            </div>
            <div aria-hidden="true" className="mt-1.5 h-2 overflow-hidden rounded-full bg-line">
              <div className="h-full rounded-full bg-accent" style={{ width: `${(count / all) * 100}%` }} />
            </div>
            <div className="mt-2 flex flex-wrap gap-1">
              {seats.map((id) => (
                <span key={id} title={seatOf(id).name}>
                  <SeatAvatar name={seatOf(id).name} place={seatOf(id).place} className="size-6 text-[0.6rem]" />
                </span>
              ))}
              {seats.length === 0 && <span className="text-xs text-quiet tabular-nums">{texts.votesFor(count)}</span>}
              <span className="sr-only">{list(seats.map((id) => seatOf(id).name))}</span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function isUnchanged(first: VoteSnapshot, final: VoteSnapshot): boolean {
  const stands = ({ positions }: VoteSnapshot) =>
    positions
      .map(({ position, count, seats }) => `${position}:${seats ? [...seats].sort().join() : count}`)
      .sort()
      .join("|")
  return stands(first) === stands(final)
}
