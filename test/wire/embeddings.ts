import type { Route } from "./routes.ts"
import type { Asked } from "./wires/wire.ts"

const dimensions = 256

/** Bag-of-words vectors: texts with the same words have the same vector. */
export function embeddingsFor({ wire, model }: Route, asked: Asked): unknown {
  const vectors = textsOf(asked).map(vectorOf)
  const tokens = 7 * vectors.length
  if (wire.name === "ollama") return { model, embeddings: vectors, prompt_eval_count: tokens }
  if (wire.name === "bedrock") return { embedding: vectors[0], inputTextTokenCount: tokens }
  if (wire.name === "google") {
    const [first] = vectors
    return asked.requests ? { embeddings: vectors.map((values) => ({ values })) } : { embedding: { values: first } }
  }
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }))
  return { object: "list", model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are another party's JSON, and a wrong guess fails the test
type Json = any

function textsOf(asked: Asked): readonly string[] {
  const { input, inputText, requests, content } = asked as Json
  if (requests) return requests.map((one: Json) => one.content.parts[0].text)
  if (content) return [content.parts[0].text]
  return [inputText ?? input].flat()
}

function vectorOf(text: string): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    let place = 7
    for (const letter of word) place = (place * 31 + letter.codePointAt(0)!) % dimensions
    vector[place]!++
  }
  return vector
}
