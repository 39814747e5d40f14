import { useState } from "react"
import type { Model } from "../../../api/models.ts"
import type { Table } from "../../../api/tables.ts"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import { nextSeat, type SeatDraft } from "./draft.ts"
import { SeatCard } from "./seat-card.tsx"
import { SeatDialog } from "./seat-dialog.tsx"

interface SeatCardsProps {
  readonly table: Table
  readonly seats: readonly SeatDraft[]
  readonly models: readonly Model[]
  readonly onChange: (seats: readonly SeatDraft[]) => void
  readonly problemOf: (field: string) => string | undefined
}

export function SeatCards({ table, seats, models, onChange, problemOf }: SeatCardsProps) {
  const { composer } = useTexts(homeTexts)
  const [edited, setEdited] = useState<string>()
  const change = (changed: SeatDraft) => onChange(seats.map((seat) => (seat.id === changed.id ? changed : seat)))
  const place = seats.findIndex(({ id }) => id === edited)
  const [canAdd, canRemove] = [seats.length < table.maxSeats, seats.length > table.minSeats]
  const problem = problemOf("seats")
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{composer.seats}</legend>
      <ul className="grid gap-2.5 sm:grid-cols-2">
        {seats.map((seat, index) => (
          <li key={seat.id}>
            <SeatCard
              seat={seat}
              place={index}
              models={models}
              onChange={change}
              onEdit={() => setEdited(seat.id)}
              onRemove={canRemove ? () => onChange(seats.filter(({ id }) => id !== seat.id)) : undefined}
              problemOf={(field) => problemOf(`seats[${index}].${field}`)}
            />
          </li>
        ))}
        {canAdd && (
          <li>
            <Button
              look="quiet"
              className="h-full min-h-16 w-full border border-dashed border-line-strong"
              onClick={() => onChange([...seats, nextSeat(seats, models, composer.newSeat)])}
            >
              <Icon name="add" className="size-4" />
              {composer.addSeat}
            </Button>
          </li>
        )}
      </ul>
      {problem !== undefined && (
        <p role="alert" className="mt-2 text-sm font-medium text-bad">
          {problem}
        </p>
      )}
      <SeatDialog
        seat={seats[place]}
        models={models}
        onChange={change}
        onClose={() => setEdited(undefined)}
        problemOf={(field) => problemOf(`seats[${place}].${field}`)}
      />
    </fieldset>
  )
}
