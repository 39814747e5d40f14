import type { Token } from "marked"
import { memo, useMemo, useRef } from "react"
import { harmlessText } from "../../../components/harmless-text.ts"
import { Block } from "../../../components/markdown/block.tsx"
import { growBlocks, noBlocks } from "./grow-blocks.ts"

/** A turn's words while they are spoken. Of what is there already nothing is parsed or rendered again. */
export function StreamedMarkdown({ text }: { readonly text: string }) {
  const grown = useRef(noBlocks)
  const { whole, last } = useMemo(() => {
    grown.current = growBlocks(grown.current, harmlessText(text))
    return grown.current
  }, [text])
  return (
    <div className="markdown" dir="auto">
      {whole.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <WholeBlock key={index} token={token} />
      ))}
      {last.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Block key={whole.length + index} token={token} isOpen />
      ))}
      <span aria-hidden="true" className="caret" />
    </div>
  )
}

const WholeBlock = memo(({ token }: { readonly token: Token }) => <Block token={token} />)
