import type { ReactNode } from "react"
import type { Table } from "../../../api/tables.ts"
import { Checkbox, Select, TextArea, TextField } from "../../../components/field.tsx"
import { languageNames, languages } from "../../../texts/languages.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import type { SettingsDraft } from "./draft.ts"
import { OtherSettings } from "./other-settings.tsx"
import { SettingsGroup } from "./settings-group.tsx"

export interface SettingsFieldsProps {
  readonly table: Table | undefined
  readonly settings: SettingsDraft
  readonly onChange: (settings: SettingsDraft) => void
  readonly problemOf: (field: string) => string | undefined
}

type TextSetting = Exclude<keyof SettingsDraft, "independentFirstRound" | "isHeld" | "others">

/** What most people leave as it is; fetched by those who look. */
export function SettingsFields({ table, settings, onChange, problemOf }: SettingsFieldsProps) {
  const { settings: texts } = useTexts(homeTexts)
  const defaultText = (name: keyof Table["options"]) => {
    const value = table?.options[name]
    return value === undefined || value === null ? texts.none : String(value)
  }
  const field = (name: TextSetting, problem: string) => ({
    label: texts[name],
    value: settings[name],
    problem: problemOf(problem),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...settings, [name]: target.value }),
  })
  const choices = (given: Readonly<Record<string, string>>, defaultValue: string): ReactNode => (
    <>
      <option value="">{texts.byFormat(given[defaultValue] ?? defaultValue)}</option>
      {Object.entries(given).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </>
  )

  return (
    <div className="flex flex-col gap-6 border-t border-line p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("rounds", "options.rounds")}
          inputMode="numeric"
          placeholder={texts.defaultValue(defaultText("rounds"))}
        />
        <Select {...field("language", "language")}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
        <Select {...field("order", "options.order")}>{choices(texts.orders, defaultText("order"))}</Select>
        <TextField {...field("seed", "seed")} inputMode="numeric" hint={texts.seedHint} />
      </div>
      <Checkbox
        label={texts.independentFirstRound}
        checked={settings.independentFirstRound}
        onChange={({ target }) => onChange({ ...settings, independentFirstRound: target.checked })}
      />
      <SettingsGroup title={texts.budget} hint={texts.budgetHint}>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField {...field("budgetTokens", "budget.tokens")} inputMode="numeric" placeholder={texts.none} />
          <TextField {...field("budgetMinutes", "budget.seconds")} inputMode="decimal" placeholder={texts.none} />
          <TextField {...field("budgetDollars", "budget.dollars")} inputMode="decimal" placeholder={texts.none} />
        </div>
      </SettingsGroup>
      <SettingsGroup title={texts.deciding}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select {...field("protocol", "decision.protocol")}>
            {choices(texts.protocols, defaultText("protocol"))}
          </Select>
          <Select {...field("agreement", "decision.agreement")}>
            {choices(texts.agreements, defaultText("agreement"))}
          </Select>
        </div>
        <TextArea {...field("options", "decision.options")} hint={texts.optionsHint} />
      </SettingsGroup>
      <SettingsGroup title={texts.people}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field("waitMinutes", "options.waitMs")} inputMode="decimal" hint={texts.waitHint} />
          <Select {...field("afterWait", "options.afterWait")}>
            {choices(texts.afterWaits, defaultText("afterWait"))}
          </Select>
        </div>
      </SettingsGroup>
      <OtherSettings
        table={table}
        others={settings.others}
        onChange={(others) => onChange({ ...settings, others })}
        problemOf={problemOf}
      />
      <Checkbox
        label={texts.isHeld}
        checked={settings.isHeld}
        onChange={({ target }) => onChange({ ...settings, isHeld: target.checked })}
      />
    </div>
  )
}
