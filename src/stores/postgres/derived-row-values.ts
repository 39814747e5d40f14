import type { LogRow } from "../projection/log-row.ts"
import type { Projection } from "../projection/project-events.ts"

/** A discussion's derived row, in the order of the type `discussion_now`. */
export function summaryRow(now: Projection): string {
  const { promptTokens, cachedTokens, completionTokens, cost = null } = now.usage
  return composite([
    ...[now.seq, now.round, now.turns, promptTokens, cachedTokens, completionTokens, cost],
    ...[new Date(now.updatedAt).toISOString(), now.status, now.phase, now.stoppingReason, now.agreed, now.solution],
    ...[new Date(now.createdAt).toISOString(), now.projectId, now.sessionId, now.format, now.topic],
    ...[now.turnIndex, new Date(now.statusSince).toISOString()],
  ])
}

/** Log rows in the order of the type `logged`, and their contents. */
export function logRows(rows: readonly LogRow[]): readonly [string, Buffer] {
  const logged = rows.map(({ seq, agent_id, turn_index, round_number, created_at, role, metadata }) => [
    ...[seq, agent_id, turn_index, round_number, created_at, role],
    JSON.stringify(metadata),
  ])
  return [
    composites(logged),
    textArray(
      "text",
      rows.map(({ content }) => content),
    ),
  ]
}

type Value = string | number | boolean | null

const special = /["\\]/g

/** Formats a row of a composite type. */
function composite(values: readonly Value[]): string {
  return `(${values.map(field).join(",")})`
}

/** Formats an array of a composite type. */
export function composites(rows: readonly (readonly Value[])[]): string {
  return `{${rows.map((row) => quoted(composite(row))).join(",")}}`
}

function field(value: Value): string {
  if (value === null) return ""
  return typeof value === "string" ? quoted(value) : String(value)
}

function quoted(text: string): string {
  return `"${text.replace(special, "\\$&")}"`
}

const oids = { text: 25, json: 114 } as const

/** A text array in PostgreSQL's binary format, which needs no escaping of long texts. */
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
