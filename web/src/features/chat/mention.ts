/** A mention that is being written: where its `@` stands, and what follows it so far. */
export interface MentionDraft {
  readonly start: number
  readonly typed: string
}

const longest = 120
const draft = /(?:^|[^\p{L}\p{N}_@./])@(?:"([^"\n]*)|([\p{L}\p{M}\p{N}_.-]*))$/u
/** A name that needs no quotation marks to be read whole. */
const plain = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_])?$/u

/** The mention that the caret stands in, if any. */
export function mentionAt(text: string, caret: number): MentionDraft | undefined {
  const from = Math.max(0, caret - longest)
  const found = draft.exec(text.slice(from, caret))
  if (!found) return undefined
  const [whole, quoted, bare] = found
  return { start: from + found.index + whole.indexOf("@"), typed: quoted ?? bare ?? "" }
}

export function mentionOf(name: string): string {
  return plain.test(name) ? `@${name}` : `@"${name}"`
}

/** Those whose name begins with what is typed, then those that have it elsewhere. */
export function matchesOf(names: readonly string[], typed: string, most = 6): readonly string[] {
  const wanted = typed.toLowerCase()
  const places = names.map((name) => ({ name, at: name.toLowerCase().indexOf(wanted) })).filter(({ at }) => at >= 0)
  return places
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, most)
    .map(({ name }) => name)
}

/** The text with the mention written out, and where the caret stands then. */
export function completed(text: string, caret: number, { start }: MentionDraft, name: string) {
  const before = `${text.slice(0, start)}${mentionOf(name)} `
  const after = text.slice(caret).replace(/^"? ?/, "")
  return { text: before + after, caret: before.length }
}
