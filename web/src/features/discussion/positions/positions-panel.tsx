import { Link } from "@tanstack/react-router"
import { useContext } from "react"
import type { Move, SeatAtTable, SeatStance } from "../../../../../src/core/public/view.ts"
import { Icon } from "../../../components/icon.tsx"
import { SeatAvatar, SeatChip } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { TurnContext } from "../actions/use-discussion-action.ts"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { confidenceChange } from "./position-history.ts"

const shownMoves = 5

/** Current positions, and who changed their mind after whom. */
export function PositionsPanel() {
  const { positions: texts } = useTexts(discussionTexts)
  const seats = useView((view) => view.seats)
  const stances = useView((view) => view.stances)
  const moves = useView((view) => view.moves)
  const states = useView((view) => view.options?.stances ?? false)
  const present = seats.filter(({ hasLeft }) => !hasLeft)
  const groups = [...Map.groupBy(present, ({ id }) => stances[id]?.position)]
  const stated = groups
    .flatMap(([position, members]) => (position === undefined ? [] : [{ position, members }]))
    .toSorted((one, other) => other.members.length - one.members.length)
  const silent = groups.find(([position]) => position === undefined)?.[1] ?? []
  if (stated.length === 0 && !states) return null
  return (
    <section aria-labelledby="positions" data-testid="positions" className="flex flex-col gap-3">
      <h2 id="positions" className="text-sm font-medium text-quiet">
        {texts.label}
      </h2>
      {stated.length === 0 && <p className="text-sm text-quiet">{texts.none}</p>}
      <ul className="flex flex-col gap-2">
        {stated.map(({ position, members }) => (
          <li key={position} className="rounded-xl border border-line px-3 py-2">
            <p dir="auto" className="mb-1.5 text-sm font-medium break-words">
              {stripUnsafeCharacters(position)}
            </p>
            <ul className="flex flex-wrap gap-1.5">
              {members.map((seat) => (
                <StandingSeat key={seat.id} seat={seat} stance={stances[seat.id]!} />
              ))}
            </ul>
          </li>
        ))}
        {stated.length > 0 && silent.length > 0 && (
          <li className="px-3">
            <p className="mb-1.5 text-xs text-quiet">{texts.unknown}</p>
            <ul className="flex flex-wrap gap-1.5">
              {silent.map(({ id, name, place }) => (
                <li key={id}>
                  <SeatChip name={name} place={place} />
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
      {moves.length > 0 && (
        <div>
          <h3 className="mb-1.5 text-xs font-medium text-quiet">{texts.moves}</h3>
          <ol className="flex flex-col gap-2">
            {moves
              .slice(-shownMoves)
              .toReversed()
              .map((move) => (
                <MoveLine key={`${move.seat} ${JSON.stringify(move.source)}`} move={move} />
              ))}
          </ol>
        </div>
      )}
    </section>
  )
}

function StandingSeat({ seat, stance }: { readonly seat: SeatAtTable; readonly stance: SeatStance }) {
  const { positions: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const change = useView((view) => confidenceChange(view.items, seat.id))
  const { confidence } = stance
  return (
    <li className="inline-flex max-w-full items-center gap-1">
      <SeatChip name={seat.name} place={seat.place} />
      {confidence !== undefined && (
        <span className="text-xs text-quiet tabular-nums">
          <span className="sr-only">{texts.sure(format.percent(confidence / 100))}</span>
          <span aria-hidden="true">{format.percent(confidence / 100)}</span>
          {change !== 0 && (
            <>
              <span aria-hidden="true">{change > 0 ? "↑" : "↓"}</span>
              <span className="sr-only"> {change > 0 ? texts.surer : texts.lessSure}</span>
            </>
          )}
        </span>
      )}
    </li>
  )
}

function MoveLine({ move }: { readonly move: Move }) {
  const { positions: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  const { name, place } = seatOf(move.seat)
  const { after, source } = move
  const words = texts.move(stripUnsafeCharacters(name), stripUnsafeCharacters(move.to))
  return (
    <li className="flex gap-2 text-sm">
      <SeatAvatar name={name} place={place} className="mt-0.5 size-5 text-[0.6rem]" />
      <span className="min-w-0 break-words">
        {"turnId" in source ? <TurnLink turn={source.turnId}>{words}</TurnLink> : words}
        {after && (
          <span className="text-quiet">
            {", "}
            <TurnLink turn={after.turnId}>{texts.after(stripUnsafeCharacters(seatOf(after.seat).name))}</TurnLink>
          </span>
        )}
        <span className="block text-xs text-quiet">{texts.from(stripUnsafeCharacters(move.from))}</span>
      </span>
    </li>
  )
}

/** Link to a turn on this page. */
export function TurnLink({ turn, children }: { readonly turn: string; readonly children: string }) {
  const openTurn = useContext(TurnContext)
  return (
    <Link
      to="."
      hash={turn}
      onClick={() => openTurn(turn)}
      replace
      resetScroll={false}
      hashScrollIntoView={false}
      className="underline decoration-line-strong underline-offset-4 hover:text-accent-strong"
    >
      {children}
    </Link>
  )
}

interface TurnStanceProps {
  readonly position: string
  readonly confidence: number | undefined
  readonly answered: readonly { readonly seat: string; readonly turn: string | undefined }[]
}

/** Below a turn: its stance and the seats it replies to. */
export function TurnStance({ position, confidence, answered }: TurnStanceProps) {
  const { positions: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1.5 rounded-2xl bg-sunken px-2.5 py-0.5">
        <span className="sr-only">{texts.stands}</span>
        <Icon name="pin" className="size-3.5 text-quiet" />
        <span className="min-w-0 break-words">
          <bdi>{stripUnsafeCharacters(position)}</bdi>{" "}
          {confidence !== undefined && (
            <span className="text-xs whitespace-nowrap text-quiet">{texts.sure(format.percent(confidence / 100))}</span>
          )}
        </span>
      </span>
      {answered.map(({ seat, turn }) => {
        const name = stripUnsafeCharacters(seatOf(seat).name)
        return (
          <span key={seat} className="text-quiet">
            {texts.answers} {turn === undefined ? name : <TurnLink turn={turn}>{name}</TurnLink>}
          </span>
        )
      })}
    </p>
  )
}
