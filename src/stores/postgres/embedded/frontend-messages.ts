/** Query, Sync, Flush, CopyDone, CopyFail, CopyData, function call, Terminate: after these the server answers or goes on. */
const ends = new Set(Array.from("QSHcfdFX", (letter) => letter.charCodeAt(0)))

/** Whether these bytes of a client are whole messages of which the last one ends a request. */
export function isWhole(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The first message of a connection has no letter, only its length; lengths begin with a zero byte.
  if (bytes[0] === 0) return bytes.length >= 4 && bytes.length >= view.getUint32(0)
  let at = 0
  let last = 0
  while (at < bytes.length) {
    if (at + 5 > bytes.length) return false
    last = bytes[at]!
    at += 1 + view.getUint32(at + 1)
  }
  return at === bytes.length && ends.has(last)
}
