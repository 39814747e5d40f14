import { useMutation, useQueryClient } from "@tanstack/react-query"
import { removeTable, type Table, tablesQuery } from "../../../api/tables.ts"
import { Button } from "../../../components/button.tsx"
import { useErrorText } from "../../../components/problem-note.tsx"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"
import { FormatPicture, isPreset, presetOrder } from "./format-picture.tsx"
import { useFormatName } from "./use-format-name.ts"

interface FormatCardsProps {
  /** undefined while loading. */
  readonly tables: readonly Table[] | undefined
  readonly value: string
  readonly onChange: (format: string) => void
}

/** The formats, each with a picture, and below them the tables built on them. */
export function FormatCards({ tables, value, onChange }: FormatCardsProps) {
  const { composer } = useTexts(homeTexts)
  const named = useFormatName()
  const others = tables?.filter(({ name }) => !isPreset(name)) ?? []
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{composer.format}</legend>
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
        {presetOrder.map((format) => (
          <label
            key={format}
            className="relative flex cursor-pointer flex-col rounded-xl border border-line bg-surface p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="format"
              value={format}
              checked={format === value}
              onChange={() => onChange(format)}
              className="sr-only"
            />
            <FormatPicture format={format} className="mb-1.5 h-12 w-full" />
            <span className="text-sm font-semibold">{named(format).name}</span>
            <span className="mt-0.5 text-xs leading-snug text-quiet">{named(format).line}</span>
          </label>
        ))}
      </div>
      {others.length > 0 && <OtherTables tables={others} value={value} onChange={onChange} />}
    </fieldset>
  )
}

interface OtherTablesProps {
  readonly tables: readonly Table[]
  readonly value: string
  readonly onChange: (format: string) => void
}

/** Other tables by name, with the description of the selected one. */
function OtherTables({ tables, value, onChange }: OtherTablesProps) {
  const { composer } = useTexts(homeTexts)
  const named = useFormatName()
  const chosen = tables.find(({ name }) => name === value)
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-1.5 text-sm">
      <span className="me-1 text-quiet">{composer.otherTables}</span>
      {tables.map(({ name, description }) => (
        <label
          key={name}
          className="relative cursor-pointer rounded-full border border-line bg-surface px-3 py-0.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="format"
            value={name}
            checked={name === value}
            onChange={() => onChange(name)}
            className="sr-only"
          />
          {named(name, description).name}
        </label>
      ))}
      {chosen && (
        <p className="mt-1 flex w-full flex-wrap items-center gap-x-3 text-quiet">
          {named(chosen.name, chosen.description).line}
          {chosen.own && <RemoveTable name={chosen.name} onRemoved={() => onChange(presetOrder[0]!)} />}
        </p>
      )}
    </div>
  )
}

/** Deletes a user's own table file; its discussions stay. */
function RemoveTable({ name, onRemoved }: { readonly name: string; readonly onRemoved: () => void }) {
  const { saving } = useTexts(homeTexts)
  const errorText = useErrorText()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeTable(name),
    onSuccess() {
      onRemoved()
      toast(saving.removed(name))
      return queries.invalidateQueries({ queryKey: tablesQuery.queryKey })
    },
    onError: (error) => toast(errorText(error), "bad"),
  })
  return (
    <Button look="danger" size="small" isBusy={remove.isPending} onClick={() => remove.mutate()}>
      {saving.remove}
    </Button>
  )
}
