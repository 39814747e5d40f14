import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useView } from "../view/view-store.ts"

/** Rounds, turns, time, tokens and cost of the whole. */
export function OutcomeFacts() {
  const { facts } = useTexts(discussionTexts).outcome
  const format = useFormatters()
  const items = useView((view) => view.items)
  const usage = Object.values(useView((view) => view.usage))
  const startedAt = useView((view) => view.startedAt)
  const endedAt = useView((view) => view.endedAt)
  const rounds = useView((view) => view.round?.number ?? 0)
  const turns = items.filter((item) => item.kind === "turn" && item.turn !== undefined).length
  const tokens = usage.reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0)
  const costs = usage.flatMap(({ cost }) => (cost === undefined ? [] : [cost]))
  const shown = [
    [facts.rounds, format.number(rounds)],
    [facts.turns, format.number(turns)],
    ...(startedAt && endedAt ? [[facts.time, format.duration(Date.parse(endedAt) - Date.parse(startedAt))]] : []),
    [facts.tokens, format.compact(tokens)],
    ...(costs.length > 0 ? [[facts.cost, format.dollars(costs.reduce((sum, cost) => sum + cost, 0))]] : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-5">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-quiet">{label}</dt>
          <dd className="font-display text-xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
