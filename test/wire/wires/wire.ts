import type { ScriptedAnswer } from "../answer.ts"

/** One chunk of a streamed answer, before framing. */
export interface Chunk {
  readonly data: string
  /** The name of the server-sent event, on wires with named events. */
  readonly event?: string
  /** Marks an error event, on wires that flag errors beside the event's name. */
  readonly exception?: true
}

/** An error that each wire encodes in its own shape. */
export interface Trouble {
  readonly status: number
  readonly message: string
}

/** One provider's encoding of answers and errors. */
export interface Wire {
  readonly name: WireName
  readonly framing: "sse" | "ndjson" | "eventstream"
  /** The answer in chunks; `asked` is the body of the request. */
  chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[]
  /** A recorded line as a chunk. */
  recorded(line: string): Chunk
  /** The chunks after a recording's last line. */
  readonly ending: readonly Chunk[]
  /** The response to a request without streaming. */
  whole(answer: ScriptedAnswer, asked: Asked): unknown
  /** The body of an error response. */
  trouble(trouble: Trouble): unknown
  /** An error in mid-stream. */
  troubleChunk(trouble: Trouble): Chunk
  /** The provider's list of models. */
  models(names: readonly string[]): unknown
}

export type WireName =
  | "openai"
  | "openai-responses"
  | "openrouter"
  | "mistral"
  | "groq"
  | "deepseek"
  | "xai"
  | "anthropic"
  | "google"
  | "ollama"
  | "bedrock"

export type Asked = Readonly<Record<string, unknown>>

export function json(value: unknown): Chunk {
  return { data: JSON.stringify(value) }
}
