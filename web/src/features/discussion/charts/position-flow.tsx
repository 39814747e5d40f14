import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import { type Ledger, ledgerQuery } from "../../../api/discussions.ts"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { seatColour } from "../../../components/seat-chip.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useOwnSeat } from "../people/own-seat.ts"
import { discussionTexts } from "../texts.ts"
import { usePositionText } from "../use-position-text.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { ChartFrame, DataTable, SeatLegend, useWidth } from "./chart-frame.tsx"

/** Each seat's position by round, as lines through bands; seats in one band agree. */
export function PositionFlow({ id }: { readonly id: string }) {
  const { charts: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const words = usePositionText()
  const seatOf = useSeats()
  const { data, error, refetch } = useQuery(ledgerQuery(id, useOwnSeat()))
  const rounds = useView((view) => view.items).filter((item) => item.kind === "round" && item.summary).length
  const asked = useRef(rounds)
  // Refetch after each round.
  useEffect(() => {
    if (asked.current !== rounds) void refetch()
    asked.current = rounds
  }, [rounds, refetch])
  if (error) return <ProblemNote error={error} />
  if (!data) return <Loading />
  const rows = data.seats.flatMap(({ name, positions }) =>
    positions.map(({ roundNumber, stance, confidence, source, after }) => [
      name,
      format.number(roundNumber),
      words(stance),
      confidence === undefined ? "" : format.percent(confidence / 100),
      [...(source === "words" ? [texts.fromWords] : []), ...(after ? [texts.changedAfter(after.name)] : [])].join(", "),
    ]),
  )
  const head = [texts.seat, texts.round, texts.position, texts.confidence, texts.remarks]
  return (
    <ChartFrame
      title={texts.positions}
      lead={texts.positionsLead}
      isEmpty={rows.length === 0}
      table={<DataTable label={texts.positions} head={head} rows={rows} />}
    >
      <FlowChart ledger={data} seatOf={seatOf} />
    </ChartFrame>
  )
}

interface FlowChartProps {
  readonly ledger: Ledger
  readonly seatOf: (id: string) => SeatAtTable
}

const margin = { top: 4, bottom: 26, start: 12, end: 16 }

function FlowChart({ ledger, seatOf }: FlowChartProps) {
  const { charts: texts, table } = useTexts(discussionTexts)
  const words = usePositionText()
  const [ref, width] = useWidth()
  const { bands, lines, rounds } = flowLayout(ledger)
  const tops = bands.map((_, index) => margin.top + bands.slice(0, index).reduce((sum, { size }) => sum + size + 10, 0))
  const height = (tops.at(-1) ?? 0) + (bands.at(-1)?.size ?? 0) + margin.bottom
  const place = (round: number) => {
    const share = rounds.length === 1 ? 0.5 : rounds.indexOf(round) / (rounds.length - 1)
    return margin.start + 16 + share * (width - margin.start - margin.end - 32)
  }
  const every = Math.ceil(rounds.length / Math.max(1, Math.floor(width / 60)))
  return (
    <div ref={ref}>
      <svg role="img" aria-label={texts.positions} width={width} height={height} className="block text-[11px]">
        {bands.map(({ stance, size }, index) => (
          <g key={stance ?? "?"}>
            <rect
              x={margin.start}
              y={tops[index]}
              width={width - margin.start - margin.end}
              height={size}
              rx="10"
              className="fill-sunken"
            />
            <text x={margin.start + 10} y={tops[index]! + 15} className="fill-quiet font-medium">
              {truncate(words(stance), Math.floor(width / 8))}
            </text>
          </g>
        ))}
        {rounds.map(
          (round, index) =>
            index % every === 0 && (
              <text key={round} x={place(round)} y={height - 8} textAnchor="middle" className="fill-quiet">
                {table.roundOf(round, undefined)}
              </text>
            ),
        )}
        {lines.map(({ seat, points }) => {
          const drawn = points.map(({ round, band, offset }) => ({ x: place(round), y: tops[band]! + offset }))
          return (
            <g key={seat} style={seatColour(seatOf(seat).place)}>
              <path d={curve(drawn)} className="fill-none stroke-(--seat)" strokeWidth="3" strokeLinecap="round" />
              {drawn.map(({ x, y }, index) => (
                <circle
                  key={points[index]!.round}
                  cx={x}
                  cy={y}
                  r={points[index]!.changed ? 6 : 4}
                  strokeWidth="2"
                  className={`stroke-(--seat) ${points[index]!.changed ? "fill-surface" : "fill-(--seat)"}`}
                />
              ))}
            </g>
          )
        })}
      </svg>
      <SeatLegend seats={lines.map(({ seat }) => seatOf(seat))} />
    </div>
  )
}

function curve(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1]
      if (!before) return `M${x} ${y}`
      const half = (before.x + x) / 2
      return `C${half} ${before.y} ${half} ${y} ${x} ${y}`
    })
    .join("")
}

function truncate(text: string, maxLength: number): string {
  const letters = [...text]
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join("")}…` : text
}

interface Band {
  readonly stance: string | null
  /** In pixels: room for its name and every seat that was ever in it. */
  readonly size: number
}

interface FlowPoint {
  readonly round: number
  readonly band: number
  readonly offset: number
  readonly changed: boolean
}

interface Flow {
  readonly bands: readonly Band[]
  readonly rounds: readonly number[]
  readonly lines: readonly { readonly seat: string; readonly points: readonly FlowPoint[] }[]
}

const labelHeight = 22
const lineHeight = 14

/** The ledger as lines through bands. Each seat has its own offset within a band, so that lines do not overlap. */
export function flowLayout({ seats }: Ledger): Flow {
  const seatsByStance = new Map<string | null, Set<string>>()
  const rounds = new Set<number>()
  for (const { role, positions } of seats) {
    for (const { stance, roundNumber } of positions) {
      rounds.add(roundNumber)
      seatsByStance.set(stance, (seatsByStance.get(stance) ?? new Set()).add(role))
    }
  }
  const stances = [...seatsByStance.keys()]
  return {
    bands: stances.map((stance) => ({ stance, size: labelHeight + seatsByStance.get(stance)!.size * lineHeight + 4 })),
    rounds: [...rounds].sort((a, b) => a - b),
    lines: seats
      .filter(({ positions }) => positions.length > 0)
      .map(({ role, positions }) => ({
        seat: role,
        points: positions.map(({ roundNumber, stance, changed }) => ({
          round: roundNumber,
          band: stances.indexOf(stance),
          offset: labelHeight + [...seatsByStance.get(stance)!].indexOf(role) * lineHeight + lineHeight / 2,
          changed,
        })),
      })),
  }
}
