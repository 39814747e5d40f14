import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import type { PublicOpenCall, SeatAtTable } from "../../../../../src/core/public/view.ts"
import { Button } from "../../../components/button.tsx"
import { Select } from "../../../components/field.tsx"
import { SeatAvatar, seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { clearDraft, useStoredDraft } from "../../../preferences/stored-draft.ts"
import { useTimeFormatter } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useOwnSeat } from "../people/own-seat.ts"
import { peopleTexts } from "../people/texts.ts"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { isSubmitShortcut, useDiscussionAction } from "./use-discussion-action.ts"
import { VoteComposer } from "./vote-composer.tsx"

interface TurnComposerProps {
  readonly id: string
  readonly calls: readonly PublicOpenCall[]
}

/** Where a person whose turn it is speaks or votes. If several seats wait, the reader selects one. */
export function TurnComposer({ id, calls }: TurnComposerProps) {
  const { say: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  const [chosen, setChosen] = useState("")
  const call = calls.find((other) => other.id === chosen) ?? calls[0]!
  // An answered call stays until its event arrives. Words typed meanwhile would be lost.
  const [answered, setAnswered] = useState("")
  const { act, isBusy } = useDiscussionAction(id)
  const isSending = isBusy("turns") || answered === call.id
  const give = async (content: string, stance?: StanceDraft) => {
    const isAccepted = await act("turns", { seat: call.seat, content, ...(stance && { stance }) })
    if (isAccepted) setAnswered(call.id)
    return isAccepted
  }
  const seat = seatOf(call.seat)

  return (
    <div
      style={seatColour(seat.place)}
      className="rounded-2xl border-2 border-(--seat) bg-surface p-3 shadow-card sm:p-4"
    >
      <Heading call={call} seat={seat}>
        {calls.length > 1 && (
          <Select
            label={texts.for}
            isLabelHidden
            className="w-36"
            value={call.id}
            onChange={({ target }) => setChosen(target.value)}
          >
            {calls.map((other) => (
              <option key={other.id} value={other.id}>
                {seatOf(other.seat).name}
              </option>
            ))}
          </Select>
        )}
      </Heading>
      {call.purpose === "vote" && (
        <VoteComposer
          key={call.id}
          seat={call.seat}
          draftName={`vote.${id}.${call.id}`}
          onVote={give}
          isBusy={isSending}
        />
      )}
      {call.purpose === "choose" && <ChooseComposer key={call.id} call={call} onChoose={give} isBusy={isSending} />}
      {call.purpose !== "vote" && call.purpose !== "choose" && (
        <SpeakComposer
          key={call.id}
          name={seat.name}
          draftName={`turn.${id}.${call.id}`}
          onSpeak={give}
          isBusy={isSending}
        />
      )}
    </div>
  )
}

interface HeadingProps {
  readonly call: PublicOpenCall
  readonly seat: SeatAtTable
  readonly children: ReactNode
}

function Heading({ call, seat, children }: HeadingProps) {
  const { say: texts } = useTexts(discussionTexts)
  const people = useTexts(peopleTexts)
  const time = useTimeFormatter()
  return (
    <div className="mb-2 flex items-center gap-3">
      <SeatAvatar name={seat.name} place={seat.place} className="size-8 text-xs" />
      <div className="min-w-0 flex-1 leading-tight">
        <h2 className="font-semibold text-(--seat)">
          {(useOwnSeat() === seat.id ? people.yourTurnNow : texts.yourTurn)(stripUnsafeCharacters(seat.name))}
        </h2>
        <p className="text-xs text-quiet">{call.until === undefined ? texts.asLong : texts.until(time(call.until))}</p>
      </div>
      {children}
    </div>
  )
}

interface SpeakComposerProps {
  readonly name: string
  /** Storage key of the draft. */
  readonly draftName: string
  readonly onSpeak: (content: string, stance?: StanceDraft) => Promise<boolean>
  readonly isBusy: boolean
}

function SpeakComposer({ name, draftName, onSpeak, isBusy }: SpeakComposerProps) {
  const { say: texts } = useTexts(discussionTexts)
  const mayPass = useView((view) => view.options?.passing ?? false)
  const asksStance = useView((view) => view.options?.stances ?? false)
  const [words, setWords] = useStoredDraft(draftName, "")
  const [stance, setStance] = useState<StanceDraft>({ position: "", confidence: 70 })
  const field = useRef<HTMLTextAreaElement>(null)
  const isOwn = useOwnSeat() !== undefined
  // Take the focus, unless the reader is using another control.
  useEffect(() => {
    if (isOwn && document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [isOwn])
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    const position = stance.position.trim()
    if (words.trim() === "" || isBusy) return
    if (await onSpeak(words, position === "" ? undefined : { ...stance, position })) clearDraft(draftName)
  }
  return (
    <form onSubmit={submit}>
      <textarea
        ref={field}
        rows={3}
        aria-label={texts.words(name)}
        value={words}
        readOnly={isBusy}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => isSubmitShortcut(event) && void submit()}
        className="block w-full rounded-xl border border-line-strong bg-paper px-3 py-2"
      />
      {asksStance && <StanceFields stance={stance} onChange={setStance} />}
      <div className="mt-2 flex items-center justify-end gap-2">
        <span className="me-auto hidden text-xs text-quiet sm:inline">{texts.keys}</span>
        {mayPass && (
          <Button size="small" disabled={isBusy} onClick={() => onSpeak("[PASS]")}>
            {texts.pass}
          </Button>
        )}
        <Button type="submit" size="small" look="primary" isBusy={isBusy}>
          {texts.speak}
        </Button>
      </div>
    </form>
  )
}

interface StanceDraft {
  readonly position: string
  readonly confidence: number
}

interface StanceFieldsProps {
  readonly stance: StanceDraft
  readonly onChange: (stance: StanceDraft) => void
}

/** The speaker's stance, with others' positions as suggestions. Confidence is asked once there is a position. */
function StanceFields({ stance, onChange }: StanceFieldsProps) {
  const texts = useTexts(peopleTexts)
  const list = useId()
  const hint = useId()
  const options = useView((view) => view.decision.options)
  const stances = useView((view) => view.stances)
  const known = [...new Set([...options, ...Object.values(stances).map(({ position }) => position)])]
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <input
        list={list}
        aria-label={texts.position}
        aria-describedby={hint}
        title={texts.positionHint}
        placeholder={texts.position}
        maxLength={500}
        value={stance.position}
        onChange={({ target }) => onChange({ ...stance, position: target.value })}
        className="h-9 min-w-0 flex-1 basis-56 rounded-lg border border-line-strong bg-paper px-3"
      />
      <span id={hint} className="sr-only">
        {texts.positionHint}
      </span>
      <datalist id={list}>
        {known.map((position) => (
          <option key={position} value={position} />
        ))}
      </datalist>
      {stance.position.trim() !== "" && (
        <label className="flex items-center gap-2">
          {texts.sure}
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={stance.confidence}
            onChange={({ target }) => onChange({ ...stance, confidence: Number(target.value) })}
            className="w-28 accent-accent"
          />
          <output className="w-10 text-end tabular-nums">{stance.confidence}%</output>
        </label>
      )}
    </div>
  )
}

interface ChooseComposerProps {
  readonly call: PublicOpenCall
  readonly onChoose: (content: string) => Promise<boolean>
  readonly isBusy: boolean
}

/** A person in the chair selects the next speaker. */
function ChooseComposer({ call, onChoose, isBusy }: ChooseComposerProps) {
  const { say: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{texts.next}</legend>
      <div className="flex flex-wrap gap-2">
        {(call.candidates ?? []).map((id) => (
          <Button key={id} size="small" isBusy={isBusy} onClick={() => onChoose(seatOf(id).name)}>
            {stripUnsafeCharacters(seatOf(id).name)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
