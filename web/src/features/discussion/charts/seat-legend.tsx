import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import { seatColour } from "../../../components/seat-colour.ts"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"

/** Which colour is whose. */
export function SeatLegend({ seats }: { readonly seats: readonly SeatAtTable[] }) {
  return (
    <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {seats.map(({ id, name, place }) => (
        <li key={id} style={seatColour(place)} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full bg-(--seat)" />
          {stripUnsafeCharacters(name)}
        </li>
      ))}
    </ul>
  )
}
