import { crc32 } from "node:zlib"
import type { Fault } from "./faults.ts"
import type { Chunk, Wire } from "./wires/wire.ts"

/** A chunk as framed on the wire: a server-sent event, a line of JSON, or a binary frame. */
export function framed(chunk: Chunk, wire: Wire, frame: Fault["frame"] = {}): Buffer {
  const newline = frame.newline ?? "\n"
  if (wire.framing === "eventstream") return eventFrame(chunk)
  if (wire.framing === "ndjson") return Buffer.from(`${frame.comments ? newline : ""}${chunk.data}${newline}`)
  const comment = frame.comments ? `: keep-alive${newline}${newline}` : ""
  const event = chunk.event ? `event: ${chunk.event}${newline}` : ""
  return Buffer.from(`${comment}${event}data: ${chunk.data}${newline}${newline}`)
}

/** Amazon's event stream: lengths with a checksum, headers, data, and a checksum of the whole frame. */
function eventFrame({ event = "", exception, data }: Chunk): Buffer {
  const headers = Buffer.concat([
    header(exception ? ":exception-type" : ":event-type", event),
    header(":content-type", "application/json"),
    header(":message-type", exception ? "exception" : "event"),
  ])
  const payload = Buffer.from(data)
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(16 + headers.length + payload.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  const checked = Buffer.concat([prelude, checksum(prelude), headers, payload])
  return Buffer.concat([checked, checksum(checked)])
}

function header(name: string, value: string): Buffer {
  const text = 7
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([text]), length, Buffer.from(value)])
}

function checksum(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

/** Splits bytes into pieces of one to seven bytes, which splits multi-byte characters. */
export function* tiny(bytes: Uint8Array): Generator<Uint8Array> {
  let size = 1
  for (let from = 0; from < bytes.length; from += size, size = (size % 7) + 1) yield bytes.subarray(from, from + size)
}
