import { useQuery } from "@tanstack/react-query"
import { type Ledger, ledgerQuery } from "../../../api/discussions.ts"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { usePositionText } from "../use-position-text.ts"
import { useSeats } from "../view/use-seats.ts"

/** What in the ledger of positions deserves a second look. */
export function Alerts({ id }: { readonly id: string }) {
  const { outcome: texts } = useTexts(discussionTexts)
  const { data } = useQuery({ ...ledgerQuery(id), staleTime: Number.POSITIVE_INFINITY })
  const seatOf = useSeats()
  const words = usePositionText()
  if (!data || data.alerts.length === 0) return null
  const sentence = (alert: Ledger["alerts"][number]): string => {
    if (alert.kind === "new_winner") return texts.newWinner(words(alert.stance))
    if (alert.kind === "no_majority") return texts.noMajority(words(alert.stance), alert.votes, alert.voters)
    return texts.newPosition(seatOf(alert.role).name, alert.roundNumber, words(alert.from), words(alert.to))
  }
  return (
    <div className="rounded-2xl bg-warn-soft px-4 py-3">
      <h3 className="mb-1.5 flex items-center gap-2 text-sm font-medium text-warn">
        <Icon name="alert" className="size-4" />
        {texts.alerts}
      </h3>
      <ul className="list-disc ps-5 text-sm">
        {data.alerts.map((alert) => (
          <li key={`${alert.kind}-${alert.roundNumber}-${"role" in alert ? alert.role : ""}`}>
            {stripUnsafeCharacters(sentence(alert))}.
          </li>
        ))}
      </ul>
    </div>
  )
}
