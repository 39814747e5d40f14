import type { Token, Tokens } from "marked"

/**
 * Gives the headings of a text levels without gaps, from 1 on: a text may begin with `####`, but whoever jumps from
 * heading to heading must not wonder what is missing between.
 */
export function normalizeHeadingLevels(tokens: readonly Token[]): void {
  normalizeLevels(tokens, 0)
}

function normalizeLevels(tokens: readonly Token[], before: number): number {
  return tokens.reduce((last, token) => {
    if (token.type === "heading") {
      const heading = token as Tokens.Heading
      heading.depth = Math.min(heading.depth, last + 1)
      return heading.depth
    }
    if (token.type === "list")
      return (token as Tokens.List).items.reduce((at, item) => normalizeLevels(item.tokens, at), last)
    return token.type === "blockquote" ? normalizeLevels((token as Tokens.Blockquote).tokens, last) : last
  }, before)
}
