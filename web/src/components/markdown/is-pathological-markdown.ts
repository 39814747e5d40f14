/** Beyond these a text is not written for readers, and parsing it would take longer than anyone waits. */
const maxCharacters = 200_000
const maxLines = 5_000
const maxWordLength = 2_000
const maxMarksInParagraph = 2_000
const maxIndent = 120
const maxNesting = 40

const fence = /^ {0,3}(`{3,}|~{3,})/
const nesting = /^(?:[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s)))*/
const marks = /[*_~`[\]<>!&|\\@]/g

/**
 * Whether a text is made to wear the parser out: nested without end, one endless word, or little but markup. The parser
 * takes the square of their length for some of these. What stands in code is not looked at: it is not parsed either.
 */
export function isPathologicalMarkdown(text: string): boolean {
  if (text.length > maxCharacters) return true
  let open: string | undefined
  let marked = 0
  let lines = 0
  for (const line of text.split("\n")) {
    const [, opening] = fence.exec(line) ?? []
    if (open !== undefined) {
      if (opening?.startsWith(open) && line.trim() === opening) open = undefined
      continue
    }
    if (opening !== undefined) open = opening
    marked = line.trim() === "" ? 0 : marked + (line.match(marks)?.length ?? 0)
    if (++lines > maxLines || marked > maxMarksInParagraph || isPathologicalLine(line)) return true
  }
  return false
}

function isPathologicalLine(line: string): boolean {
  if (line.length < maxNesting) return false
  if (line.length > maxWordLength && line.split(/\s/).some((word) => word.length > maxWordLength)) return true
  if (line.length - line.trimStart().length > maxIndent) return true
  const [nested = ""] = nesting.exec(line) ?? []
  return nested.replace(/\s/g, "").length > maxNesting
}
