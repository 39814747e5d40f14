import type { Turn } from "../../../api/discussions.ts"
import { anonymousUserId } from "../../../preferences/own-name.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useTimeFormatter } from "../use-time-formatter.ts"

/** When it ended, how long it took, what it cost, by which model. */
export function TurnFacts({ turn }: { readonly turn: Turn }) {
  const { turn: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const time = useTimeFormatter()
  const { timestamp, durationMs, tokenUsage, modelId, author, id } = turn
  const tokens = tokenUsage.promptTokens + tokenUsage.completionTokens
  const facts = [
    id,
    ...(modelId === undefined ? [] : [modelId]),
    ...(author === undefined || author === anonymousUserId ? [] : [texts.by(author)]),
    format.duration(durationMs),
    ...(tokens > 0 ? [texts.tokens(format.compact(tokens))] : []),
    ...(tokenUsage.cost !== undefined ? [format.dollars(tokenUsage.cost)] : []),
    time(timestamp),
  ]
  return <p className="mt-2 text-xs text-quiet">{facts.join(" · ")}</p>
}
