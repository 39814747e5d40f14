import { appendFileSync } from "node:fs"
import type { Table } from "../../core/discussion/table.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { eventVersion } from "../../core/logs/upcast.ts"
import type { EmbedCall, EmbedResult, Model, ModelPart, Models } from "../../ports/model.ts"
import { wrapModel } from "../wrap-model.ts"
import {
  callKey,
  embeddingKey,
  type RecordedCall,
  type RecordedDiscussion,
  type RecordedEmbedding,
  RepeatCounter,
} from "./recording.ts"

/** Writes one line of a recording, including its line break. */
export type WriteLine = (line: string) => void

export function recordModels(models: Models, write: WriteLine): Models {
  const counter = new RepeatCounter()
  return { find: (name) => recordModel(models.find(name), counter, write) }
}

export function discussionLine(id: string, table: Table): string {
  const line: RecordedDiscussion = { kind: "discussion", version: eventVersion, id, table }
  return `${JSON.stringify(line)}\n`
}

/** Appends to a file; throws immediately if it is not writable. */
export function recordingFile(path: string, field = "record"): WriteLine {
  try {
    appendFileSync(path, "")
  } catch {
    throw invalidField(field, `cannot write ${path}; choose a file in a writable folder`)
  }
  return (line) => {
    try {
      appendFileSync(path, line)
    } catch {
      process.emitWarning("a line of the recording could not be written; the replay will be incomplete")
    }
  }
}

function recordModel(model: Model, counter: RepeatCounter, write: WriteLine): Model {
  const { id, structured } = model
  return wrapModel(model, {
    // Fixed for the whole recording, even if the server rejects schemas later.
    structured,
    ...(model.embed && {
      embed: (call: EmbedCall, signal: AbortSignal) => recordEmbedding(model, call, signal, write),
    }),
    async *stream(call, signal): AsyncGenerator<ModelPart> {
      const discussion = call.discussionId
      const key = callKey(id, call)
      const parts: ModelPart[] = []
      const line = { kind: "call" as const, discussion, model: id, structured, key, n: counter.next(discussion, key) }
      let ended = false
      const end = (result: Pick<RecordedCall, "error" | "left">) => {
        if (ended) return
        ended = true
        write(`${JSON.stringify({ ...line, parts, ...result } satisfies RecordedCall)}\n`)
      }
      // Written on abort, not when the model reacts to it: some never do.
      const onAbort = () =>
        end(signal.reason instanceof ConclaveError ? { error: toRecordedError(signal.reason) } : { left: true })
      signal.addEventListener("abort", onAbort, { once: true })
      try {
        for await (const part of model.stream(call, signal)) {
          if (ended) return
          parts.push(part)
          yield part
        }
        end({})
      } catch (error) {
        end({ error: toRecordedError(error) })
        throw error
      } finally {
        signal.removeEventListener("abort", onAbort)
        end(parts.at(-1)?.type === "finish" ? {} : { left: true })
      }
    },
  })
}

async function recordEmbedding(
  model: Model,
  call: EmbedCall,
  signal: AbortSignal,
  write: WriteLine,
): Promise<EmbedResult> {
  const line = { kind: "embedding" as const, discussion: call.discussionId, model: model.id }
  const end = (how: EmbedResult & Pick<RecordedEmbedding, "error">) => {
    const recorded = { ...line, key: embeddingKey(model.id, call), ...how } satisfies RecordedEmbedding
    write(`${JSON.stringify(recorded)}\n`)
  }
  try {
    const result = await model.embed!(call, signal)
    end(result)
    return result
  } catch (error) {
    end({ vectors: [], usage: noUsage, error: toRecordedError(error) })
    throw error
  }
}

function toRecordedError(error: unknown): NonNullable<RecordedCall["error"]> {
  if (!(error instanceof ConclaveError)) return { name: error instanceof Error ? error.name.slice(0, 100) : "unknown" }
  const { code, message, recoverable, retryAfterMs } = error
  return { code, message, recoverable, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
