const oids = { text: 25, json: 114 } as const

/** Texts as PostgreSQL receives an array in binary: long ones go as they are, with nothing to escape. */
export function textArray(type: keyof typeof oids, texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const header = [1, 0, oids[type], texts.length, 1]
  const bytes = Buffer.allocUnsafe(
    4 * (header.length + texts.length) + lengths.reduce((sum, length) => sum + length, 0),
  )
  let at = 0
  for (const number of header) at = bytes.writeInt32BE(number, at)
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(lengths[index]!, at)
    at += bytes.write(text, at)
  }
  return bytes
}
