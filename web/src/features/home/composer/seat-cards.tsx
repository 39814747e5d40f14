import { lazy, Suspense, useState } from "react"
import type { AvailableModel } from "../../../api/models.ts"
import type { Table } from "../../../api/tables.ts"
import { announce } from "../../../components/announcer.tsx"
import { Button, IconButton } from "../../../components/button.tsx"
import { Select } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { SeatAvatar } from "../../../components/seat-chip.tsx"
import { shellTexts } from "../../../shell/texts.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"
import { nextSeat, type SeatDraft } from "./draft.ts"
import { useRoleName } from "./use-role-name.ts"
import { useSeatOrder } from "./use-seat-order.ts"

const EditSeatDialog = lazy(async () => ({ default: (await import("./seat-dialog.tsx")).EditSeatDialog }))
const AgentDialog = lazy(async () => ({ default: (await import("./agent-dialog.tsx")).AgentDialog }))

interface SeatCardsProps {
  readonly table: Table
  readonly seats: readonly SeatDraft[]
  /** Removed seats that can be restored. */
  readonly removed: readonly SeatDraft[]
  readonly models: readonly AvailableModel[]
  readonly onChange: (seats: readonly SeatDraft[], removed: readonly SeatDraft[]) => void
  readonly problemOf: (field: string) => string | undefined
}

export function SeatCards({ table, seats, removed, models, onChange, problemOf }: SeatCardsProps) {
  const { composer } = useTexts(homeTexts)
  const [edited, setEdited] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const { list, dragged, handle } = useSeatOrder(seats.length, (from, to) => {
    const moved = [...seats]
    moved.splice(to, 0, ...moved.splice(from, 1))
    onChange(moved, removed)
    announce(composer.movedSeat(seats[from]!.name, to + 1, seats.length))
  })
  const change = (changed: SeatDraft) =>
    onChange(
      seats.map((seat) => (seat.id === changed.id ? changed : seat)),
      removed,
    )
  const add = (seat: SeatDraft) =>
    onChange(
      [...seats, seat],
      removed.filter(({ id }) => id !== seat.id),
    )
  const remove = (seat: SeatDraft) =>
    onChange(
      seats.filter((other) => other !== seat),
      [...removed, seat],
    )
  const place = seats.findIndex(({ id }) => id === edited)
  const [canAdd, canRemove] = [seats.length < table.maxSeats, seats.length > table.minSeats]
  const problem = problemOf("seats")
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{composer.seats}</legend>
      <ul ref={list} className="grid gap-2.5 sm:grid-cols-2">
        {seats.map((seat, index) => (
          <li key={seat.id} data-place={index} className={dragged === index ? "opacity-60" : ""}>
            <SeatCard
              seat={seat}
              place={index}
              models={models}
              handle={seats.length > 1 ? handle(index) : undefined}
              onChange={change}
              onEdit={() => setEdited(seat.id)}
              onRemove={canRemove ? () => remove(seat) : undefined}
              problemOf={(field) => problemOf(`seats[${index}].${field}`)}
            />
          </li>
        ))}
        {canAdd && (
          <li className="flex min-h-16 flex-col justify-center rounded-xl border border-dashed border-line-strong">
            <Button look="quiet" onClick={() => add(nextSeat(seats, models, composer.newSeat))}>
              <Icon name="add" className="size-4" />
              {composer.addSeat}
            </Button>
            <Button look="quiet" size="small" onClick={() => setChoosing(true)}>
              {composer.addAgent}
            </Button>
          </li>
        )}
      </ul>
      {canAdd && removed.length > 0 && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {removed.map((seat) => (
            <Button key={seat.id} size="small" onClick={() => add(seat)}>
              <Icon name="reply" className="size-4" />
              {composer.putBack(seat.name)}
            </Button>
          ))}
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className="mt-2 text-sm font-medium text-bad">
          {problem}
        </p>
      )}
      <Suspense>
        {seats[place] && (
          <EditSeatDialog
            seat={seats[place]}
            models={models}
            onChange={change}
            onClose={() => setEdited(undefined)}
            problemOf={(field) => problemOf(`seats[${place}].${field}`)}
          />
        )}
        {isChoosing && (
          <AgentDialog
            onClose={() => setChoosing(false)}
            onChoose={(seat) => {
              setChoosing(false)
              add(seat)
            }}
          />
        )}
      </Suspense>
    </fieldset>
  )
}

interface SeatCardProps {
  readonly seat: SeatDraft
  readonly place: number
  readonly models: readonly AvailableModel[]
  /** The drag handle; none for a single seat. */
  readonly handle: ReturnType<ReturnType<typeof useSeatOrder>["handle"]> | undefined
  readonly onChange: (seat: SeatDraft) => void
  readonly onEdit: () => void
  readonly onRemove: (() => void) | undefined
  readonly problemOf: (field: string) => string | undefined
}

const shownBelow = ["name", "role", "kind", "persona", "briefing", "weight", "options.temperature", "options.maxTokens"]

function SeatCard({ seat, place, models, handle, onChange, onEdit, onRemove, problemOf }: SeatCardProps) {
  const { composer } = useTexts(homeTexts)
  const roleName = useRoleName()
  const { name, kind, role, model } = seat
  const problems = shownBelow.flatMap((field) => problemOf(field) ?? [])
  return (
    <div className="flex h-full flex-col gap-2 rounded-xl border border-line bg-surface p-3">
      <div className="flex items-center gap-2.5">
        <SeatAvatar name={name} place={place} />
        <div className="min-w-0 flex-1">
          <div className="truncate text-sm font-semibold">{name}</div>
          {role !== "" && <div className="truncate text-xs text-quiet">{roleName(role)}</div>}
        </div>
        <div className="-me-1.5 flex">
          {handle && (
            <IconButton
              {...handle}
              label={composer.moveSeat(name)}
              className="size-8 cursor-grab touch-none active:cursor-grabbing"
            >
              <Icon name="grip" className="size-4" />
            </IconButton>
          )}
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

interface ModelOptionsProps {
  readonly models: readonly AvailableModel[]
  /** The current value; listed even if the server did not list it. */
  readonly value: string
}

/** Models by provider, for a select. */
function ModelOptions({ models, value }: ModelOptionsProps) {
  const { rehearsal } = useTexts(shellTexts)
  const byProvider = Map.groupBy(models, ({ provider }) => provider)
  const isListed = value === "" || models.some(({ id }) => id === value)
  return (
    <>
      {!isListed && <option value={value}>{value}</option>}
      {[...byProvider].map(([provider, own]) => (
        <optgroup key={provider} label={provider === "rehearsal" ? rehearsal : provider}>
          {own.map(({ id, rehearsal: isRehearsal }) => (
            <option key={id} value={id}>
              {isRehearsal ? `${id.split("/")[1]} (${rehearsal})` : id}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}
