/**
 * The thoughts that open models write before their answer where only the closing tag came through; a tag that is talked
 * about, in quotation marks or as code, ends none.
 */
export function splitThoughts(reply: string): { thoughts: string; text: string } {
  const closing = /(?<!["'`“])<\/think(?:ing)?>(?!["'`”])/iu.exec(reply)
  if (closing === null) return { thoughts: "", text: reply }
  const opening = /<think(?:ing)?>/iu.exec(reply)
  const end = closing.index + closing[0].length
  if (opening !== null && (opening.index > closing.index || reply.slice(0, opening.index).trim() !== "")) {
    return { thoughts: "", text: reply }
  }
  const from = opening === null ? 0 : opening.index + opening[0].length
  return { thoughts: reply.slice(from, closing.index).trim(), text: reply.slice(end).trimStart() }
}
