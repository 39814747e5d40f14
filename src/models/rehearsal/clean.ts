const noise = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu
const address = /\b[a-z][a-z0-9+.-]{1,12}:\/\/\S*/gi
const markup = /<[^<>]{0,200}>|[*_`#|~^\\<>]+/g
const quoteMarks = /["“”„«»「」『』‹›]+/g

/** Text of others made fit to stand inside ours: one line, no markup, no brackets that could pass for a marker, no quotes. */
export function clean(text: string, limit: number): string {
  return text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\uFFFD/g, "")
    .replace(address, " ")
    .replace(noise, " ")
    .replace(markup, " ")
    .replace(quoteMarks, "")
    .replace(/[[{]/g, "(")
    .replace(/[\]}]/g, ")")
    .replace(/\s+/g, " ")
    .trim()
}

/** Cut at a word boundary where there is one near enough; Chinese has none and is cut between characters. */
export function shorten(text: string, limit = 60): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit).toWellFormed().replaceAll("\uFFFD", "")
  const space = cut.lastIndexOf(" ")
  const kept = space > limit / 2 ? cut.slice(0, space) : cut
  return `${kept.replace(/[\s,;:.，；：。、(-]+$/u, "")}…`
}

/** A name as it may stand in a sentence. */
export function cleanName(name: string): string {
  const plain = clean(name, 200).replace(/[:：]+/g, " ")
  return shorten(plain.trim(), 40)
}

export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}
