import type { Fault } from "./faults.ts"
import type { Chunk, Wire } from "./wires/wire.ts"

/** A chunk as it stands on the wire: a server-sent event, or a line of JSON. */
export function framed(chunk: Chunk, wire: Wire, frame: Fault["frame"] = {}): string {
  const newline = frame.newline ?? "\n"
  if (wire.framing === "ndjson") return `${frame.comments ? newline : ""}${chunk.data}${newline}`
  const comment = frame.comments ? `: keep-alive${newline}${newline}` : ""
  const event = chunk.event ? `event: ${chunk.event}${newline}` : ""
  return `${comment}${event}data: ${chunk.data}${newline}${newline}`
}

/** Pieces of one to seven bytes, by turns, which split characters of more than one byte. */
export function* tiny(bytes: Uint8Array): Generator<Uint8Array> {
  let size = 1
  for (let from = 0; from < bytes.length; from += size, size = (size % 7) + 1) yield bytes.subarray(from, from + size)
}
