import { useMemo } from "react"
import { useView } from "../view/view-store.ts"
import { type SeatState, seatStates } from "./seat-state.ts"

/** How each seat stands now; changes when a seat begins or ends, not with each word. */
export function useSeatStates(): ReadonlyMap<string, SeatState> {
  const seats = useView((view) => view.seats)
  const open = useView((view) => view.open)
  const items = useView((view) => view.items)
  const heard = useView((view) =>
    Object.keys(view.live)
      .filter((id) => view.live[id]!.text !== "")
      .join(),
  )
  return useMemo(() => seatStates(seats, open, items, new Set(heard.split(","))), [seats, open, items, heard])
}
