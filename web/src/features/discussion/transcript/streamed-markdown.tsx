import type { Token } from "marked"
import { memo, useMemo, useRef } from "react"
import { Block } from "../../../components/markdown/block.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { emptyBlocks, updateBlocks } from "./incremental-blocks.ts"

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
