import type { Prompt, SeatView } from "./seat-view.ts"

const sources = new WeakMap<Prompt, SeatView>()

/** Remembers for as long as a prompt lives what it was written from. */
export function writtenFrom(view: SeatView, prompt: Prompt): Prompt {
  sources.set(prompt, view)
  return prompt
}

/** What a prompt was written from, for models that act instead of reading. Undefined for a prompt written elsewhere. */
export function sourceOf(prompt: Prompt): SeatView | undefined {
  return sources.get(prompt)
}
