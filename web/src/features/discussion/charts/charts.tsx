import { ConfidenceChart } from "./confidence-chart.tsx"
import { PositionFlow } from "./position-flow.tsx"
import { TimelineChart } from "./timeline-chart.tsx"
import { UsageBars } from "./usage-bars.tsx"

/** Fetched when they are first looked at. */
export default function Charts({ id }: { readonly id: string }) {
  return (
    <div className="flex flex-col gap-5">
      <ConfidenceChart />
      <PositionFlow id={id} />
      <UsageBars />
      <TimelineChart />
    </div>
  )
}
