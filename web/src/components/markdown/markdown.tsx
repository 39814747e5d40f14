import { lexer, type Token } from "marked"
import { memo, useMemo } from "react"
import { harmlessText } from "../harmless-text.ts"
import { Block } from "./block.tsx"

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
  const blocks = useMemo(() => readBlocks(harmlessText(text)), [text])
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

/** A text made to break the parser is shown as plain text. */
export function readBlocks(text: string): readonly Token[] {
  try {
    return lexer(text, { gfm: true }).filter(({ type }) => type !== "space" && type !== "def")
  } catch {
    return [{ type: "text", raw: text, text }]
  }
}
