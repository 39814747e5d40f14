import type { Token } from "marked"
import { Fragment, type ReactNode } from "react"
import { safeLink } from "./safe-link.ts"

const maxDepth = 16

interface InlineProps {
  readonly tokens: readonly Token[] | undefined
  readonly depth: number
}

export function Inline({ tokens = [], depth }: InlineProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a piece's place is its identity
  return tokens.map((token, index) => <Fragment key={index}>{renderToken(token, depth + 1)}</Fragment>)
}

function renderToken(given: Token, depth: number): ReactNode {
  const token = given as { type: string; raw: string; text?: string; href?: string; tokens?: Token[] }
  if (depth > maxDepth) return token.raw
  const inner = () => (token.tokens ? <Inline tokens={token.tokens} depth={depth} /> : token.text)
  switch (token.type) {
    case "text":
    case "escape":
      return inner()
    case "strong":
      return <strong>{inner()}</strong>
    case "em":
      return <em>{inner()}</em>
    case "del":
      return <del>{inner()}</del>
    case "codespan":
      return <code>{token.text}</code>
    case "br":
      return <br />
    case "link": {
      const href = safeLink(token.href)
      return href === undefined ? (
        inner()
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
          {inner()}
        </a>
      )
    }
    // Loading it would tell its server who reads this and when.
    case "image":
      return <span className="text-quiet">[{token.text || token.href}]</span>
    case "checkbox":
      return null
    default:
      return token.raw
  }
}
