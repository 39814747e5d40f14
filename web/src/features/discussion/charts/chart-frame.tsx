import { type ReactNode, type RefCallback, useCallback, useId, useState } from "react"
import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import { Button } from "../../../components/button.tsx"
import { Card } from "../../../components/card.tsx"
import { seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"

interface ChartFrameProps {
  readonly title: string
  readonly lead: string
  readonly isEmpty: boolean
  /** The same figures as a table. */
  readonly table: ReactNode
  readonly children: ReactNode
}

/** A chart with an accessible table of its figures. */
export function ChartFrame({ title, lead, isEmpty, table, children }: ChartFrameProps) {
  const { charts: texts } = useTexts(discussionTexts)
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <header className="mb-4 flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <h2 id={id} className="font-display text-xl font-medium">
            {title}
          </h2>
          <p className="text-sm text-quiet">{lead}</p>
        </div>
        {!isEmpty && (
          <Button size="small" look="quiet" onClick={() => setTable(!isTable)}>
            {isTable ? texts.asPicture : texts.asTable}
          </Button>
        )}
      </header>
      {isEmpty ? <p className="text-sm text-quiet">{texts.empty}</p> : isTable ? table : children}
    </Card>
  )
}

interface DataTableProps {
  readonly label: string
  readonly head: readonly string[]
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly ReactNode[])[]
}

export function DataTable({ label, head, rows }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <div tabIndex={0} className="max-h-96 overflow-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-quiet">
            {head.map((name) => (
              <th key={name} scope="col" className="py-1.5 pe-4 text-start font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its identity
            <tr key={index} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pe-4 text-start font-medium">
                {first}
              </th>
              {rest.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is its identity
                <td key={at} className="py-1.5 pe-4 tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Colour legend. */
export function SeatLegend({ seats }: { readonly seats: readonly SeatAtTable[] }) {
  return (
    <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {seats.map(({ id, name, place }) => (
        <li key={id} style={seatColour(place)} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full bg-(--seat)" />
          {stripUnsafeCharacters(name)}
        </li>
      ))}
    </ul>
  )
}

/** Lower bound: a hidden element measures 0. */
const minWidth = 200

/** Measures an element's width, so that text in the chart stays readable on every screen. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(640)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.max(minWidth, Math.round(entry!.contentRect.width))))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [ref, width]
}
