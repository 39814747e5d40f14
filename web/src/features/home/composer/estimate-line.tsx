import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { estimateQuery, type NewDiscussion } from "../../../api/discussions.ts"
import { isRehearsalModel } from "../../../api/models.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"

const settleMs = 500

/** Upper estimate of a discussion's cost before it starts; empty while the draft is invalid. */
export function EstimateLine({ request }: { readonly request: NewDiscussion | undefined }) {
  const { estimate: texts } = useTexts(homeTexts)
  const format = useFormatters()
  const settled = useSettled(request)
  const { data, isError, isPlaceholderData } = useQuery({
    ...estimateQuery(settled),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!data || isError) return null
  const { calls, promptTokens, completionTokens, dollars, seats } = data
  const isFree = seats.every(({ model }) => model === null || isRehearsalModel(model))
  const cost = isFree ? texts.free : dollars === null ? texts.unknownCost : texts.cost(format.dollars(dollars))
  // Do not show an estimate of an earlier draft.
  const isStale = isPlaceholderData || JSON.stringify(settled) !== JSON.stringify(request)
  return (
    <p className={`text-sm text-quiet ${isStale ? "invisible" : ""}`} data-estimate>
      {texts.line(format.number(calls), format.compact(promptTokens + completionTokens))} · {cost}
    </p>
  )
}

/** A debounced value. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
