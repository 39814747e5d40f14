type Headers = Readonly<Record<string, string | undefined>>

/** How long a provider asks to be left alone, in milliseconds: as a number of either unit, or as a date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const milliseconds = amount(headers["retry-after-ms"])
  if (milliseconds !== undefined) return Math.round(milliseconds)
  const value = headers["retry-after"]?.trim()
  if (!value) return undefined
  const seconds = amount(value)
  if (seconds !== undefined) return Math.round(seconds * 1_000)
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  // The provider's own clock, where it shows it: the two of us may not agree on the time.
  const from = Date.parse(headers.date ?? "")
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(from) ? now : from))
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}
