import { useQuery } from "@tanstack/react-query"
import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import { modelsQuery } from "../../../api/models.ts"
import { Select, TextArea } from "../../../components/field.tsx"
import { SeatAvatar } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import type { SeatChange } from "./fork-request.ts"

interface ForkSeatProps {
  readonly seat: SeatAtTable
  readonly change: SeatChange
  readonly onChange: (change: SeatChange) => void
}

/** One seat of a fork: another model, another persona, or as it was. */
export function ForkSeat({ seat, change, onChange }: ForkSeatProps) {
  const { fork: texts } = useTexts(discussionTexts)
  const { data } = useQuery(modelsQuery)
  const name = stripUnsafeCharacters(seat.name)
  const models = (data?.models ?? []).filter(({ id }) => id !== seat.model)
  return (
    <div className="rounded-xl border border-line p-3">
      <div className="grid items-center gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
        <span className="flex min-w-0 items-center gap-2.5">
          <SeatAvatar name={seat.name} place={seat.place} />
          <span className="truncate font-medium">{name}</span>
        </span>
        <Select
          label={texts.model(name)}
          isLabelHidden
          value={change.model ?? ""}
          onChange={({ target }) => onChange({ ...change, model: target.value })}
        >
          <option value="">{seat.model ?? texts.asPerson}</option>
          {models.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </Select>
      </div>
      <details className="mt-2">
        <summary className="text-sm text-quiet hover:text-ink">{texts.change}</summary>
        <TextArea
          className="mt-2"
          label={texts.persona(name)}
          hint={texts.personaHint}
          value={change.persona ?? ""}
          onChange={({ target }) => onChange({ ...change, persona: target.value })}
        />
      </details>
    </div>
  )
}
