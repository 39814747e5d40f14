import { type ReactNode, useId, useState } from "react"
import { Button } from "../../../components/button.tsx"
import { Card } from "../../../components/card.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

interface ChartFrameProps {
  readonly title: string
  readonly lead: string
  readonly isEmpty: boolean
  /** The same figures to read. */
  readonly table: ReactNode
  readonly children: ReactNode
}

/** A picture of figures, and the figures themselves for those who prefer or need them. */
export function ChartFrame({ title, lead, isEmpty, table, children }: ChartFrameProps) {
  const { charts: texts } = useTexts(discussionTexts)
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
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
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly string[])[]
}

export function DataTable({ label, head, rows }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
