import { Fragment } from "react"

const longWord = /(\S{100})/u

/**
 * Text with places where a very long word may be broken. Browsers look for such places by trying, and take the square
 * of the word's length: a word of 25,000 brackets stops the page for seconds.
 */
export function BreakableText({ text }: { readonly text: string }) {
  if (!longWord.test(text)) return text
  return text.split(longWord).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece's place is its identity
    <Fragment key={index}>
      {piece}
      {index % 2 === 1 && <wbr />}
    </Fragment>
  ))
}
