import { useContext } from "react"
import type { Retry, SeatAtTable, TurnItem } from "../../../../../src/core/public/view.ts"
import { invitation } from "../../../api/invitation.ts"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { SeatAvatar, seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { ForkContext, turnBefore, useDiscussionId, useTurnAgain } from "../actions/use-discussion-action.ts"
import { continueTexts } from "../continue-texts.ts"
import { discussionTexts } from "../texts.ts"
import { ViewContext } from "../view/view-store.ts"

interface UnspokenTurnProps {
  readonly item: TurnItem
  readonly seat: SeatAtTable
}

/** A pass, a skip or an unfinished turn: visible, but low-key. */
export function UnspokenTurn({ item, seat }: UnspokenTurnProps) {
  const { turn: texts } = useTexts(discussionTexts)
  const { key, state, skip } = item
  const name = stripUnsafeCharacters(seat.name)
  const words =
    state === "passed"
      ? texts.passed(name)
      : state === "dropped"
        ? texts.dropped(name)
        : texts.skipped[skip?.because ?? "failed"](name)
  return (
    <article
      id={key}
      data-key={key}
      tabIndex={-1}
      aria-label={words}
      style={seatColour(seat.place)}
      className="-mx-3 rounded-xl px-3 py-1.5 text-sm text-quiet"
    >
      <div className="flex items-center gap-3 sm:gap-4 sm:ps-1.5">
        <SeatAvatar name={seat.name} place={seat.place} className="size-6 text-[0.6rem]" />
        <span>
          {words}
          {state === "skipped" && skip?.because === undefined && <span className="text-quiet"> · {skip?.message}</span>}
          {skip?.abortsRound && <span> {texts.endsRound}</span>}
        </span>
      </div>
      <RetryLines retries={item.retries} isIndented />
      {state === "skipped" && skip?.because === undefined && !invitation() && <AgainButtons turn={key} />}
    </article>
  )
}

/** Below a failed turn: retry with the same or another model. Both fork, since logs are never rewritten. */
function AgainButtons({ turn }: { readonly turn: string }) {
  const texts = useTexts(continueTexts)
  const store = useContext(ViewContext)
  const again = useTurnAgain(useDiscussionId())
  const openFork = useContext(ForkContext)
  if (!openFork) return null
  return (
    <div className="mt-1.5 flex flex-wrap gap-2 ps-9 sm:ps-12">
      <Button size="small" onClick={() => again(turn)}>
        <Icon name="refresh" className="size-4" />
        {texts.again}
      </Button>
      <Button size="small" onClick={() => openFork(turnBefore(store.view.items, turn) ?? "")}>
        <Icon name="branch" className="size-4" />
        {texts.otherModel}
      </Button>
    </div>
  )
}

interface RetryLinesProps {
  readonly retries: readonly Retry[]
  readonly isIndented?: boolean
}

/** Why a turn was retried. */
export function RetryLines({ retries, isIndented = false }: RetryLinesProps) {
  const { turn: texts } = useTexts(discussionTexts)
  if (retries.length === 0) return null
  return (
    <ul className={`mb-1.5 flex flex-col gap-0.5 text-xs text-quiet ${isIndented ? "ps-9 sm:ps-12" : ""}`}>
      {retries.map(({ attempt, reason, modelId, message }) => (
        <li key={attempt} title={message}>
          ↻ {texts.retries[reason]}
          {modelId !== undefined && <span> ({modelId})</span>} · {texts.attempt(attempt)}
        </li>
      ))}
    </ul>
  )
}
