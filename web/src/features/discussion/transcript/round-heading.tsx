import type { RoundItem } from "../../../../../src/core/public/view.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useView } from "../view/view-store.ts"

export function RoundHeading({ item: { number, isParallel, summary } }: { readonly item: RoundItem }) {
  const texts = useTexts(discussionTexts)
  const format = useFormatters()
  const rounds = useView((view) => view.options?.rounds)
  const facts = [
    ...(isParallel ? [texts.round.parallel] : []),
    ...(summary ? [texts.round.contributions(summary.contributions)] : []),
    ...(summary && summary.passes > 0 ? [texts.round.passes(summary.passes)] : []),
    ...(summary && summary.skips > 0 ? [texts.round.skips(summary.skips)] : []),
    ...(summary?.novelty !== undefined ? [texts.round.novelty(format.percent(summary.novelty))] : []),
    ...(summary?.aborted ? [texts.round.aborted] : []),
  ]
  return (
    <div className="flex items-center gap-4 pt-6 pb-4">
      <h2 className="font-display text-lg font-medium whitespace-nowrap">{texts.table.roundOf(number, rounds)}</h2>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      {facts.length > 0 && <span className="text-end text-xs text-quiet">{facts.join(" · ")}</span>}
    </div>
  )
}
