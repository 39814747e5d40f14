import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import { fieldProblem, otherProblems } from "../../../api/api-error.ts"
import { discussionKeys, postDiscussionAction } from "../../../api/discussions.ts"
import { modelsQuery } from "../../../api/models.ts"
import { tablesQuery } from "../../../api/tables.ts"
import { Button } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Checkbox, Select, TextArea, TextField } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { SeatAvatar } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { shellTexts } from "../../../shell/texts.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useFormatName } from "../../home/composer/use-format-name.ts"
import { continueTexts } from "../continue-texts.ts"
import { emptyNewSeat, type NewSeatDraft } from "../people/new-seat.ts"
import { SeatFields } from "../people/seat-dialogs.tsx"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { type SeatChange, toForkRequest } from "./fork-request.ts"

interface ForkDialogProps {
  readonly id: string
  readonly isOpen: boolean
  readonly turn: string | undefined
  readonly onClose: () => void
}

export function ForkDialog({ id, isOpen, turn, onClose }: ForkDialogProps) {
  const { fork: texts } = useTexts(discussionTexts)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title} isWide>
      <ForkForm key={turn} id={id} turn={turn} onClose={onClose} />
    </Dialog>
  )
}

/** Maximum number of turns in the list; every turn also has "Fork from here" in its menu. */
const offered = 50

function ForkForm({ id, turn, onClose }: Omit<ForkDialogProps, "isOpen">) {
  const { fork: texts } = useTexts(discussionTexts)
  const shell = useTexts(shellTexts)
  const seatOf = useSeats()
  const seats = useView((view) => view.seats)
  const items = useView((view) => view.items)
  const options = useView((view) => view.options)
  const oldTopic = useView((view) => view.topic)
  const ended = items.flatMap((item) => (item.kind === "turn" && (item.turn ?? item.skip) ? [item] : []))
  const [atTurn, setAtTurn] = useState(turn ?? ended.at(-1)?.key ?? "")
  const [table, setTable] = useState("")
  const { data: tables = [] } = useQuery(tablesQuery)
  const format = useView((view) => view.format)
  const formatName = useFormatName()
  const [topic, setTopic] = useState(oldTopic)
  const [rounds, setRounds] = useState(String(options?.rounds ?? ""))
  const [temperature, setTemperature] = useState(String(options?.temperature ?? ""))
  const [maxTokens, setMaxTokens] = useState(String(options?.maxTokens ?? ""))
  const [joined, setJoined] = useState<readonly NewSeatDraft[]>([])
  const words = useTexts(continueTexts)
  const kept = ended.find(({ key }) => key === atTurn)
  const [changes, setChanges] = useState<Readonly<Record<string, SeatChange>>>({})
  const navigate = useNavigate()
  const queries = useQueryClient()
  const fork = useMutation({
    mutationFn: () =>
      postDiscussionAction(
        id,
        "fork",
        toForkRequest(
          { atTurn, table, topic, rounds, temperature, maxTokens, changes, joined },
          { topic: oldTopic, options },
        ),
      ),
    onSuccess: (made) => {
      onClose()
      void queries.invalidateQueries({ queryKey: discussionKeys.all })
      void navigate({ to: "/discussions/$id", params: { id: made.id } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    fork.mutate()
  }
  const choices = ended.filter((item, index) => index >= ended.length - offered || item.key === turn)
  const present = seats.filter(({ hasLeft }) => !hasLeft)
  const others = otherProblems(fork.error, (field) => field.startsWith("changes.options."))
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-quiet">
        {atTurn === "" ? texts.leadStart : table === "" ? texts.lead(atTurn) : words.leadOtherRules(atTurn)}
      </p>
      <Select label={texts.from} value={atTurn} onChange={({ target }) => setAtTurn(target.value)}>
        <option value="">{texts.fromStart}</option>
        {choices.map(({ key, seat }) => (
          <option key={key} value={key}>
            {texts.turn(key, seatOf(seat).name)}
          </option>
        ))}
      </Select>
      <Select label={words.rules} value={table} onChange={({ target }) => setTable(target.value)}>
        <option value="">{words.sameRules(formatName(format).name)}</option>
        {tables
          .filter(({ name }) => name !== format)
          .map(({ name }) => (
            <option key={name} value={name}>
              {formatName(name).name}
            </option>
          ))}
      </Select>
      {kept?.turn && (
        <figure className="rounded-xl bg-sunken px-4 py-3 text-sm">
          <figcaption className="mb-1 text-quiet">
            {words.said(stripUnsafeCharacters(seatOf(kept.seat).name))}
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <blockquote className="max-h-40 overflow-y-auto" tabIndex={0}>
            <Markdown text={kept.turn.content} />
          </blockquote>
        </figure>
      )}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium text-quiet">{texts.seats}</legend>
        {present.map((seat) => (
          <ForkSeat
            key={seat.id}
            seat={seat}
            change={changes[seat.id] ?? {}}
            onChange={(change) => setChanges({ ...changes, [seat.id]: change })}
          />
        ))}
        {joined.map((seat, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new seats have no id yet
          <div key={index} className="rounded-xl border border-dashed border-line-strong p-3">
            <SeatFields
              seat={seat}
              onChange={(changed) => setJoined(joined.map((other, at) => (at === index ? changed : other)))}
            />
          </div>
        ))}
        <Button size="small" className="self-start" onClick={() => setJoined([...joined, emptyNewSeat])}>
          <Icon name="add" className="size-4" />
          {words.addSeat}
        </Button>
      </fieldset>
      <details>
        <summary className="mb-3 text-sm font-medium text-quiet hover:text-ink">{texts.settings}</summary>
        <div className="flex flex-col gap-4">
          <TextArea label={texts.topic} value={topic} onChange={({ target }) => setTopic(target.value)} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={texts.rounds}
              type="number"
              min={1}
              value={rounds}
              onChange={({ target }) => setRounds(target.value)}
              problem={fieldProblem(fork.error, "changes.options.rounds")}
            />
            <TextField
              label={texts.temperature}
              type="number"
              min={0}
              max={2}
              step={0.1}
              value={temperature}
              onChange={({ target }) => setTemperature(target.value)}
              problem={fieldProblem(fork.error, "changes.options.temperature")}
            />
            <TextField
              label={words.tokens}
              type="number"
              min={1}
              value={maxTokens}
              onChange={({ target }) => setMaxTokens(target.value)}
              problem={fieldProblem(fork.error, "changes.options.maxTokens")}
            />
          </div>
        </div>
      </details>
      {(others.length > 0 || !fieldProblem(fork.error, "changes.options.rounds")) && <ProblemNote error={fork.error} />}
      <div className="sticky bottom-0 -mx-5 -mb-5 flex justify-end gap-3 border-t border-line bg-surface px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button onClick={onClose}>{shell.cancel}</Button>
        <Button type="submit" look="primary" isBusy={fork.isPending}>
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}

interface ForkSeatProps {
  readonly seat: SeatAtTable
  readonly change: SeatChange
  readonly onChange: (change: SeatChange) => void
}

/** One seat of a fork: same as before, or with another model or persona. */
function ForkSeat({ seat, change, onChange }: ForkSeatProps) {
  const { fork: texts } = useTexts(discussionTexts)
  const { leaveOut } = useTexts(continueTexts)
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
      <Checkbox
        className="mt-2 text-sm"
        label={leaveOut(name)}
        checked={change.leaves ?? false}
        onChange={({ target }) => onChange({ ...change, leaves: target.checked })}
      />
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
