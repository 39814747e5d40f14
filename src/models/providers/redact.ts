import { cleanText, excerpt } from "../../core/text.ts"

const maxLength = 200
/** Of a message no more than this is looked at: it may be a page. */
const maxScannedLength = 2_000

/** What looks like a key, whoever it belongs to. */
const keyPatterns = [
  /\bbearer\s+[^\s"']+/gi,
  /\b(?:sk|pk|rk|gsk|xai|key|AIza|ya29)[-_.]?[\w*.-]{8,}/g,
  /(?<=\b(?:(?:api[-_ ]?)?key|token|secret|authorization|password)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;)}\]]+/gi,
  /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi,
]

/** A provider's own words, short, on one line, and without the key or anything like one. */
export function redact(text: string, key: string): string {
  const own = key.length >= 4 ? [key, encodeURIComponent(key)] : []
  const known = own.reduce((shown, secret) => shown.replaceAll(secret, "…"), text)
  const clean = keyPatterns.reduce(
    (shown, pattern) => shown.replace(pattern, "…"),
    cleanText(known.slice(0, maxScannedLength)),
  )
  return excerpt(clean, maxLength)
}
