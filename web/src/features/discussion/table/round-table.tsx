import { useId } from "react"
import { isDecided, isOver, type SeatAtTable } from "../../../../../src/core/public/view.ts"
import { initials, seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useView } from "../view/view-store.ts"
import { discussionProgress, type SeatState, useSeatStates, useSeatStateText } from "./seat-state.ts"

const width = 320
const height = 304
const nameHeight = 20
const middle = { x: width / 2, y: height / 2 }
const tableRadius = 66
const ringRadius = 78
const seatsRadius = 112

/** The table from above: seats, current speaker and progress. */
export function RoundTable() {
  const texts = useTexts(discussionTexts)
  const all = useView((view) => view.seats)
  const round = useView((view) => view.round?.number)
  const rounds = useView((view) => view.options?.rounds)
  const status = useView((view) => view.status)
  const done = useView(discussionProgress)
  const states = useSeatStates()
  const words = useSeatStateText()
  const id = useId()
  const seats = all.filter(({ hasLeft }) => !hasLeft)
  const place = round === undefined ? texts.table.notBegun : texts.table.roundOf(round, rounds)
  const described = seats.map((seat) =>
    [stripUnsafeCharacters(seat.name), words(seat, states.get(seat.id) ?? "quiet")].filter(Boolean).join(" "),
  )
  const length = 2 * Math.PI * ringRadius
  // Crop to the seats' bounding box.
  const around = seats.map((_, index) => seatPlace(index / seats.length, seats.length).y)
  const reach = seatRadius(seats.length) + (seats.length <= namedSeats ? nameHeight : 4)
  const top = Math.min(middle.y - ringRadius - 4, ...around.map((y) => y - reach))
  const bottom = Math.max(middle.y + ringRadius + 4, ...around.map((y) => y + reach))
  return (
    <svg
      viewBox={`0 ${top} ${width} ${bottom - top}`}
      role="img"
      aria-labelledby={id}
      className="mx-auto w-full max-w-52 shrink-0 select-none lg:max-w-80"
    >
      <title id={id}>{texts.table.describe(isOver(status) ? texts.table.over : place, described.join(", "))}</title>
      <g>
        <circle cx={middle.x} cy={middle.y} r={tableRadius} className="fill-surface stroke-line" />
        <circle cx={middle.x} cy={middle.y} r={tableRadius - 6} className="fill-none stroke-line opacity-60" />
        <circle cx={middle.x} cy={middle.y} r={ringRadius} className="fill-none stroke-line" strokeWidth="3" />
        <circle
          cx={middle.x}
          cy={middle.y}
          r={ringRadius}
          className="fill-none stroke-accent transition-[stroke-dashoffset] duration-700"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - done)}
          transform={`rotate(-90 ${middle.x} ${middle.y})`}
        />
        <TableCentre />
        {seats.map((seat, index) => (
          <SeatMark
            key={seat.id}
            seat={seat}
            state={states.get(seat.id) ?? "quiet"}
            turn={index / seats.length}
            count={seats.length}
          />
        ))}
      </g>
    </svg>
  )
}

/** Icons centred on the table: decided, ended without a decision, stopped, failed. */
const endMarks = {
  decided: "m-16 1l11 11 21-23",
  completed: "m-14 0h28",
  aborted: "m-12 -12h24v24h-24z",
  failed: "m0 -18v20m0 13v.5",
}

/** The text on the table: round, vote or end. */
function TableCentre() {
  const { table: texts } = useTexts(discussionTexts)
  const round = useView((view) => view.round?.number)
  const rounds = useView((view) => view.options?.rounds)
  const status = useView((view) => view.status)
  const hasDecided = useView((view) => isDecided(view.outcome))
  const ballot = useView((view) => {
    const last = view.items.at(-1)
    return last?.kind === "ballot" && !last.ballot.result ? last.ballot : undefined
  })
  const { x, y } = middle
  if (isOver(status)) {
    return (
      <path
        d={`M${x} ${y}${endMarks[hasDecided ? "decided" : (status as keyof typeof endMarks)]}`}
        className={`fill-none ${status === "failed" ? "stroke-bad" : status === "aborted" ? "stroke-quiet" : "stroke-accent"}`}
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    )
  }
  const [above, large, below] = ballot
    ? [texts.vote, `${ballot.voted.length}`, texts.cast(ballot.voted.length, ballot.voters.length)]
    : [texts.round, round === undefined ? "–" : `${round}`, rounds === undefined ? "" : texts.ofRounds(rounds)]
  return (
    <g textAnchor="middle">
      <text x={x} y={y - 22} className="fill-quiet text-[11px] font-medium">
        {above}
      </text>
      <text x={x} y={y + 15} className="fill-ink font-display text-[40px]">
        {large}
      </text>
      <text x={x} y={y + 34} className="fill-quiet text-[11px]">
        {below}
      </text>
    </g>
  )
}

const namedSeats = 8

/** Two seats face each other; more start at the head of the table. */
function seatPlace(turn: number, count: number) {
  const angle = (turn - (count === 2 ? 0.5 : 0.25)) * 2 * Math.PI
  const [x, y] = [middle.x + Math.cos(angle) * seatsRadius, middle.y + Math.sin(angle) * seatsRadius * 0.94]
  return { angle, x, y }
}

function seatRadius(count: number): number {
  return count <= 6 ? 22 : count <= 10 ? 18 : count <= 16 ? 14 : 9
}

interface SeatMarkProps {
  readonly seat: SeatAtTable
  readonly state: SeatState
  /** Position around the table, from 0 to 1. */
  readonly turn: number
  readonly count: number
}

function SeatMark({ seat, state, turn, count }: SeatMarkProps) {
  const { angle, x, y } = seatPlace(turn, count)
  const radius = seatRadius(count)
  const isActive = state === "speaking" || state === "thinking" || state === "voting"
  const isDim = state === "passed" || state === "skipped" || state === "left"
  const tip = { x: middle.x + Math.cos(angle) * (ringRadius + 4), y: middle.y + Math.sin(angle) * (ringRadius + 4) }
  return (
    <g style={seatColour(seat.place)} opacity={isDim ? 0.45 : 1}>
      {isActive && <circle cx={x} cy={y} r={radius} className="speaking-ring fill-(--seat)" />}
      {state === "speaking" && (
        <line x1={x} y1={y} x2={tip.x} y2={tip.y} className="stroke-(--seat)" strokeWidth="4" strokeLinecap="round" />
      )}
      <circle
        cx={x}
        cy={y}
        r={radius}
        strokeWidth={isActive || state === "awaited" ? 2.5 : 1.5}
        strokeDasharray={state === "awaited" ? "5 4" : undefined}
        className={state === "speaking" ? "fill-(--seat) stroke-(--seat)" : "fill-(--seat-soft) stroke-(--seat)"}
      />
      {radius > 10 && (
        <text
          x={x}
          y={y + radius * 0.22}
          textAnchor="middle"
          fontSize={radius * 0.66}
          className={`font-semibold ${state === "speaking" ? "fill-surface" : "fill-(--seat)"}`}
        >
          {initials(stripUnsafeCharacters(seat.name))}
        </text>
      )}
      {seat.kind === "human" && <PersonMark x={x + radius * 0.78} y={y - radius * 0.78} />}
      {seat.kind === "external" && <PlugMark x={x + radius * 0.78} y={y - radius * 0.78} />}
      {state === "voted" && <CheckMark x={x + radius * 0.78} y={y - radius * 0.78} />}
      {count <= namedSeats && (
        <text
          x={x}
          y={Math.sin(angle) < -0.5 ? y - radius - 6 : y + radius + 14}
          textAnchor="middle"
          className="fill-quiet text-[11px]"
        >
          {truncate(stripUnsafeCharacters(seat.name))}
        </text>
      )}
    </g>
  )
}

function PersonMark({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="7.5" className="fill-surface stroke-(--seat)" />
      <circle cy="-1.8" r="2.1" className="fill-(--seat)" />
      <path d="M-3.8 4.2a3.8 3.6 0 0 1 7.6 0z" className="fill-(--seat)" />
    </g>
  )
}

/** Icon of an outside agent. */
function PlugMark({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="7.5" className="fill-surface stroke-(--seat)" />
      <path
        d="M-1.6-4.6v2.4M1.6-4.6v2.4M-3-2.2h6v1.4a3 3 0 0 1-6 0zM0 2.2v2.4"
        className="fill-none stroke-(--seat)"
        strokeWidth="1.3"
      />
    </g>
  )
}

function CheckMark({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="7.5" className="fill-(--seat)" />
      <path d="m-3 .2 2.2 2.3 4-4.6" className="fill-none stroke-surface" strokeWidth="1.8" strokeLinecap="round" />
    </g>
  )
}

const maxNameLength = 11

function truncate(name: string): string {
  const letters = [...name]
  return letters.length > maxNameLength ? `${letters.slice(0, maxNameLength - 1).join("")}…` : name
}
