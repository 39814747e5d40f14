import { useMemo } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"
import { seatColour } from "../../../components/seat-chip.tsx"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { ChartFrame, DataTable, SeatLegend, useWidth } from "./chart-frame.tsx"

const height = 200
const margin = { top: 10, bottom: 26, start: 40, end: 14 }

export function ConfidenceChart() {
  const { charts: texts, table } = useTexts(discussionTexts)
  const format = useFormatters()
  const items = useView((view) => view.items)
  const seatOf = useSeats()
  const [ref, width] = useWidth()
  const series = useMemo(() => confidenceSeries(items), [items])
  const rounds = [...new Set([...series.values()].flatMap((points) => points.map(({ round }) => round)))].sort(
    (a, b) => a - b,
  )
  const place = (round: number) => {
    const share = rounds.length === 1 ? 0.5 : rounds.indexOf(round) / (rounds.length - 1)
    return margin.start + 10 + share * (width - margin.start - margin.end - 20)
  }
  const level = (confidence: number) => margin.top + (1 - confidence / 100) * (height - margin.top - margin.bottom)
  const every = Math.ceil(rounds.length / Math.max(1, Math.floor(width / 60)))
  const rows = [...series].flatMap(([seat, points]) =>
    points.map(({ round, confidence }) => [seatOf(seat).name, format.number(round), format.percent(confidence / 100)]),
  )
  return (
    <ChartFrame
      title={texts.confidence}
      lead={texts.confidenceLead}
      isEmpty={series.size === 0}
      table={<DataTable label={texts.confidence} head={[texts.seat, texts.round, texts.confidence]} rows={rows} />}
    >
      <div ref={ref}>
        <svg role="img" aria-label={texts.confidence} width={width} height={height} className="block text-[11px]">
          {[0, 50, 100].map((value) => (
            <g key={value}>
              <line
                x1={margin.start}
                x2={width - margin.end}
                y1={level(value)}
                y2={level(value)}
                className="stroke-line"
              />
              <text x={margin.start - 8} y={level(value) + 4} textAnchor="end" className="fill-quiet">
                {format.percent(value / 100)}
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
          {[...series].map(([seat, points]) => (
            <g key={seat} style={seatColour(seatOf(seat).place)}>
              <polyline
                points={points.map(({ round, confidence }) => `${place(round)},${level(confidence)}`).join(" ")}
                className="fill-none stroke-(--seat)"
                strokeWidth="2"
                strokeLinejoin="round"
              />
              {points.map(({ round, confidence }) => (
                <circle
                  key={round}
                  cx={place(round)}
                  cy={level(confidence)}
                  r="4.5"
                  strokeWidth="2"
                  className="fill-(--seat) stroke-(--seat)"
                />
              ))}
            </g>
          ))}
        </svg>
        <SeatLegend seats={[...series.keys()].map(seatOf)} />
      </div>
    </ChartFrame>
  )
}

interface ConfidencePoint {
  readonly round: number
  readonly confidence: number
}

/**
 * Each seat's confidence in its position by round, from its stance or its open vote among options. Confidence in
 * procedural ballots (call a vote, is there agreement) does not count.
 */
export function confidenceSeries(items: readonly Item[]): ReadonlyMap<string, readonly ConfidencePoint[]> {
  const series = new Map<string, Map<number, number>>()
  const put = (seat: string, round: number, confidence: number) =>
    series.set(seat, (series.get(seat) ?? new Map<number, number>()).set(round, confidence))
  for (const item of items) {
    if (item.kind === "turn") {
      const { confidence } = item.turn?.stance ?? {}
      if (confidence !== undefined) put(item.seat, item.roundNumber, confidence)
    } else if (item.kind === "ballot" && item.ballot.asks === "choice" && item.ballot.result) {
      for (const { role, reading, confidence } of item.ballot.votes) {
        if (role !== undefined && reading !== "unreadable") put(role, item.ballot.roundNumber, confidence)
      }
    }
  }
  return new Map(
    [...series].map(([seat, rounds]) => [seat, [...rounds].map(([round, confidence]) => ({ round, confidence }))]),
  )
}
