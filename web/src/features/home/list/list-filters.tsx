import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { tablesQuery } from "../../../api/tables.ts"
import { Select, TextField } from "../../../components/field.tsx"
import { shellTexts } from "../../../shell/texts.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { isPreset, presetOrder } from "../composer/format-picture.tsx"
import { useFormatName } from "../composer/use-format-name.ts"
import { homeTexts } from "../texts.ts"
import { type ListFilter, statusOrder } from "./list-filter.ts"

interface ListFiltersProps {
  readonly filter: ListFilter
  readonly onChange: (filter: ListFilter) => void
}

const debounceMs = 250

export function ListFilters({ filter, onChange }: ListFiltersProps) {
  const { list } = useTexts(homeTexts)
  const { status: statusNames } = useTexts(shellTexts)
  const formatName = useFormatName()
  const tables = useQuery(tablesQuery)
  const others = tables.data?.map(({ format }) => format).filter((format) => !isPreset(format)) ?? []
  const [words, setWords] = useState(filter.q ?? "")

  useEffect(() => setWords(filter.q ?? ""), [filter.q])
  useEffect(() => {
    if (words === (filter.q ?? "")) return
    const timer = setTimeout(() => onChange({ ...filter, q: words === "" ? undefined : words }), debounceMs)
    return () => clearTimeout(timer)
  }, [words, filter, onChange])

  return (
    <search className="grid grid-cols-2 gap-2">
      <TextField
        type="search"
        label={list.search}
        isLabelHidden
        placeholder={list.search}
        value={words}
        maxLength={200}
        onChange={({ target }) => setWords(target.value)}
        className="col-span-2"
      />
      <Select
        label={list.status}
        isLabelHidden
        value={filter.status ?? ""}
        onChange={({ target }) => onChange({ ...filter, status: statusOrder.find((name) => name === target.value) })}
        className="text-sm"
      >
        <option value="">{list.anyStatus}</option>
        {statusOrder.map((status) => (
          <option key={status} value={status}>
            {statusNames[status]}
          </option>
        ))}
      </Select>
      <Select
        label={list.format}
        isLabelHidden
        value={filter.format ?? ""}
        onChange={({ target }) => onChange({ ...filter, format: target.value === "" ? undefined : target.value })}
        className="text-sm"
      >
        <option value="">{list.anyFormat}</option>
        {[...presetOrder, ...new Set(others)].map((format) => (
          <option key={format} value={format}>
            {formatName(format).name}
          </option>
        ))}
      </Select>
    </search>
  )
}
