import { piecesOf, type ScriptedAnswer, scriptedUsage, wholeText } from "../answer.ts"
import { type Asked, type Chunk, json, type Trouble, type Wire } from "./wire.ts"

/** Ollama's chat: one line of JSON per chunk. It has no refusals or filters: such an answer simply stops. */
export const ollama: Wire = {
  name: "ollama",
  framing: "ndjson",
  chunks,
  recorded: (line) => ({ data: line }),
  ending: [],
  whole: (answer, asked) => ({
    ...opening(asked),
    message: {
      role: "assistant",
      content: wholeText(answer.text),
      ...(answer.reasoning !== undefined && { thinking: answer.reasoning }),
    },
    ...closing(answer),
  }),
  trouble,
  troubleChunk: (told) => json(trouble(told)),
  models: (names) => ({
    models: names.map((name) => ({
      name,
      model: name,
      modified_at: "2026-01-01T00:00:00Z",
      size: 1_000_000_000,
      digest: "0".repeat(64),
      details: { format: "gguf", family: "wire", parameter_size: "8B", quantization_level: "Q4_K_M" },
    })),
  }),
}

function chunks(answer: ScriptedAnswer, asked: Asked): readonly Chunk[] {
  const said = (message: object) => json({ ...opening(asked), message: { role: "assistant", ...message }, done: false })
  return [
    ...piecesOf(answer.reasoning ?? "").map((thinking) => said({ content: "", thinking })),
    ...piecesOf(answer.text).map((content) => said({ content })),
    ...(answer.finish === "none"
      ? []
      : [json({ ...opening(asked), message: { role: "assistant", content: "" }, ...closing(answer) })]),
  ]
}

function opening(asked: Asked): object {
  return { model: asked.model, created_at: "2026-01-01T00:00:00.000000Z" }
}

function closing(answer: ScriptedAnswer): object {
  const usage = answer.usage === "missing" ? undefined : (answer.usage ?? scriptedUsage)
  return {
    done: true,
    done_reason: answer.finish === "length" ? "length" : "stop",
    total_duration: 5_000_000,
    load_duration: 1_000_000,
    ...(usage && { prompt_eval_count: usage.prompt, eval_count: usage.completion }),
  }
}

function trouble({ message }: Trouble): object {
  return { error: message }
}
