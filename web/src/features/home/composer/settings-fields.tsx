import type { ReactNode } from "react"
import type { Table } from "../../../api/tables.ts"
import { Button, IconButton } from "../../../components/button.tsx"
import { Checkbox, Select, TextArea, TextField } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { languageCodes, languages } from "../../../texts/languages.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"
import type { OtherSetting, SettingsDraft } from "./draft.ts"

export interface SettingsFieldsProps {
  readonly table: Table | undefined
  readonly settings: SettingsDraft
  /** Seats that have a model. */
  readonly modelSeats: readonly string[]
  readonly onChange: (settings: SettingsDraft) => void
  readonly problemOf: (field: string) => string | undefined
}

type TextSetting = Exclude<keyof SettingsDraft, "independentFirstRound" | "isHeld" | "options" | "others">

/** Advanced settings, loaded on demand. */
export function SettingsFields({ table, settings, modelSeats, onChange, problemOf }: SettingsFieldsProps) {
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
          {languageCodes.map((language) => (
            <option key={language} value={language}>
              {languages[language].name}
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
          {settings.options.trim() !== "" && (
            <Select {...field("baseline", "baseline")} hint={texts.baselineHint}>
              <option value="">{texts.none}</option>
              {modelSeats.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </div>
      </SettingsGroup>
      <TextArea
        {...field("result", "result")}
        hint={texts.resultHint}
        problem={isJson(settings.result) ? problemOf("result") : texts.resultInvalid}
        placeholder={resultExample}
        rows={2}
        spellCheck={false}
        className="font-mono"
      />
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

const resultExample = '{ "type": "object", "properties": { "choice": { "type": "string" } }, "required": ["choice"] }'

function isJson(text: string): boolean {
  try {
    return text.trim() === "" || JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

interface OtherSettingsProps {
  readonly table: Table | undefined
  readonly others: readonly OtherSetting[]
  readonly onChange: (others: readonly OtherSetting[]) => void
  readonly problemOf: (field: string) => string | undefined
}

/** Settings with a field of their own. */
const dedicatedFields = ["rounds", "order", "independentFirstRound", "protocol", "agreement", "waitMs", "afterWait"]

function OtherSettings({ table, others, onChange, problemOf }: OtherSettingsProps) {
  const { settings: texts } = useTexts(homeTexts)
  const known: Readonly<Record<string, unknown>> = table?.options ?? {}
  const names = Object.keys(known).filter((name) => !dedicatedFields.includes(name))
  const change = (at: number, changed: OtherSetting) =>
    onChange(others.map((other, index) => (index === at ? changed : other)))
  return (
    <SettingsGroup title={texts.others} hint={texts.othersHint}>
      {others.map((other, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and are only appended
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

interface GroupProps {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

function SettingsGroup({ title, hint, children }: GroupProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-xs font-semibold tracking-wide text-quiet uppercase">{title}</legend>
      {children}
      {hint && <p className="text-sm text-quiet">{hint}</p>}
    </fieldset>
  )
}
