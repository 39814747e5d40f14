import { useMemo } from "react"
import type { Item, TurnItem } from "../../../../../src/core/public/view.ts"
import { seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { ChartFrame, DataTable, useWidth } from "./chart-frame.tsx"

/** Maximum number of bars; more would be too thin to see. */
const maxTurns = 300
const rowHeight = 30

interface TurnSpan {
  readonly item: TurnItem
  readonly start: number
  readonly lasted: number
}

/** When and how long each seat spoke, one row per seat. */
export function TimelineChart() {
  const { charts: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const items = useView((view) => view.items)
  const seatOf = useSeats()
  const turns = useMemo(() => turnSpans(items), [items])
  const shown = turns.slice(-maxTurns)
  const [ref, width] = useWidth()
  const seats = [...new Set(shown.map(({ item }) => item.seat))].map(seatOf).toSorted((a, b) => a.place - b.place)
  const label = Math.min(120, width * 0.28)
  const from = shown[0]?.start ?? 0
  const whole = Math.max(1, ...shown.map(({ start, lasted }) => start + lasted - from))
  const place = (time: number) => label + ((time - from) / whole) * (width - label - 8)
  const rows = shown.map(({ item, start, lasted }) => [
    item.key,
    seatOf(item.seat).name,
    format.duration(start - (turns[0]?.start ?? 0)),
    format.duration(lasted),
    texts.ends[item.state],
  ])
  const head = [texts.turn, texts.seat, texts.start, texts.lasted, texts.ended]
  return (
    <ChartFrame
      title={texts.timeline}
      lead={
        turns.length > maxTurns
          ? `${texts.timelineLead} ${texts.timelineLast(format.number(maxTurns))}`
          : texts.timelineLead
      }
      isEmpty={shown.length === 0}
      table={<DataTable label={texts.timeline} head={head} rows={rows} />}
    >
      <div ref={ref}>
        <svg
          role="img"
          aria-label={texts.timeline}
          width={width}
          height={seats.length * rowHeight + 22}
          className="block text-[11px]"
        >
          {seats.map(({ id, name }, row) => (
            <g key={id}>
              <line x1={label} x2={width - 8} y1={rowCentre(row)} y2={rowCentre(row)} className="stroke-line" />
              <text x="0" y={rowCentre(row) + 4} className="fill-ink">
                {truncate(stripUnsafeCharacters(name), Math.floor(label / 7))}
              </text>
            </g>
          ))}
          {shown.map(({ item, start, lasted }) => {
            const seat = seatOf(item.seat)
            const x = place(start)
            return (
              <rect
                key={item.key}
                style={seatColour(seat.place)}
                x={x}
                y={rowCentre(seats.findIndex(({ id }) => id === seat.id)) - 8}
                width={Math.max(2.5, place(start + lasted) - x)}
                height="16"
                rx="3"
                className={item.state === "said" ? "fill-(--seat)" : "fill-(--seat-soft) stroke-(--seat)"}
              />
            )
          })}
          <text x={label} y={seats.length * rowHeight + 16} className="fill-quiet">
            {format.duration(0)}
          </text>
          <text x={width - 8} y={seats.length * rowHeight + 16} textAnchor="end" className="fill-quiet">
            {format.duration(whole)}
          </text>
        </svg>
      </div>
    </ChartFrame>
  )
}

function rowCentre(row: number): number {
  return row * rowHeight + rowHeight / 2
}

function turnSpans(items: readonly Item[]): readonly TurnSpan[] {
  return items.flatMap((item) => {
    if (item.kind !== "turn" || item.state === "speaking" || item.state === "dropped") return []
    const lasted = item.turn?.durationMs ?? 0
    return [{ item, start: item.turn ? Date.parse(item.turn.timestamp) - lasted : Date.parse(item.startedAt), lasted }]
  })
}

function truncate(name: string, maxLength: number): string {
  const letters = [...name]
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join("")}…` : name
}
