import { lexer, type Token } from "marked"
import { memo, useMemo } from "react"
import { stripUnsafeCharacters } from "../strip-unsafe-characters.ts"
import { Block } from "./block.tsx"
import { isPathologicalMarkdown } from "./is-pathological-markdown.ts"
import { normalizeHeadingLevels } from "./normalize-heading-levels.ts"

interface MarkdownProps {
  readonly text: string
  /** More is coming: code is not coloured yet. */
  readonly isStreaming?: boolean
}

/**
 * Model text as Markdown. It becomes elements, never HTML: what looks like HTML is shown as it is written, images are
 * named but not loaded, and links go to the web alone. Only blocks that changed are rendered again.
 */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const blocks = useMemo(() => parseBlocks(stripUnsafeCharacters(text)), [text])
  return (
    <div className="markdown" dir="auto">
      {blocks.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added or changed at the end
        <MemoBlock key={index} token={token} isOpen={isStreaming && index === blocks.length - 1} />
      ))}
    </div>
  )
}

const MemoBlock = memo(Block, (before, after) => before.token.raw === after.token.raw && before.isOpen === after.isOpen)

/** A text made to break the parser, or to wear it out, is shown as it is written. */
export function parseBlocks(text: string): readonly Token[] {
  if (isPathologicalMarkdown(text)) return [{ type: "plain", raw: text }]
  try {
    const blocks = lexer(text, { gfm: true }).filter(({ type }) => type !== "space" && type !== "def")
    normalizeHeadingLevels(blocks)
    return blocks
  } catch {
    return [{ type: "plain", raw: text }]
  }
}
