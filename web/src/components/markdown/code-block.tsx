import { type ReactNode, useEffect, useState } from "react"

interface CodeBlockProps {
  readonly code: string
  readonly language: string
  readonly isOpen: boolean
}

/** Code, coloured once it is whole. The highlighter is fetched with the first block that needs it. */
export function CodeBlock({ code, language, isOpen }: CodeBlockProps) {
  const [coloured, setColoured] = useState<{ code: string; nodes: ReactNode }>()

  useEffect(() => {
    if (isOpen || language === "") return
    let isWanted = true
    void import("./highlight.tsx").then(({ highlight }) => {
      if (isWanted) setColoured({ code, nodes: highlight(code, language) })
    })
    return () => {
      isWanted = false
    }
  }, [code, language, isOpen])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre tabIndex={0}>
      <code>{coloured?.code === code ? coloured.nodes : code}</code>
    </pre>
  )
}
