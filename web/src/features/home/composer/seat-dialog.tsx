import { useId } from "react"
import type { AvailableModel } from "../../../api/models.ts"
import { Button } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Select, TextArea, TextField } from "../../../components/field.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"
import type { SeatDraft, SeatKind } from "./draft.ts"
import { SaveAgentButton } from "./save-agent-button.tsx"

interface SeatDialogProps {
  readonly seat: SeatDraft
  readonly models: readonly AvailableModel[]
  readonly onChange: (seat: SeatDraft) => void
  readonly onClose: () => void
  readonly problemOf: (field: string) => string | undefined
}

/** All settings of a seat. */
export function EditSeatDialog({ seat, models, onChange, onClose, problemOf }: SeatDialogProps) {
  const { seat: texts } = useTexts(homeTexts)
  const known = useId()
  const field = (name: keyof SeatDraft & keyof typeof texts, problem: string = name) => ({
    label: String(texts[name]),
    value: seat[name],
    problem: problemOf(problem),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...seat, [name]: target.value }),
  })
  return (
    <Dialog isOpen onClose={onClose} title={texts.title(seat.name)}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field("name")} maxLength={60} autoComplete="off" />
          <TextField {...field("role")} maxLength={60} autoComplete="off" />
        </div>
        <Select {...field("kind")} onChange={({ target }) => onChange({ ...seat, kind: target.value as SeatKind })}>
          {(["model", "human", "external"] as const).map((kind) => (
            <option key={kind} value={kind}>
              {texts.kinds[kind]}
            </option>
          ))}
        </Select>
        {seat.kind === "model" && (
          <>
            <TextField {...field("model")} hint={texts.modelHint} list={known} autoComplete="off" spellCheck={false} />
            <datalist id={known}>
              {models.map(({ id }) => (
                <option key={id} value={id} />
              ))}
            </datalist>
            <TextArea {...field("persona")} hint={texts.personaHint} />
            <TextArea {...field("briefing")} hint={texts.briefingHint} rows={2} />
            <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
              <TextField {...field("temperature", "options.temperature")} inputMode="decimal" placeholder="0.7" />
              <TextField {...field("maxTokens", "options.maxTokens")} inputMode="numeric" placeholder="2048" />
              <TextField {...field("weight")} inputMode="decimal" placeholder="1" />
            </div>
          </>
        )}
        <div className="flex justify-end gap-2">
          {seat.kind === "model" && <SaveAgentButton seat={seat} />}
          <Button type="submit" look="primary">
            {texts.done}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
