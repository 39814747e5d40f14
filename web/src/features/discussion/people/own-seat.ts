import { useQuery } from "@tanstack/react-query"
import { createContext, useContext, useEffect, useRef } from "react"
import type { PublicOpenCall, SeatAtTable } from "../../../../../src/core/public/view.ts"
import { summaryQuery } from "../../../api/discussions.ts"
import { invitation } from "../../../api/invitation.ts"
import { StoredPreference, useStoredPreference } from "../../../preferences/stored-preference.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useView } from "../view/view-store.ts"
import { peopleTexts } from "./texts.ts"

/** Who sits before this browser, by the name of a seat; the same in every discussion. */
const chosenName = new StoredPreference<string>("conclave.you", undefined, "")

export function useChosenName(): readonly [string, (name: string) => void] {
  return [useStoredPreference(chosenName), (name) => chosenName.set(name)]
}

/** The id of the seat that the reader speaks for and reads as. */
export const OwnSeatContext = createContext<string | undefined>(undefined)

export function useOwnSeat(): string | undefined {
  return useContext(OwnSeatContext)
}

interface SeatOfReader {
  /** Until then nothing is read: it might be more than this seat may see. */
  readonly isKnown: boolean
  readonly seat?: string | undefined
}

/** Found out before anything of the discussion is read. */
export function useSeatOfReader(id: string): SeatOfReader {
  const [name] = useChosenName()
  const invited = invitation()
  const mayBeHere = invited === undefined && name !== ""
  const { data, isPending } = useQuery({ ...summaryQuery(id), enabled: mayBeHere })
  if (invited) return { isKnown: true, seat: invited.seat }
  if (!mayBeHere) return { isKnown: true }
  return { isKnown: !isPending, seat: data?.seats.find((seat) => seat.kind !== "model" && seat.name === name)?.id }
}

/** Whether the others are read by pseudonyms, as they are until it is over. */
export function useAreNamesHidden(): boolean {
  return useView(({ seats }) => seats.some(({ id }) => /^P\d+$/.test(id)))
}

/** The seats by their names, for whoever chooses among them: also where what is read has only pseudonyms. */
export function useNamedSeats(id: string): readonly NamedSeat[] {
  const isHidden = useAreNamesHidden()
  const seats = useView((view) => view.seats)
  const { data } = useQuery({ ...summaryQuery(id), enabled: isHidden && invitation() === undefined })
  return isHidden ? (data?.seats ?? []) : seats.filter(({ hasLeft }) => !hasLeft)
}

export type NamedSeat = Pick<SeatAtTable, "id" | "name" | "kind">

/** What the reader's own seat is asked now. */
export function useOwnCall(): PublicOpenCall | undefined {
  const own = useOwnSeat()
  return useView((view) => view.open.find(({ seat, isAwaited }) => isAwaited && seat === own))
}

/** Tells the reader by the system, where they allowed it and look elsewhere, that it is their turn. */
export function useTurnNotification(title: string): void {
  const texts = useTexts(peopleTexts)
  const call = useOwnCall()
  const told = useRef("")
  useEffect(() => {
    if (!call || told.current === call.id) return
    told.current = call.id
    if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return
    const notification = new Notification(texts.yourTurn, { body: title, tag: call.id })
    notification.onclick = () => window.focus()
  }, [call, title, texts])
}
