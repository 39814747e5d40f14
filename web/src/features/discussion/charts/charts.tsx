import { lazy, Suspense } from "react"
import { seatColour } from "../../../components/seat-chip.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { ChartFrame, DataTable } from "./chart-frame.tsx"
import { ConfidenceChart } from "./confidence-chart.tsx"
import { PositionFlow } from "./position-flow.tsx"
import { TimelineChart } from "./timeline-chart.tsx"

const ArgumentMap = lazy(() => import("../positions/argument-map.tsx"))

/** Loaded on demand. */
export default function Charts({ id }: { readonly id: string }) {
  return (
    <div className="flex flex-col gap-5">
      <Suspense fallback={<Loading />}>
        <ArgumentMap />
      </Suspense>
      <ConfidenceChart />
      <PositionFlow id={id} />
      <UsageBars />
      <TimelineChart />
    </div>
  )
}

/** Tokens and cost per seat. */
function UsageBars() {
  const { charts: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const usage = useView((view) => view.usage)
  const seats = useView((view) => view.seats)
  const seatOf = useSeats()
  const shown = seats.flatMap(({ id }) => (usage[id] ? [{ seat: seatOf(id), used: usage[id] }] : []))
  const most = Math.max(1, ...shown.map(({ used }) => used.promptTokens + used.completionTokens))
  const hasCost = shown.some(({ used }) => used.cost !== undefined)
  const cost = (value: number | undefined) => (value === undefined ? "–" : format.dollars(value))
  const head = [texts.seat, texts.prompt, texts.cached, texts.completion, ...(hasCost ? [texts.cost] : [])]
  const rows = shown.map(({ seat, used }) => [
    seat.name,
    format.number(used.promptTokens),
    format.number(used.cachedTokens),
    format.number(used.completionTokens),
    ...(hasCost ? [cost(used.cost)] : []),
  ])
  return (
    <ChartFrame
      title={texts.usage}
      lead={texts.usageLead}
      isEmpty={shown.length === 0}
      table={<DataTable label={texts.usage} head={head} rows={rows} />}
    >
      <ul className="flex flex-col gap-3">
        {shown.map(({ seat, used }) => (
          <li key={seat.id} style={seatColour(seat.place)}>
            <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
              <span className="font-medium">{stripUnsafeCharacters(seat.name)}</span>
              <span className="text-xs text-quiet tabular-nums">
                {texts.prompt} {format.compact(used.promptTokens)} · {texts.completion}{" "}
                {format.compact(used.completionTokens)}
                {used.cost !== undefined && ` · ${format.dollars(used.cost)}`}
              </span>
            </div>
            <div aria-hidden="true" className="flex h-3 overflow-hidden rounded-full bg-sunken">
              <span className="bg-(--seat) opacity-30" style={{ width: `${(used.cachedTokens / most) * 100}%` }} />
              <span
                className="bg-(--seat) opacity-55"
                style={{ width: `${(Math.max(0, used.promptTokens - used.cachedTokens) / most) * 100}%` }}
              />
              <span className="bg-(--seat)" style={{ width: `${(used.completionTokens / most) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
      {shown.some(({ used }) => used.estimated) && <p className="mt-3 text-xs text-quiet">{texts.estimated}</p>}
    </ChartFrame>
  )
}
