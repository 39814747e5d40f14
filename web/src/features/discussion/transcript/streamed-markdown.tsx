import type { Token } from "marked"
import { memo, useMemo, useRef } from "react"
import { Block } from "../../../components/markdown/block.tsx"
import { parseBlocks } from "../../../components/markdown/markdown.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"

/** A turn's text while it streams. Finished blocks are not parsed or rendered again. */
export function StreamingMarkdown({ text }: { readonly text: string }) {
  const grown = useRef(emptyBlocks)
  const { whole, last } = useMemo(() => {
    grown.current = updateBlocks(grown.current, stripUnsafeCharacters(text))
    return grown.current
  }, [text])
  return (
    <div className="markdown" dir="auto">
      {whole.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <FinishedBlock key={index} token={token} />
      ))}
      {last.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Block key={whole.length + index} token={token} isOpen />
      ))}
      <span aria-hidden="true" className="caret" />
    </div>
  )
}

const FinishedBlock = memo(({ token }: { readonly token: Token }) => <Block token={token} />)

/** Streaming Markdown: finished blocks, and the last one, which may still change. */
export interface IncrementalBlocks {
  readonly text: string
  readonly whole: readonly Token[]
  /** Offset of the block that may still change. */
  readonly from: number
  readonly last: readonly Token[]
}

export const emptyBlocks: IncrementalBlocks = { text: "", whole: [], from: 0, last: [] }

/** The blocks of a grown text. Only its end is parsed again; a different text is parsed from the start. */
export function updateBlocks(before: IncrementalBlocks, text: string): IncrementalBlocks {
  if (text === before.text) return before
  const { whole, from } = text.startsWith(before.text) ? before : emptyBlocks
  const read = parseBlocks(text.slice(from))
  if (read.length < 2) return { text, whole, from, last: read }
  const last = read.at(-1)!
  const start = text.lastIndexOf(last.raw)
  // If the last block's source cannot be located, parse the whole text next time.
  const isEnd = start >= from && text.slice(start + last.raw.length).trim() === ""
  if (!isEnd) return { text, whole, from, last: read }
  return { text, whole: [...whole, ...read.slice(0, -1)], from: start, last: [last] }
}
