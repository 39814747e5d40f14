import type { Table } from "../../../api/tables.ts"
import { Button, IconButton } from "../../../components/button.tsx"
import { Select, TextField } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import type { OtherSetting } from "./draft.ts"
import { SettingsGroup } from "./settings-group.tsx"

interface OtherSettingsProps {
  readonly table: Table | undefined
  readonly others: readonly OtherSetting[]
  readonly onChange: (others: readonly OtherSetting[]) => void
  readonly problemOf: (field: string) => string | undefined
}

/** These have a field of their own. */
const dedicatedFields = ["rounds", "order", "independentFirstRound", "protocol", "agreement", "waitMs", "afterWait"]

export function OtherSettings({ table, others, onChange, problemOf }: OtherSettingsProps) {
  const { settings: texts } = useTexts(homeTexts)
  const known: Readonly<Record<string, unknown>> = table?.options ?? {}
  const names = Object.keys(known).filter((name) => !dedicatedFields.includes(name))
  const change = (at: number, changed: OtherSetting) =>
    onChange(others.map((other, index) => (index === at ? changed : other)))
  return (
    <SettingsGroup title={texts.others} hint={texts.othersHint}>
      {others.map((other, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are only added at the end
        <div key={index} className="flex items-start gap-2">
          <Select
            label={texts.otherName}
            isLabelHidden
            value={other.name}
            onChange={({ target }) => change(index, { name: target.value, value: "" })}
            className="flex-1"
          >
            <option value="">{texts.choose}</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
          <TextField
            label={texts.otherValue}
            isLabelHidden
            value={other.value}
            placeholder={other.name === "" ? "" : texts.defaultValue(String(known[other.name]))}
            onChange={({ target }) => change(index, { ...other, value: target.value })}
            problem={other.name === "" ? undefined : problemOf(`options.${other.name}`)}
            className="flex-1"
          />
          <IconButton label={texts.removeOther} onClick={() => onChange(others.filter((_, at) => at !== index))}>
            <Icon name="close" className="size-4" />
          </IconButton>
        </div>
      ))}
      <Button size="small" className="self-start" onClick={() => onChange([...others, { name: "", value: "" }])}>
        <Icon name="add" className="size-4" />
        {texts.addOther}
      </Button>
    </SettingsGroup>
  )
}
