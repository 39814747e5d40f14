import { readFileSync } from "node:fs"
import { z } from "zod"
import type { Table } from "../../core/discussion/table.ts"
import { finishReasons } from "../../core/discussion/turn.ts"
import { errorCodes, invalidField } from "../../core/errors.ts"
import { lazy } from "../../core/lazy.ts"
import { upcastTable } from "../../core/logs/table-v1.ts"
import { eventVersion } from "../../core/logs/upcast.ts"
import { withoutStances } from "../../core/logs/upcast-v2.ts"
import { parseJson } from "../../core/text.ts"
import type { EmbedCall, ModelCall } from "../../ports/model.ts"

const schemas = lazy(() => {
  const tokens = z.number()

  const usage = z.strictObject({
    promptTokens: tokens,
    cachedTokens: tokens,
    completionTokens: tokens,
    cacheWriteTokens: tokens.exactOptional(),
    reasoningTokens: tokens.exactOptional(),
    cost: tokens.exactOptional(),
    estimated: z.literal(true).exactOptional(),
  })

  const part = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text"), text: z.string() }),
    z.strictObject({ type: z.literal("reasoning"), text: z.string() }),
    z.strictObject({
      type: z.literal("finish"),
      reason: z.enum(finishReasons),
      usage,
      reportedModel: z.string().exactOptional(),
    }),
  ])

  const failure = z.union([
    z.strictObject({
      code: z.enum(errorCodes),
      message: z.string(),
      recoverable: z.boolean(),
      retryAfterMs: z.number().exactOptional(),
    }),
    z.strictObject({ name: z.string() }).describe("an error of another package; only its name is kept"),
  ])

  const callSchema = z.strictObject({
    kind: z.literal("call"),
    discussion: z.string(),
    model: z.string(),
    structured: z.boolean(),
    key: z.string().describe("hash of the request"),
    n: z.number().int().min(1).describe("how many times this discussion had made the same request, including this one"),
    parts: z.array(part).readonly(),
    error: failure.exactOptional(),
    left: z.literal(true).exactOptional().describe("the caller stopped reading or cancelled the call"),
  })

  const embeddingSchema = z.strictObject({
    kind: z.literal("embedding"),
    discussion: z.string(),
    model: z.string(),
    key: z.string().describe("hash of the texts"),
    vectors: z.array(z.array(z.number()).readonly()).readonly(),
    usage,
    error: failure.exactOptional(),
  })

  const discussionSchema = z.strictObject({
    kind: z.literal("discussion"),
    version: z
      .int()
      .min(1)
      .max(eventVersion, "is of a newer version; upgrade to replay it")
      .describe("version of the events"),
    id: z.string(),
    // Validated by the fold on replay.
    table: z.custom<Table>((value) => typeof value === "object" && value !== null, "must be a table"),
  })

  const lineSchema = z.discriminatedUnion("kind", [discussionSchema, callSchema, embeddingSchema], {
    error: "is not a line of a recording; `conclave discuss --recording FILE` writes one",
  })
  return { call: callSchema, embedding: embeddingSchema, discussion: discussionSchema, line: lineSchema }
})
type Schemas = ReturnType<typeof schemas>

export type RecordedCall = Readonly<z.output<Schemas["call"]>>
export type RecordedEmbedding = Readonly<z.output<Schemas["embedding"]>>
export type RecordedDiscussion = Readonly<z.output<Schemas["discussion"]>>

/** Model calls and their answers, in the order in which the answers ended. */
export interface Recording {
  readonly discussions: readonly RecordedDiscussion[]
  readonly calls: readonly RecordedCall[]
  readonly embeddings?: readonly RecordedEmbedding[]
}

/** Reads the lines of a recording; throws INPUT_INVALID naming the file, if given, and the invalid line. */
export function readRecording(lines: Iterable<string>, file?: string): Recording {
  const discussions: RecordedDiscussion[] = []
  const calls: RecordedCall[] = []
  const embeddings: RecordedEmbedding[] = []
  let number = 0
  for (const line of lines) {
    number++
    if (line.trim() === "") continue
    const result = schemas().line.safeParse(parseJson(line))
    if (!result.success) {
      const { path, message } = result.error.issues[0]!
      const line = file === undefined ? `recording.line ${number}` : `${file}:${number}`
      throw invalidField([line, ...path].join("."), message)
    }
    if (result.data.kind === "call") calls.push(result.data)
    else if (result.data.kind === "embedding") embeddings.push(result.data)
    else discussions.push(upcastDiscussion(result.data))
  }
  return { discussions, calls, ...(embeddings.length > 0 && { embeddings }) }
}

function upcastDiscussion(recorded: RecordedDiscussion): RecordedDiscussion {
  if (recorded.version === eventVersion) return recorded
  const first = { ...recorded.table }
  const table = withoutStances(recorded.version === 1 ? upcastTable(first) : first)
  return { ...recorded, version: eventVersion, table: table as unknown as Table }
}

/** Reads a recording from a file. */
export function openRecording(file: string | URL): Recording {
  return readRecording(readFileSync(file, "utf8").split("\n"))
}

/** Depends on the model and the request only, so equal requests have equal keys in all discussions. */
export function callKey(model: string, { prompt, temperature, maxTokens, stop, seed }: ModelCall): string {
  const { rules, transcript, ask } = prompt
  const asked = JSON.stringify([model, rules, transcript, ask, temperature, maxTokens, stop, seed])
  return hashed(asked)
}

export function embeddingKey(model: string, { texts }: EmbedCall): string {
  return hashed(JSON.stringify([model, texts]))
}

/** Loaded on demand: only recordings need it. */
function hashed(text: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("base64url")
}

export class RepeatCounter {
  readonly #counts = new Map<string, number>()

  next(discussionId: string, key: string): number {
    const id = `${discussionId}/${key}`
    const count = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, count)
    return count
  }
}
