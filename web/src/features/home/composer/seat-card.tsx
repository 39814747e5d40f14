import type { Model } from "../../../api/models.ts"
import { IconButton } from "../../../components/button.tsx"
import { Select } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { SeatAvatar } from "../../../components/seat-chip.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import type { SeatDraft } from "./draft.ts"
import { ModelOptions } from "./model-options.tsx"

interface SeatCardProps {
  readonly seat: SeatDraft
  readonly place: number
  readonly models: readonly Model[]
  readonly onChange: (seat: SeatDraft) => void
  readonly onEdit: () => void
  readonly onRemove: (() => void) | undefined
  readonly problemOf: (field: string) => string | undefined
}

const shownBelow = ["name", "role", "kind", "persona", "briefing", "weight", "options.temperature", "options.maxTokens"]

export function SeatCard({ seat, place, models, onChange, onEdit, onRemove, problemOf }: SeatCardProps) {
  const { composer, ...texts } = useTexts(homeTexts)
  const roles: Readonly<Record<string, string>> = texts.roles
  const { name, kind, role, model } = seat
  const problems = shownBelow.flatMap((field) => problemOf(field) ?? [])
  return (
    <div className="flex h-full flex-col gap-2 rounded-xl border border-line bg-surface p-3">
      <div className="flex items-center gap-2.5">
        <SeatAvatar name={name} place={place} />
        <div className="min-w-0 flex-1">
          <div className="truncate text-sm font-semibold">{name}</div>
          {role !== "" && <div className="truncate text-xs text-quiet">{roles[role] ?? role}</div>}
        </div>
        <div className="-me-1.5 flex">
          <IconButton label={composer.editSeat(name)} onClick={onEdit} className="size-8">
            <Icon name="edit" className="size-4" />
          </IconButton>
          {onRemove && (
            <IconButton label={composer.removeSeat(name)} onClick={onRemove} className="size-8">
              <Icon name="close" className="size-4" />
            </IconButton>
          )}
        </div>
      </div>
      {kind === "model" ? (
        <Select
          label={composer.modelOf(name)}
          isLabelHidden
          value={model}
          onChange={({ target }) => onChange({ ...seat, model: target.value })}
          problem={problemOf("model")}
          className="text-sm"
        >
          <option value="">{composer.defaultModel}</option>
          <ModelOptions models={models} value={model} />
        </Select>
      ) : (
        <p className="text-sm text-quiet">{kind === "human" ? composer.person : composer.external}</p>
      )}
      {problems.map((problem) => (
        <p key={problem} role="alert" className="text-sm font-medium text-bad">
          {problem}
        </p>
      ))}
    </div>
  )
}
