import { useQuery } from "@tanstack/react-query"
import { createContext, useContext, useEffect, useRef } from "react"
import type { PublicOpenCall, SeatAtTable } from "../../../../../src/core/public/view.ts"
import { summaryQuery } from "../../../api/discussions.ts"
import { invitation } from "../../../api/invitation.ts"
import { StoredPreference, useStoredPreference } from "../../../preferences/stored-preference.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useView } from "../view/view-store.ts"
import { peopleTexts } from "./texts.ts"

/** The seat name of this browser's user, shared by all discussions. */
const chosenName = new StoredPreference<string>("conclave.you", undefined, "")

export function useChosenName(): readonly [string, (name: string) => void] {
  return [useStoredPreference(chosenName), (name) => chosenName.set(name)]
}

/** Id of the reader's own seat. */
export const OwnSeatContext = createContext<string | undefined>(undefined)

export function useOwnSeat(): string | undefined {
  return useContext(OwnSeatContext)
}

interface SeatOfReader {
  /** While false nothing is read, since it might be more than this seat may see. */
  readonly isKnown: boolean
  readonly seat?: string | undefined
}

/** Resolved before anything of the discussion is read. */
export function useSeatOfReader(id: string): SeatOfReader {
  const [name] = useChosenName()
  const invited = invitation()
  const mayBeHere = invited === undefined && name !== ""
  const { data, isPending } = useQuery({ ...summaryQuery(id), enabled: mayBeHere })
  if (invited) return { isKnown: true, seat: invited.seat }
  if (!mayBeHere) return { isKnown: true }
  return { isKnown: !isPending, seat: data?.seats.find((seat) => seat.kind !== "model" && seat.name === name)?.id }
}

/** Whether other seats are shown by pseudonym, as they are until the discussion ends. */
export function useAreNamesHidden(): boolean {
  return useView(({ seats }) => seats.some(({ id }) => /^P\d+$/.test(id)))
}

/** Seats with their real names, for selection; also if the view shows pseudonyms. */
export function useNamedSeats(id: string): readonly NamedSeat[] {
  const isHidden = useAreNamesHidden()
  const seats = useView((view) => view.seats)
  const { data } = useQuery({ ...summaryQuery(id), enabled: isHidden && invitation() === undefined })
  return isHidden ? (data?.seats ?? []) : seats.filter(({ hasLeft }) => !hasLeft)
}

export type NamedSeat = Pick<SeatAtTable, "id" | "name" | "kind">

/** What the reader's seat is currently asked. */
export function useOwnCall(): PublicOpenCall | undefined {
  const own = useOwnSeat()
  return useView((view) => view.open.find(({ seat, isAwaited }) => isAwaited && seat === own))
}

/** System notification that it is the reader's turn, if allowed and the page is not visible. */
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
