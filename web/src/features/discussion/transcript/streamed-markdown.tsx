import type { Token } from "marked"
import { memo, useMemo, useRef } from "react"
import { Block } from "../../../components/markdown/block.tsx"
import { parseBlocks } from "../../../components/markdown/markdown.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"

/** A turn's words while they are spoken. Of what is there already nothing is parsed or rendered again. */
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

/** Markdown that is still being written: blocks that are whole, and the one at the end that may yet change. */
export interface IncrementalBlocks {
  readonly text: string
  readonly whole: readonly Token[]
  /** Where the block that may yet change begins. */
  readonly from: number
  readonly last: readonly Token[]
}

export const emptyBlocks: IncrementalBlocks = { text: "", whole: [], from: 0, last: [] }

/** The blocks of a longer text. Only its end is read again, however long it has become; another text is read anew. */
export function updateBlocks(before: IncrementalBlocks, text: string): IncrementalBlocks {
  if (text === before.text) return before
  const { whole, from } = text.startsWith(before.text) ? before : emptyBlocks
  const read = parseBlocks(text.slice(from))
  if (read.length < 2) return { text, whole, from, last: read }
  const last = read.at(-1)!
  const start = text.lastIndexOf(last.raw)
  // Where the end is not found as it was written, all of it is read again next time.
  const isEnd = start >= from && text.slice(start + last.raw.length).trim() === ""
  if (!isEnd) return { text, whole, from, last: read }
  return { text, whole: [...whole, ...read.slice(0, -1)], from: start, last: [last] }
}
