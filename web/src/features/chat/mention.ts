/** A mention being typed: the index of its `@` and the text after it. */
export interface MentionDraft {
  readonly start: number
  readonly typed: string
}

const maxLookback = 120
const mentionPattern = /(?:^|[^\p{L}\p{N}_@./])@(?:"([^"\n]*)|([\p{L}\p{M}\p{N}_.-]*))$/u
/** A name that can be mentioned without quotation marks. */
const unquotedName = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_])?$/u

/** The mention at the caret, if any. */
export function mentionAt(text: string, caret: number): MentionDraft | undefined {
  const from = Math.max(0, caret - maxLookback)
  const found = mentionPattern.exec(text.slice(from, caret))
  if (!found) return undefined
  const [whole, quoted, bare] = found
  return { start: from + found.index + whole.indexOf("@"), typed: quoted ?? bare ?? "" }
}

export function formatMention(name: string): string {
  return unquotedName.test(name) ? `@${name}` : `@"${name}"`
}

/** Names that start with the typed text, then names that contain it. */
export function matchingNames(names: readonly string[], typed: string, max = 6): readonly string[] {
  const wanted = typed.toLowerCase()
  const places = names.map((name) => ({ name, at: name.toLowerCase().indexOf(wanted) })).filter(({ at }) => at >= 0)
  return places
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, max)
    .map(({ name }) => name)
}

/** The text with the completed mention, and the new caret position. */
export function completeMention(text: string, caret: number, { start }: MentionDraft, name: string) {
  const before = `${text.slice(0, start)}${formatMention(name)} `
  const after = text.slice(caret).replace(/^"? ?/, "")
  return { text: before + after, caret: before.length }
}
