import { type FormEvent, useState } from "react"
import type { Ballot } from "../../../api/discussions.ts"
import { Button, IconButton } from "../../../components/button.tsx"
import { TextArea, TextField } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { clearDraft, useStoredDraft } from "../../../preferences/stored-draft.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { continueTexts } from "../continue-texts.ts"
import { discussionTexts } from "../texts.ts"
import { useView } from "../view/view-store.ts"

interface VoteComposerProps {
  readonly seat: string
  /** Storage key of the draft. */
  readonly draftName: string
  readonly onVote: (content: string) => Promise<boolean>
  readonly isBusy: boolean
}

export function VoteComposer(props: VoteComposerProps) {
  const ballot = useView((view) => {
    const last = view.items.findLast((item) => item.kind === "ballot")
    return last?.kind === "ballot" ? last.ballot : undefined
  })
  return ballot && <VoteForm {...props} ballot={ballot} />
}

function VoteForm({ seat, draftName, ballot, onVote, isBusy }: VoteComposerProps & { readonly ballot: Ballot }) {
  const { say: texts, ballot: words } = useTexts(discussionTexts)
  const { addAmount } = useTexts(continueTexts)
  const { asks, form = "single" } = ballot
  const options = ballot.orders?.[seat]?.map((place) => ballot.options[place]!) ?? ballot.options
  const [empty] = useState<VoteDraft>({
    named: form === "ranking" ? options : [],
    solution: "",
    scores: Object.fromEntries(options.map((option) => [option, 5])),
    amount: "",
    confidence: 70,
    reason: "",
  })
  const [draft, setDraft] = useStoredDraft(draftName, empty)
  const { isYes, named, ...rest } = draft
  const setYes = (yes: boolean) => setDraft({ ...draft, isYes: yes })
  const setNamed = (chosen: readonly string[]) => setDraft({ ...draft, named: chosen })
  const setRest = (changed: Partial<VoteDraft>) => setDraft({ ...draft, ...changed })
  const isReady = asks === "choice" ? form === "approval" || form === "scores" || named.length > 0 : isYes !== undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy && (await onVote(encodeVote(ballot, draft)))) clearDraft(draftName)
  }
  return (
    <form onSubmit={submit} className="flex max-h-[60dvh] flex-col gap-3 overflow-y-auto p-1">
      {asks === "choice" && form === "scores" ? (
        <ScoreFields scores={rest.scores} onChange={(scores) => setRest({ scores })} />
      ) : asks === "choice" ? (
        <Options form={form} options={options} named={named} onChange={setNamed} />
      ) : (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-1.5 text-sm font-medium">{words.asks[asks]}</legend>
          {[true, false].map((answer) => (
            <label
              key={String(answer)}
              className="flex h-9 items-center gap-2 rounded-lg border border-line-strong px-3 text-sm has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="answer"
                className="accent-accent"
                checked={isYes === answer}
                onChange={() => setYes(answer)}
              />
              {answer ? words.yes : words.no}
            </label>
          ))}
        </fieldset>
      )}
      <label className="flex items-center gap-3 text-sm">
        {texts.confidence}
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={rest.confidence}
          onChange={({ target }) => setRest({ confidence: Number(target.value) })}
          className="min-w-0 flex-1 accent-accent"
        />
        <output className="w-10 text-end tabular-nums">{rest.confidence}%</output>
      </label>
      <TextArea
        rows={2}
        label={texts.reason}
        value={rest.reason}
        onChange={({ target }) => setRest({ reason: target.value })}
      />
      {asks === "consensus" && (
        <TextArea
          rows={2}
          label={texts.solution}
          value={rest.solution}
          onChange={({ target }) => setRest({ solution: target.value })}
        />
      )}
      {asks === "choice" && (
        <details>
          <summary className="text-sm text-quiet hover:text-ink">{addAmount}</summary>
          <TextField
            className="mt-2"
            type="number"
            step="any"
            label={texts.amount}
            value={rest.amount}
            onChange={({ target }) => setRest({ amount: target.value })}
          />
        </details>
      )}
      <Button type="submit" size="small" look="primary" className="self-end" disabled={!isReady} isBusy={isBusy}>
        {texts.vote}
      </Button>
    </form>
  )
}

interface OptionsProps {
  readonly form: NonNullable<Ballot["form"]>
  readonly options: readonly string[]
  readonly named: readonly string[]
  readonly onChange: (named: readonly string[]) => void
}

function Options({ form, options, named, onChange }: OptionsProps) {
  const { say: texts } = useTexts(discussionTexts)
  if (form === "ranking") return <Ranking named={named} onChange={onChange} />
  const isMany = form === "approval"
  const toggle = (option: string) =>
    onChange(
      !isMany ? [option] : named.includes(option) ? named.filter((other) => other !== option) : [...named, option],
    )
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{isMany ? texts.approve : texts.choose}</legend>
      <div className="flex flex-col gap-1">
        {options.map((option) => (
          <label key={option} className="flex items-start gap-2.5 text-sm">
            <input
              type={isMany ? "checkbox" : "radio"}
              name="option"
              className="mt-1 accent-accent"
              checked={named.includes(option)}
              onChange={() => toggle(option)}
            />
            <span dir="auto">{stripUnsafeCharacters(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Ranking({ named, onChange }: Pick<OptionsProps, "named" | "onChange">) {
  const { say: texts } = useTexts(discussionTexts)
  const move = (index: number, by: number) => {
    const next = [...named]
    const [option] = next.splice(index, 1)
    next.splice(index + by, 0, option!)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{texts.rank}</legend>
      <ol className="flex flex-col gap-1">
        {named.map((option, index) => (
          <li key={option} className="flex items-center gap-1 rounded-lg bg-sunken ps-3 text-sm">
            <span className="w-5 text-quiet tabular-nums">{index + 1}</span>
            <span dir="auto" className="min-w-0 flex-1">
              {stripUnsafeCharacters(option)}
            </span>
            <IconButton label={texts.up(option)} disabled={index === 0} onClick={() => move(index, -1)}>
              <Icon name="up" className="size-4" />
            </IconButton>
            <IconButton label={texts.down(option)} disabled={index === named.length - 1} onClick={() => move(index, 1)}>
              <Icon name="down" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

interface VoteDraft {
  readonly isYes?: boolean
  readonly solution: string
  /** Options in order of preference; for a single choice the first counts. */
  readonly named: readonly string[]
  /** From 0 to 10, by option. */
  readonly scores: Readonly<Record<string, number>>
  readonly amount: string
  readonly confidence: number
  readonly reason: string
}

/** A vote as the JSON object that the ballot asks for, which the server reads exactly. */
function encodeVote({ asks, form = "single" }: Pick<Ballot, "asks" | "form">, draft: VoteDraft): string {
  const { isYes = false, solution, named, scores, amount, confidence, reason: reasoning } = draft
  if (asks !== "choice") {
    const proposed = asks === "consensus" && solution.trim() !== "" ? { proposedSolution: solution } : {}
    return JSON.stringify({ hasConsensus: isYes, confidence, reasoning, ...proposed })
  }
  const answers = {
    single: { choice: named[0] },
    ranking: { ranking: named },
    approval: { approved: named },
    scores: { scores: Object.entries(scores).map(([option, score]) => ({ option, score })) },
  }
  const sum = amount.trim() === "" ? {} : { amount: Number(amount) }
  return JSON.stringify({ ...answers[form], ...sum, confidence, reasoning })
}

interface ScoreFieldsProps {
  readonly scores: Readonly<Record<string, number>>
  readonly onChange: (scores: Readonly<Record<string, number>>) => void
}

/** A score from 0 to 10 for each option. */
function ScoreFields({ scores, onChange }: ScoreFieldsProps) {
  const { say: texts } = useTexts(discussionTexts)
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{texts.score}</legend>
      {Object.entries(scores).map(([option, score]) => (
        <label key={option} className="flex items-center gap-3 text-sm">
          <span dir="auto" className="min-w-0 flex-1">
            {stripUnsafeCharacters(option)}
          </span>
          <input
            type="range"
            min={0}
            max={10}
            value={score}
            onChange={({ target }) => onChange({ ...scores, [option]: Number(target.value) })}
            className="w-32 accent-accent"
          />
          <output className="w-6 text-end tabular-nums">{score}</output>
        </label>
      ))}
    </fieldset>
  )
}
