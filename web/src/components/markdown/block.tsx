import type { Token, Tokens } from "marked"
import { Fragment, type ReactNode, useEffect, useState } from "react"
import { shellTexts } from "../../shell/texts.ts"
import { useTexts } from "../../texts/use-language.ts"
import { copyText } from "../copy-text.ts"
import { MathFormula } from "./math.tsx"
import type { MathToken } from "./math-tokens.ts"

/** Maximum nesting depth; anything deeper is shown as source. */
const maxDepth = 16

interface BlockProps {
  readonly token: Token
  /** The text is still streaming. */
  readonly isOpen?: boolean
  readonly depth?: number
}

export function Block({ token: given, isOpen = false, depth = 0 }: BlockProps) {
  const token = given as Exclude<Tokens.Generic, never> & { readonly tokens?: Token[] }
  if (depth > maxDepth) return <PlainText text={token.raw} />
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} depth={depth} />
    case "paragraph":
      return (
        <p>
          <Inline tokens={token.tokens} depth={depth} />
        </p>
      )
    case "text":
      return token.tokens ? <Inline tokens={token.tokens} depth={depth} /> : token.text
    case "code":
      return <CodeBlock code={String(token.text)} language={firstWord(token.lang)} isOpen={isOpen} />
    case "blockquote":
      return (
        <blockquote>
          <Blocks tokens={token.tokens} depth={depth} />
        </blockquote>
      )
    case "list":
      return <List token={token as Tokens.List} depth={depth} />
    case "table":
      return <Table token={token as Tokens.Table} depth={depth} />
    case "math":
      return <MathFormula tex={String(token.tex)} raw={token.raw} isBlock />
    case "hr":
      return <hr />
    case "space":
    case "def":
    case "checkbox":
      return null
    default:
      return <PlainText text={token.raw} />
  }
}

/** Shown as source. */
function PlainText({ text }: { readonly text: string }) {
  return (
    <p className="whitespace-pre-wrap">
      <BreakableText text={text} />
    </p>
  )
}

function Blocks({ tokens = [], depth }: { readonly tokens?: readonly Token[] | undefined; readonly depth: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its identity
  return tokens.map((token, index) => <Block key={index} token={token} depth={depth + 1} />)
}

/** Headings in model text rank below the page's own. */
function Heading({ token, depth }: { readonly token: Tokens.Heading; readonly depth: number }) {
  const Tag = (["h3", "h4", "h5", "h6"] as const)[Math.min(token.depth, 4) - 1] ?? "h6"
  return (
    <Tag>
      <Inline tokens={token.tokens} depth={depth} />
    </Tag>
  )
}

function List({ token, depth }: { readonly token: Tokens.List; readonly depth: number }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an item's place is its identity
    <li key={index}>
      {item.task && <span>{item.checked ? "☑ " : "☐ "}</span>}
      <Blocks tokens={item.tokens} depth={depth} />
    </li>
  ))
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ token, depth }: { readonly token: Tokens.Table; readonly depth: number }) {
  const cell = (tokens: Token[]) => <Inline tokens={tokens} depth={depth} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <div className="table-scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map(({ tokens }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is its identity
              <th key={index} scope="col" data-align={token.align[index] ?? undefined}>
                {cell(tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its identity
            <tr key={at}>
              {row.map(({ tokens }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is its identity
                <td key={index} data-align={token.align[index] ?? undefined}>
                  {cell(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function firstWord(lang: unknown): string {
  return typeof lang === "string" ? (lang.trim().split(/\s+/)[0] ?? "").toLowerCase() : ""
}

const longWord = /(\S{100})/u

/**
 * Inserts break opportunities into very long words. Browsers search for them in quadratic time:
 * a word of 25,000 brackets freezes the page for seconds.
 */
function BreakableText({ text }: { readonly text: string }) {
  if (!longWord.test(text)) return text
  return text.split(longWord).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece's place is its identity
    <Fragment key={index}>
      {piece}
      {index % 2 === 1 && <wbr />}
    </Fragment>
  ))
}

interface CodeBlockProps {
  readonly code: string
  readonly language: string
  readonly isOpen: boolean
}

/** Code, highlighted once the block is complete. The highlighter is loaded on demand. */
function CodeBlock({ code, language, isOpen }: CodeBlockProps) {
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
    <div className="code-block">
      <div className="code-bar">
        <span>{language}</span>
        {!isOpen && <CopyButton text={code} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{coloured?.code === code ? coloured.nodes : code}</code>
      </pre>
    </div>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const texts = useTexts(shellTexts)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copyText(text))
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts.copied : texts.copyCode}</span>
    </button>
  )
}

interface InlineProps {
  readonly tokens: readonly Token[] | undefined
  readonly depth: number
}

function Inline({ tokens = [], depth }: InlineProps) {
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
    case "math":
      return <MathFormula tex={String((given as unknown as MathToken).tex)} raw={token.raw} isBlock={false} />
    // Loading a remote image would reveal the reader to its server.
    case "image":
      return <span className="text-quiet">[{token.text || token.href}]</span>
    case "checkbox":
      return null
    default:
      return token.raw
  }
}

/** The target of a link in model text if it is http, https or mailto; otherwise undefined. */
export function safeLink(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined
  const { protocol, username, password } = new URL(href)
  if (username !== "" || password !== "") return undefined
  return ["https:", "http:", "mailto:"].includes(protocol) ? href : undefined
}
