import type { Outcome } from "../../../api/discussions.ts"
import { Badge } from "../../../components/badge.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { usePositionText } from "../use-position-text.ts"

/** The last ballot under every way of counting; those that would have mattered stand out. */
export function Recounts({ recounts }: { readonly recounts: NonNullable<Outcome["recounts"]> }) {
  const { outcome: texts } = useTexts(discussionTexts)
  const words = usePositionText()
  const others = recounts.filter(({ differs }) => differs).length
  return (
    <details className="group/recounts">
      <summary className="text-sm">
        <h3 className="inline font-medium text-quiet">{texts.recounts}</h3>
        <span className={others > 0 ? "ms-2 font-medium text-warn" : "ms-2 text-quiet"}>
          {texts.recountsLead(others)}
        </span>
      </summary>
      <table className="mt-3 w-full text-start text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-quiet">
            <th scope="col" className="py-1.5 text-start font-medium">
              {texts.protocol}
            </th>
            <th scope="col" className="py-1.5 text-start font-medium">
              {texts.winner}
            </th>
          </tr>
        </thead>
        <tbody>
          {recounts.map(({ protocol, winner, differs }) => (
            <tr key={protocol} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pe-4 text-start font-normal">
                {texts.protocols[protocol]}
              </th>
              <td className="py-2">
                <span className="flex flex-wrap items-center gap-2">
                  {winner === null ? (
                    <span className="text-quiet">{texts.nothing}</span>
                  ) : (
                    stripUnsafeCharacters(words(winner))
                  )}
                  {differs && <Badge tone="warn">{texts.differs}</Badge>}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
