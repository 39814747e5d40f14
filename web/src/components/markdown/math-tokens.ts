import { Marked, type TokenizerAndRendererExtension } from "marked"

/** A TeX formula as a Markdown token. */
export interface MathToken {
  readonly type: "math"
  readonly raw: string
  readonly tex: string
  readonly isBlock: boolean
}

/** Longer formulas are shown as source: scanning for their end is too slow. */
const maxLength = 2_000

const blockPattern = new RegExp(
  String.raw`^ {0,3}(?:\$\$([\s\S]{1,${maxLength}}?)\$\$|\\\[([\s\S]{1,${maxLength}}?)\\\])[ \t]*(?:\n|$)`,
)
/** `$5 and $6` is money: a formula neither begins nor ends with a space, and no digit follows it. */
const inlinePattern =
  /^(?:\$\$([^$\n]{1,500}?)\$\$|\$(?![\s$])((?:\\.|[^$\\\n]){1,500}?)(?<!\s)\$(?![\d$])|\\\(([^\n]{1,500}?)\\\))/

const block: TokenizerAndRendererExtension = {
  name: "math",
  level: "block",
  start: (text) => earliest(text, ["$$", "\\["]),
  tokenizer: (text): MathToken | undefined => token(blockPattern.exec(text), true),
}

const inline: TokenizerAndRendererExtension = {
  name: "inlineMath",
  level: "inline",
  start: (text) => earliest(text, ["$", "\\("]),
  tokenizer: (text): MathToken | undefined => token(inlinePattern.exec(text), false),
}

function token(match: RegExpExecArray | null, isBlock: boolean): MathToken | undefined {
  const tex = match
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.trim()
  return match && tex ? { type: "math", raw: match[0], tex, isBlock } : undefined
}

function earliest(text: string, marks: readonly string[]): number | undefined {
  const places = marks.map((mark) => text.indexOf(mark)).filter((place) => place !== -1)
  return places.length === 0 ? undefined : Math.min(...places)
}

const parser = new Marked({ gfm: true, extensions: [block, inline] })

/** The Markdown parser, extended by formulas between `$`, `$$`, `\(` and `\[`. */
export const lexer = (text: string) => parser.lexer(text)
