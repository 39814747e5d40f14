import { type ReactNode, useState } from "react"
import { isOver, type SeatAtTable } from "../../../../../src/core/public/view.ts"
import { invitation } from "../../../api/invitation.ts"
import { isRehearsalModel } from "../../../api/models.ts"
import { RehearsalBadge } from "../../../components/badge.tsx"
import { Button, IconButton } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { SeatAvatar, seatColour } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { continueTexts } from "../continue-texts.ts"
import { LazyConnectAgent, LazyKeyDialog, LazySeatDialog } from "../lazy-parts.tsx"
import { type NamedSeat, useAreNamesHidden, useNamedSeats } from "../people/own-seat.ts"
import type { SeatDialogName } from "../people/seat-dialogs.tsx"
import { peopleTexts } from "../people/texts.ts"
import { discussionTexts } from "../texts.ts"
import { useReplay, useView } from "../view/view-store.ts"
import type { SeatState } from "./seat-state.ts"
import { useSeatStates, useSeatStateText } from "./seat-state.ts"

/** The seats with their models; collapsed on small screens. */
export function SeatList({ id }: { readonly id: string }) {
  const { table: texts } = useTexts(discussionTexts)
  const seats = useView((view) => view.seats)
  const states = useSeatStates()
  const isReplaying = useReplay().place !== undefined
  const mayInvite = useView((view) => !isOver(view.status)) && invitation() === undefined && !isReplaying
  const words = useTexts(continueTexts)
  const people = useTexts(peopleTexts)
  const [dialog, setDialog] = useState<SeatDialogName>()
  const areNamesHidden = useAreNamesHidden()
  const named = useNamedSeats(id)
  const tools = (seat: NamedSeat) => (
    <>
      {seat.kind === "external" && <LazyConnectAgent id={id} seat={seat} />}
      {seat.kind === "human" && <InviteButton id={id} seat={seat} />}
      <IconButton label={words.remove(stripUnsafeCharacters(seat.name))} onClick={() => setDialog({ remove: seat })}>
        <Icon name="close" className="size-4" />
      </IconButton>
    </>
  )
  const rows = seats.map((seat) => (
    <SeatRow key={seat.id} seat={seat} state={states.get(seat.id) ?? "quiet"}>
      {mayInvite && !areNamesHidden && !seat.hasLeft && tools(seat)}
    </SeatRow>
  ))
  // Inviting and removing needs real names, which reveal nothing about who says what.
  const hiddenNames = areNamesHidden && (
    <div className="mt-3 border-t border-line pt-3 text-sm">
      <p className="text-quiet">{people.namesHidden}</p>
      {mayInvite && (
        <ul>
          {named.map((seat) => (
            <li key={seat.id} className="flex items-center gap-1">
              <span className="min-w-0 flex-1 truncate">{stripUnsafeCharacters(seat.name)}</span>
              {tools(seat)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
  const buttons = mayInvite && (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="small" onClick={() => setDialog("add")}>
        <Icon name="add" className="size-4" />
        {words.addSeat}
      </Button>
      <Button size="small" onClick={() => setDialog("side")}>
        <Icon name="branch" className="size-4" />
        {words.side}
      </Button>
    </div>
  )
  return (
    <>
      {dialog && <LazySeatDialog id={id} name={dialog} onClose={() => setDialog(undefined)} />}
      <details className="rounded-xl border border-line px-4 py-2.5 lg:hidden">
        <summary className="text-sm font-medium">
          {texts.seats} ({seats.length})
        </summary>
        <ul className="mt-3 flex flex-col gap-3">{rows}</ul>
        {hiddenNames}
        {buttons}
      </details>
      <div className="hidden lg:block">
        <h2 className="mb-2 text-sm font-medium text-quiet">{texts.seats}</h2>
        <ul className="flex flex-col gap-2.5">{rows}</ul>
        {hiddenNames}
        {buttons}
      </div>
    </>
  )
}

interface SeatRowProps {
  readonly seat: SeatAtTable
  readonly state: SeatState
  readonly children: ReactNode
}

function SeatRow({ seat, state, children }: SeatRowProps) {
  const { table: texts } = useTexts(discussionTexts)
  const words = useSeatStateText()(seat, state)
  const model = seat.modelOverride ?? seat.model
  const isActive = state === "speaking" || state === "thinking" || state === "voting" || state === "awaited"
  return (
    <li style={seatColour(seat.place)} className={`flex items-center gap-3 ${seat.hasLeft ? "opacity-70" : ""}`}>
      <SeatAvatar name={seat.name} place={seat.place} />
      <div className="min-w-0 flex-1 text-sm leading-tight">
        <div className="flex items-baseline gap-2">
          <span className={`truncate font-medium ${seat.hasLeft ? "line-through" : ""}`}>
            {stripUnsafeCharacters(seat.name)}
          </span>
          {words !== "" && (
            <span className={`shrink-0 text-xs ${isActive ? "font-medium text-(--seat)" : "text-quiet"}`}>{words}</span>
          )}
        </div>
        <div className="truncate text-xs text-quiet" title={model}>
          {seat.kind === "model" ? model : seat.kind === "human" ? texts.person : texts.external}
        </div>
      </div>
      {isRehearsalModel(model) && <RehearsalBadge />}
      {children}
    </li>
  )
}

/** Opens the dialog with invitation links for this seat. */
function InviteButton({ id, seat }: { readonly id: string; readonly seat: NamedSeat }) {
  const texts = useTexts(peopleTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={texts.invitations(stripUnsafeCharacters(seat.name))} onClick={() => setOpen(true)}>
        <Icon name="link" className="size-4" />
      </IconButton>
      {isOpen && <LazyKeyDialog id={id} seat={seat} onClose={() => setOpen(false)} />}
    </>
  )
}
