import type { Token, Tokens } from "marked"
import { memo, useMemo } from "react"
import { stripUnsafeCharacters } from "../strip-unsafe-characters.ts"
import { Block } from "./block.tsx"
import { lexer } from "./math-tokens.ts"

/**
 * Model text as Markdown. It is rendered to React elements, never as HTML: HTML is shown as source, images are
 * named but not loaded, and only safe links work. Only changed blocks are rendered again.
 */
export function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseBlocks(stripUnsafeCharacters(text)), [text])
  return (
    <div className="markdown" dir="auto">
      {blocks.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added or changed at the end
        <MemoBlock key={index} token={token} />
      ))}
    </div>
  )
}

const MemoBlock = memo(Block, (before, after) => before.token.raw === after.token.raw)

/** Text that breaks or overloads the parser is shown as source. */
export function parseBlocks(text: string): readonly Token[] {
  if (isPathologicalMarkdown(text)) return [{ type: "plain", raw: text }]
  try {
    const blocks = lexer(text).filter(({ type }) => type !== "space" && type !== "def")
    normalizeHeadingLevels(blocks)
    return blocks
  } catch {
    return [{ type: "plain", raw: text }]
  }
}

/**
 * Renumbers heading levels from 1 without gaps. A text may begin with `####`, but users of screen readers who jump
 * from heading to heading must not find levels missing.
 */
function normalizeHeadingLevels(tokens: readonly Token[]): void {
  normalizeLevels(tokens, 0)
}

function normalizeLevels(tokens: readonly Token[], before: number): number {
  return tokens.reduce((last, token) => {
    if (token.type === "heading") {
      const heading = token as Tokens.Heading
      heading.depth = Math.min(heading.depth, last + 1)
      return heading.depth
    }
    if (token.type === "list")
      return (token as Tokens.List).items.reduce((at, item) => normalizeLevels(item.tokens, at), last)
    return token.type === "blockquote" ? normalizeLevels((token as Tokens.Blockquote).tokens, last) : last
  }, before)
}

/** Limits beyond which parsing would take too long. */
const maxCharacters = 200_000
const maxLines = 5_000
const maxWordLength = 2_000
const maxMarksInParagraph = 2_000
const maxIndent = 120
const maxNesting = 40

const fence = /^ {0,3}(`{3,}|~{3,})/
const nesting = /^(?:[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s)))*/
const marks = /[*_~`[\]<>!&|\\@$]/g

/**
 * Whether a text would overload the parser: extreme nesting, one endless word, or almost only markup, some of which
 * take quadratic time. Code is skipped, since its content is not parsed.
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
