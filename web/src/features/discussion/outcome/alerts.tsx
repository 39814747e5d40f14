import { useQuery } from "@tanstack/react-query"
import { type Ledger, ledgerQuery } from "../../../api/discussions.ts"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { usePositionText } from "../use-position-text.ts"
import { useSeats } from "../view/view-store.ts"

/** What in the ledger of positions deserves a second look. */
export function Alerts({ id }: { readonly id: string }) {
  const { outcome: texts } = useTexts(discussionTexts)
  const { data } = useQuery({ ...ledgerQuery(id), staleTime: Number.POSITIVE_INFINITY })
  const seatOf = useSeats()
  const words = usePositionText()
  if (!data || data.alerts.length === 0) return null
  const sentence = (alert: Ledger["alerts"][number]): string => {
    if (alert.kind === "premature_agreement") {
      const why = alert.why.map((reason) => texts.prematureWhy[reason])
      return [texts.premature(alert.roundNumber, words(alert.stance)), why.join(", ")].filter(Boolean).join(": ")
    }
    const { role, roundNumber, from, to } = alert
    const why = alert.why.map((reason) => texts.cavingWhy[reason])
    return [texts.caving(seatOf(role).name, roundNumber, words(from), words(to)), why.join(", ")]
      .filter(Boolean)
      .join(": ")
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
