import { common, createLowlight } from "lowlight"
import type { ReactNode } from "react"

const lowlight = createLowlight(common)
/** Longer code is not highlighted: it would take too long. */
const maxCodeLength = 20_000

type Nodes = ReturnType<typeof lowlight.highlight>["children"]

/** Highlighted code; plain if the language is unknown or the code is very long. */
export function highlight(code: string, language: string): ReactNode {
  if (!lowlight.registered(language) || code.length > maxCodeLength) return code
  return renderNodes(lowlight.highlight(language, code).children)
}

function renderNodes(nodes: Nodes): ReactNode {
  return nodes.map((node, index) => {
    if (node.type === "text") return node.value
    if (node.type !== "element") return null
    const names = node.properties.className
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece's place is its identity
      <span key={index} className={Array.isArray(names) ? names.join(" ") : ""}>
        {renderNodes(node.children as Nodes)}
      </span>
    )
  })
}
