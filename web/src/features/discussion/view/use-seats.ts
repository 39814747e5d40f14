import { useMemo } from "react"
import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import { useView } from "./use-view.ts"

/** All who ever sat here, by id. An id that nobody has is shown as it is. */
export function useSeats(): (id: string) => SeatAtTable {
  const seats = useView((view) => view.seats)
  return useMemo(() => {
    const byId = new Map(seats.map((seat) => [seat.id, seat]))
    return (id) => byId.get(id) ?? { id, name: id, kind: "model", role: "", place: 0 }
  }, [seats])
}
