import { useEffect, useState } from "react"
import { useFormat } from "../texts/use-format.ts"

const tickMs = 30_000

/** How long ago, kept true; the exact time on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  const format = useFormat()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relative(at, Math.max(now, Date.parse(at)))}
    </time>
  )
}
