import type { ScriptedAnswer } from "../answer.ts"

/** One chunk of a streamed answer, before framing. */
export interface Chunk {
  readonly data: string
  /** The name of the server-sent event, on wires that name theirs. */
  readonly event?: string
  /** The event tells of an error, on wires that say so beside its name. */
  readonly exception?: true
}

/** What is wrong, in words that every wire can put into its own shape. */
export interface Trouble {
  readonly status: number
  readonly message: string
}

/** One provider's way to put an answer, or a refusal to give one, on the wire. */
export interface Wire {
  readonly name: WireName
  readonly framing: "sse" | "ndjson" | "eventstream"
  /** The answer in chunks; `asked` is the body of the request. */
  chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[]
  /** A recorded line as a chunk. */
  recorded(line: string): Chunk
  /** What follows a recording's last line. */
  readonly ending: readonly Chunk[]
  /** The answer to a request that does not want a stream. */
  whole(answer: ScriptedAnswer, asked: Asked): unknown
  /** The body of an error status. */
  trouble(trouble: Trouble): unknown
  /** An error told in the middle of a stream. */
  troubleChunk(trouble: Trouble): Chunk
  /** The models that this provider says it has. */
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
