import { useContext, useMemo } from "react"
import { initials, seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { TurnContext } from "../actions/use-discussion-action.ts"
import { ChartFrame, DataTable } from "../charts/chart-frame.tsx"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { layoutMap, mapLabel, mapNodes, nodeSize } from "./map-layout.ts"
import { TurnLink } from "./positions-panel.tsx"

/** Minimum scale; below it the text would be unreadable, so the map scrolls. */
const minScale = 0.75

/** Which turn replies to which, grouped by position. Loaded on demand with its layout library. */
export default function ArgumentMap() {
  const { positions: texts, charts } = useTexts(discussionTexts)
  const items = useView((view) => view.items)
  const seatOf = useSeats()
  const openTurn = useContext(TurnContext)
  const nodes = useMemo(() => mapNodes(items), [items])
  const map = useMemo(() => layoutMap(nodes), [nodes])
  const name = (seat: string) => stripUnsafeCharacters(seatOf(seat).name)
  const seatOfTurn = new Map(nodes.map(({ turn, seat }) => [turn, seat]))
  const titleOf = (turn: string) => texts.turnIn(turn, name(seatOfTurn.get(turn) ?? ""))
  const rows = nodes.map(({ turn, position, answers }) => [
    <TurnLink key={turn} turn={turn}>
      {titleOf(turn)}
    </TurnLink>,
    stripUnsafeCharacters(position),
    answers.map((answered) => (seatOfTurn.has(answered) ? titleOf(answered) : answered)).join("; ") || "–",
  ])
  return (
    <ChartFrame
      title={texts.map}
      lead={texts.mapLead}
      isEmpty={nodes.length === 0}
      table={<DataTable label={texts.map} head={[charts.turn, texts.label, texts.answers]} rows={rows} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <div className="max-h-[70dvh] overflow-auto" tabIndex={0}>
        <svg
          width={map.width}
          height={map.height}
          viewBox={`0 0 ${map.width} ${map.height}`}
          role="img"
          aria-label={`${texts.map}. ${nodes.map(({ turn, position }) => `${titleOf(turn)}: ${stripUnsafeCharacters(position)}`).join(". ")}`}
          className="h-auto max-w-full text-xs"
          style={{ minWidth: map.width * minScale }}
        >
          <defs>
            <marker
              id="answer-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="6"
              markerHeight="6"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8Z" className="fill-line-strong" />
            </marker>
          </defs>
          {map.groups.map(({ position, x, y, width, height }) => (
            <rect
              key={position}
              x={x}
              y={y}
              width={width}
              height={height}
              rx="14"
              className="fill-sunken stroke-line"
            />
          ))}
          {map.edges.map(({ from, to, points }) => (
            <polyline
              key={`${from} ${to}`}
              points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
              className="fill-none stroke-line-strong"
              strokeWidth="1.5"
              markerEnd="url(#answer-arrow)"
            />
          ))}
          {map.groups.map(({ position, x, y }) => (
            <text
              key={position}
              x={x + 8}
              y={y - 6}
              strokeWidth="4"
              className="fill-quiet stroke-surface font-medium [paint-order:stroke]"
            >
              {mapLabel(stripUnsafeCharacters(position))}
            </text>
          ))}
          {map.nodes.map(({ turn, seat, x, y }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list offers the same as links for keyboard users
            <g
              key={turn}
              style={seatColour(seatOf(seat).place)}
              onClick={() => openTurn(turn)}
              className="cursor-pointer hover:opacity-75"
            >
              <title>{titleOf(turn)}</title>
              <circle cx={x} cy={y} r={nodeSize / 2} className="fill-(--seat-soft) stroke-(--seat)" strokeWidth="1.5" />
              <text x={x} y={y} textAnchor="middle" className="fill-(--seat) font-semibold">
                {initials(name(seat))}
              </text>
              <text x={x} y={y + 11} textAnchor="middle" className="fill-quiet text-[0.55rem]">
                {turn}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  )
}
