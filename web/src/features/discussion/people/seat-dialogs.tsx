import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { modelsQuery } from "../../../api/models.ts"
import { Button } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Checkbox, Select, TextArea, TextField } from "../../../components/field.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { useDiscussionAction } from "../actions/use-discussion-action.ts"
import { continueTexts } from "../continue-texts.ts"
import { emptyNewSeat, type NewSeatDraft, toNewSeat } from "./new-seat.ts"
import { type NamedSeat, useNamedSeats } from "./own-seat.ts"

export type SeatDialogName = "add" | "side" | { readonly remove: NamedSeat }

interface SeatDialogProps {
  readonly id: string
  readonly name: SeatDialogName
  readonly onClose: () => void
}

/** Dialogs to add or remove seats and to start a side discussion. */
export function SeatDialog({ id, name, onClose }: SeatDialogProps) {
  if (name === "add") return <AddSeat id={id} onClose={onClose} />
  if (name === "side") return <SideDiscussion id={id} onClose={onClose} />
  return <RemoveSeat id={id} seat={name.remove} onClose={onClose} />
}

type Props = Omit<SeatDialogProps, "name">

interface SeatFieldsProps {
  readonly seat: NewSeatDraft
  readonly onChange: (seat: NewSeatDraft) => void
}

export function SeatFields({ seat, onChange }: SeatFieldsProps) {
  const texts = useTexts(continueTexts)
  const { data } = useQuery(modelsQuery)
  const kinds = { model: texts.aModel, human: texts.aPerson, external: texts.anAgent }
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={texts.seatName}
        value={seat.name}
        maxLength={60}
        onChange={({ target }) => onChange({ ...seat, name: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={texts.seatKind}
          value={seat.kind}
          onChange={({ target }) => onChange({ ...seat, kind: target.value as NewSeatDraft["kind"] })}
        >
          {Object.entries(kinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
        {seat.kind === "model" && (
          <Select
            label={texts.seatModel}
            value={seat.model}
            onChange={({ target }) => onChange({ ...seat, model: target.value })}
          >
            <option value="">–</option>
            {(data?.models ?? []).map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </Select>
        )}
      </div>
      {seat.kind === "model" && (
        <TextArea
          label={texts.persona}
          rows={2}
          value={seat.persona}
          onChange={({ target }) => onChange({ ...seat, persona: target.value })}
        />
      )}
    </div>
  )
}

function AddSeat({ id, onClose }: Props) {
  const texts = useTexts(continueTexts)
  const { act, isBusy } = useDiscussionAction(id)
  const [seat, setSeat] = useState(emptyNewSeat)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (seat.name.trim() === "" || !(await act("seats", toNewSeat(seat)))) return
    toast(texts.added(stripUnsafeCharacters(seat.name.trim())))
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={texts.addSeat}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-quiet">{texts.addSeatLead}</p>
        <SeatFields seat={seat} onChange={setSeat} />
        <Button
          type="submit"
          look="primary"
          className="self-end"
          disabled={seat.name.trim() === ""}
          isBusy={isBusy("seats")}
        >
          {texts.add}
        </Button>
      </form>
    </Dialog>
  )
}

function RemoveSeat({ id, seat, onClose }: Props & { readonly seat: NamedSeat }) {
  const texts = useTexts(continueTexts)
  const { remove, isBusy } = useDiscussionAction(id)
  const verb = `seats/${encodeURIComponent(seat.id)}`
  return (
    <Dialog isOpen onClose={onClose} title={texts.removeTitle(stripUnsafeCharacters(seat.name))}>
      <p className="mb-6 text-quiet">{texts.removeLead}</p>
      <div className="flex justify-end">
        <Button look="danger" isBusy={isBusy(verb)} onClick={async () => (await remove(verb)) && onClose()}>
          {texts.removeConfirm}
        </Button>
      </div>
    </Dialog>
  )
}

function SideDiscussion({ id, onClose }: Props) {
  const texts = useTexts(continueTexts)
  const { act, isBusy } = useDiscussionAction(id)
  const seats = useNamedSeats(id)
  const [topic, setTopic] = useState("")
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isReady = topic.trim() !== "" && chosen.length >= 2
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isReady && (await act("sub-discussions", { topic: topic.trim(), seats: chosen }))) onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={texts.side}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-quiet">{texts.sideLead}</p>
        <TextArea label={texts.sideTopic} rows={2} value={topic} onChange={({ target }) => setTopic(target.value)} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">{texts.sideSeats}</legend>
          {seats.map((seat) => (
            <Checkbox
              key={seat.id}
              label={stripUnsafeCharacters(seat.name)}
              checked={chosen.includes(seat.id)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, seat.id] : chosen.filter((other) => other !== seat.id))
              }
            />
          ))}
        </fieldset>
        <Button
          type="submit"
          look="primary"
          className="self-end"
          disabled={!isReady}
          isBusy={isBusy("sub-discussions")}
        >
          {texts.sideStart}
        </Button>
      </form>
    </Dialog>
  )
}
