import { useEffect, useState } from "react"
import { useFormatters } from "../texts/use-formatters.ts"

const updateMs = 30_000

/** Relative time that updates itself; the exact time is the tooltip. */
export function RelativeTime({ at }: { readonly at: string }) {
  const format = useFormatters()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), updateMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relative(at, Math.max(now, Date.parse(at)))}
    </time>
  )
}
