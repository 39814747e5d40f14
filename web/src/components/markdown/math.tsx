import { createElement, memo, type ReactNode, useEffect, useState } from "react"
import type temml from "temml"

interface MathProps {
  readonly tex: string
  readonly isBlock: boolean
  /** Fallback while loading and for invalid TeX. */
  readonly raw: string
}

/** A formula as MathML. The renderer is loaded with the first formula. */
export const MathFormula = memo(({ tex, isBlock, raw }: MathProps) => {
  const [shown, setShown] = useState<ReactNode>()
  useEffect(() => {
    let isWanted = true
    void import("temml").then(({ default: temml }) => {
      if (isWanted) setShown(renderFormula(temml, tex, isBlock))
    })
    return () => {
      isWanted = false
    }
  }, [tex, isBlock])
  if (shown === undefined) return isBlock ? <p className="whitespace-pre-wrap">{raw}</p> : raw
  if (!isBlock) return shown
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <div className="math-scroll" tabIndex={0}>
      {shown}
    </div>
  )
})

/**
 * Undefined for invalid TeX, which is then shown as source. `trust: false` rejects links, images and ids; the
 * limits stop macros that expand without end.
 */
export function renderFormula(renderer: typeof temml, tex: string, displayMode: boolean): ReactNode {
  const options = { displayMode, trust: false, throwOnError: true, maxExpand: 200 }
  try {
    return toElements(renderer.__renderToMathMLTree(tex, { ...options, maxSize: [20, 50] }))
  } catch {
    return undefined
  }
}

const tags = new Set([
  ...["math", "mrow", "mi", "mo", "mn", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mstyle", "mpadded"],
  ...["msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "mphantom"],
  ...["mtable", "mtr", "mtd", "menclose", "none"],
])
const attributes = new Set([
  ...["display", "displaystyle", "scriptlevel", "mathvariant", "stretchy", "fence", "separator", "form", "lspace"],
  ...["rspace", "minsize", "maxsize", "symmetric", "largeop", "movablelimits", "accent", "accentunder"],
  ...["linethickness", "width", "height", "depth", "voffset", "notation"],
])
const styles = new Set(["textAlign", "padding", "paddingLeft", "paddingRight", "paddingTop", "paddingBottom"])
const maxDepth = 200

interface MathNode {
  readonly type?: string
  readonly text?: string
  readonly children?: readonly MathNode[]
  readonly attributes?: Readonly<Record<string, string>>
  readonly style?: Readonly<Record<string, string>>
}

/** Allow-list: only MathML elements and layout attributes are rendered. */
function toElements(node: MathNode, key = 0, depth = 0): ReactNode {
  if (depth > maxDepth) throw new RangeError("nested too deeply")
  if (node.text !== undefined) return node.text
  const children = (node.children ?? []).map((child, index) => toElements(child, index, depth + 1))
  if (node.type === undefined || !tags.has(node.type)) return createElement("mrow", { key }, ...children)
  return createElement(
    node.type,
    { key, ...only(node.attributes, attributes), style: only(node.style, styles) },
    ...children,
  )
}

function only(given: Readonly<Record<string, string>> = {}, known: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)))
}
