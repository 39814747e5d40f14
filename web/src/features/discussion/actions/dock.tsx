import { type FormEvent, type ReactNode, useContext, useId, useState } from "react"
import { isOver } from "../../../../../src/core/public/view.ts"
import { invitation } from "../../../api/invitation.ts"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useOwnName } from "../../../preferences/own-name.ts"
import { useListFormatter } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { LazyTurnComposer } from "../lazy-parts.tsx"
import { useAreNamesHidden, useOwnSeat } from "../people/own-seat.ts"
import { peopleTexts } from "../people/texts.ts"
import { discussionTexts } from "../texts.ts"
import { AutoScrollContext } from "../transcript/use-auto-scroll.ts"
import { useIsCaughtUp, useSeats, useView } from "../view/view-store.ts"
import { isSubmitShortcut, useDiscussionAction } from "./use-discussion-action.ts"

interface DockProps {
  readonly id: string
  /** The status; shown here while the table is not visible. */
  readonly pill: ReactNode
}

/** Fixed at the bottom of the window: composers, and the button to the newest words. */
export function Dock({ id, pill }: DockProps) {
  const { transcript: texts, table, say } = useTexts(discussionTexts)
  const whoTexts = useTexts(peopleTexts)
  const round = useView((view) => view.round?.number)
  const rounds = useView((view) => view.options?.rounds)
  const following = useContext(AutoScrollContext)
  const status = useView((view) => view.status)
  const isCaughtUp = useIsCaughtUp()
  const open = useView((view) => view.open)
  const seatOf = useSeats()
  const own = useOwnSeat()
  const listNames = useListFormatter()
  const areNamesHidden = useAreNamesHidden()
  if (isOver(status)) return null
  const isInvited = invitation() !== undefined
  const people = open.filter(({ isAwaited, seat }) => isAwaited && seatOf(seat).kind === "human")
  const isHost = own === undefined && !isInvited
  const awaited = isHost && !areNamesHidden ? people : open.filter((call) => call.isAwaited && call.seat === own)
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-4 bg-linear-to-t from-paper from-75% to-transparent px-4 pt-6 pb-4 sm:mx-0 sm:px-0">
      {isCaughtUp && !following.isOn && (
        <div className="absolute inset-x-0 -top-6 flex justify-center">
          <Button size="small" look="primary" className="shadow-card" onClick={following.follow}>
            <Icon name="down" className="size-4" />
            {texts.newest}
          </Button>
        </div>
      )}
      <p className="mb-2 flex items-center gap-3 text-sm text-quiet lg:hidden">
        {pill}
        {round !== undefined && table.roundOf(round, rounds)}
      </p>
      {awaited.length > 0 && <LazyTurnComposer id={id} calls={awaited} />}
      {awaited.length === 0 && people.length > 0 && (
        <p className="mb-2 text-sm text-quiet">
          {say.yourTurn(listNames(people.map(({ seat }) => stripUnsafeCharacters(seatOf(seat).name))))}
          {isHost && <span className="block">{whoTexts.chooseToSpeak}</span>}
        </p>
      )}
      {awaited.length === 0 && !isInvited && <InterjectComposer id={id} own={own && seatOf(own).name} />}
    </div>
  )
}

/** A comment out of turn. Collapsed to one line until focused. */
function InterjectComposer({ id, own }: { readonly id: string; readonly own: string | undefined }) {
  const { say: texts } = useTexts(discussionTexts)
  const [name, setName] = useOwnName()
  const [words, setWords] = useState("")
  const [isOpen, setOpen] = useState(false)
  const { act, isBusy } = useDiscussionAction(id)
  const hint = useId()
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (words.trim() === "" || isBusy("interjections")) return
    if (await act("interjections", { author: own ?? (name.trim() || texts.someone), content: words })) {
      setWords("")
      setOpen(false)
    }
  }
  return (
    <form
      onSubmit={submit}
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && words === "") setOpen(false)
      }}
      className="rounded-2xl border border-line-strong bg-surface p-2 shadow-card focus-within:border-accent"
    >
      <textarea
        rows={isOpen ? 3 : 1}
        aria-label={texts.interjectLabel}
        aria-describedby={hint}
        placeholder={texts.interject}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => isSubmitShortcut(event) && void submit()}
        className="block w-full resize-none bg-transparent px-2 py-1.5 outline-none"
      />
      <div className={isOpen ? "flex flex-wrap items-center gap-2 pt-1" : "sr-only"}>
        <label className="flex min-w-0 items-center gap-1.5 rounded-lg bg-sunken ps-2 text-sm text-quiet">
          <Icon name="person" className="size-4" />
          <span className="sr-only">{texts.name}</span>
          <input
            value={own ?? name}
            readOnly={own !== undefined}
            maxLength={60}
            placeholder={texts.name}
            autoComplete="nickname"
            onChange={({ target }) => setName(target.value)}
            className="h-8 w-32 bg-transparent text-ink"
          />
        </label>
        <span id={hint} className="hidden text-xs text-quiet md:inline">
          {texts.interjectHint}
        </span>
        <Button type="submit" size="small" look="primary" className="ms-auto" isBusy={isBusy("interjections")}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
