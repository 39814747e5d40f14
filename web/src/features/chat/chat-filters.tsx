import { Checkbox, Select, TextField } from "../../components/field.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useOwnName } from "../../preferences/own-name.ts"
import { useTexts } from "../../texts/use-language.ts"
import { type ChatFilter, type StatusFilter, statusFilters } from "./filter-items.ts"
import { useSquadTools } from "./squad-context.ts"
import { chatTexts } from "./texts/index.ts"

interface ChatFiltersProps {
  readonly filter: ChatFilter
  readonly onChange: (filter: ChatFilter) => void
}

export function ChatFilters({ filter, onChange }: ChatFiltersProps) {
  const texts = useTexts(chatTexts).filter
  const { names } = useSquadTools()
  const [own] = useOwnName()
  const name = own.trim()
  return (
    <search className="flex flex-col gap-4">
      <TextField
        label={texts.text}
        type="search"
        placeholder={texts.textPlaceholder}
        value={filter.text}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      <Select
        label={texts.status}
        value={filter.status}
        onChange={({ target }) => onChange({ ...filter, status: target.value as StatusFilter })}
      >
        {statusFilters.map((status) => (
          <option key={status} value={status}>
            {texts.statuses[status]}
          </option>
        ))}
      </Select>
      <Select
        label={texts.agent}
        value={filter.agent}
        onChange={({ target }) => onChange({ ...filter, agent: target.value })}
      >
        <option value="">{texts.anyone}</option>
        {names.map((agent) => (
          <option key={agent} value={agent}>
            {stripUnsafeCharacters(agent)}
          </option>
        ))}
      </Select>
      <div>
        <Checkbox
          label={texts.mine}
          checked={filter.mine !== ""}
          disabled={name === ""}
          onChange={({ target }) => onChange({ ...filter, mine: target.checked ? name : "" })}
        />
        <p className="mt-1 ps-7 text-sm text-quiet">{name === "" ? texts.mineNeedsName : texts.mineHint(name)}</p>
      </div>
    </search>
  )
}
