import type { Outcome } from "../../../api/discussions.ts"
import { SeatChip } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useSeats } from "../view/view-store.ts"

/** Who did not go along with the last ballot, in their own words. */
export function Dissent({ dissent }: { readonly dissent: Outcome["dissent"] }) {
  const { outcome: texts, ballot } = useTexts(discussionTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  return (
    <div>
      <h3 className="mb-3 text-sm font-medium text-quiet">{texts.dissent}</h3>
      <ul className="flex flex-col gap-4">
        {dissent.map(({ role, name, reading, confidence, reasoning, choice }) => (
          <li key={role}>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <SeatChip name={name} place={seatOf(role).place} />
              {choice !== undefined && <span className="text-sm font-medium">{stripUnsafeCharacters(choice)}</span>}
              <span className="text-xs text-quiet">
                {reading === "unreadable" ? ballot.unreadable : ballot.sure(format.percent(confidence / 100))}
              </span>
            </div>
            {reasoning !== "" && (
              <blockquote dir="auto" className="mt-1.5 border-s-2 border-line ps-3 text-quiet">
                {stripUnsafeCharacters(reasoning)}
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
