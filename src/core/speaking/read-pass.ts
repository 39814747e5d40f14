import type { Settings } from "../discussion/settings.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { english } from "../languages/en.ts"
import type { Language } from "../languages/language.ts"
import { isPunctuation, PhraseBook, words } from "../words/words.ts"

type PassReading = { readonly kind: "pass" } | { readonly kind: "contribution"; readonly content: string }

const marker = String.raw`[\[［【]\s{0,3}(?:pass|no[\s_-]{0,2}response)\s{0,3}[\]］】]`
const emphasis = "[*_~]{0,6}"
const opening = new RegExp(String.raw`^[\s#*_~\u200b-\u200d\u2060\ufeff]{0,40}${marker}`, "iu")
const inlineCode = new RegExp(String.raw`^\s{0,40}\x60${marker}\x60[\s.。]{0,40}$`, "iu")
const closing = new RegExp(String.raw`(?<before>${emphasis})${marker}(?<after>${emphasis})[\s.。!！]*$`, "iu")
/** Longer text is never a pass phrase; also bounds the work on hostile input. */
const maxEmptyPhraseLength = 300
const maxClosingLength = 200

/** Whether the current or next turn may be a pass. */
export function mayPass({ table: { format }, round }: DiscussionState): boolean {
  const stage = format.stages[round?.stage ?? 0]
  return (stage?.kind === "speak" ? stage.passing : undefined) ?? format.settings.passing
}

/** Minimum characters of a statement; 0 for no minimum. */
export function minStatementLength({ statementMinLength }: Settings, language: Language): number {
  return statementMinLength === "language" ? language.statementMinLength : statementMinLength
}

/**
 * A reply is a pass if it starts with a marker, or says only that it has nothing to add. A marker at the end of a
 * contribution is cut off; anywhere else it is text.
 */
export function readPass({ text, language }: { text: string; language: Language }): PassReading {
  const reply = withoutOwnLabel(text)
  if (opening.test(reply.slice(0, 200)) || inlineCode.test(reply.slice(0, 200))) return { kind: "pass" }
  const content = withoutClosingMarker(text)
  if (saysNothing(withoutOwnLabel(content), language)) return { kind: "pass" }
  return { kind: "contribution", content: content.trim() === "" ? "" : content }
}

/** Models sometimes start with an imitated speaker label; a pass after it is still a pass. */
function withoutOwnLabel(text: string): string {
  return text.replace(/^\s{0,40}<<[^\n]{0,120}>>[ \t]{0,8}(?=\n|$)/u, "")
}

function withoutClosingMarker(text: string): string {
  let content = text
  for (let cuts = 0; cuts < 8; cuts++) {
    const trimmed = content.trimEnd()
    const tail = trimmed.slice(-maxClosingLength)
    const match = closing.exec(tail)
    if (match === null || isQuotedOrCode(trimmed, trimmed.length - tail.length + match.index)) return content
    const { before = "", after = "" } = match.groups ?? {}
    // Keep the end of emphasis that started before the marker.
    const kept = after !== "" && before === "" ? after : ""
    content = withoutLeadIn(trimmed.slice(0, trimmed.length - tail.length + match.index).trimEnd()) + kept
  }
  return content
}

/** Removes a lead-in that belongs to the removed marker: "Otherwise, [PASS]." */
function withoutLeadIn(text: string): string {
  return text.replace(/(?<=^|[.!?。！？…]|\n)[^\S\n]*(?:\p{L}+[^\S\n]+){0,2}\p{L}{1,20}[,，:：]$/u, "")
}

/** Whether an index is inside a quotation or a code fence. */
export function isQuotedOrCode(text: string, place: number): boolean {
  const lineStart = text.lastIndexOf("\n", place - 1) + 1
  if (/^\s{0,8}[>＞]/u.test(text.slice(lineStart, lineStart + 10))) return true
  let fence: string | undefined
  for (const [, sign] of text.slice(0, place).matchAll(/^[ \t]{0,8}(```|~~~)(?![^\n]{0,200}\1)/gmu)) {
    if (fence === undefined) fence = sign
    else if (fence === sign) fence = undefined
  }
  return fence !== undefined
}

const books = new WeakMap<Language, PhraseBook<"nothing" | "polite">>()

function passPhrases(language: Language): PhraseBook<"nothing" | "polite"> {
  const known = books.get(language)
  if (known !== undefined) return known
  const book = new PhraseBook<"nothing" | "polite">()
  for (const { nothingToAdd, politeness } of [language, english])
    book.add("nothing", nothingToAdd).add("polite", politeness)
  books.set(language, book)
  return book
}

function saysNothing(text: string, language: Language): boolean {
  if (text.length > maxEmptyPhraseLength || /[?？`>]/u.test(text)) return false
  const spoken = words(text).filter((word) => !isPunctuation(word))
  const book = passPhrases(language)
  let says = false
  for (let index = 0; index < spoken.length; ) {
    const found = book.longestMatchAt(spoken, index)
    if (found === undefined) return false
    says ||= found.kind === "nothing"
    index += found.length
  }
  return says
}
