import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { estimateUsage } from "../../core/prompting/estimate-usage.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { StopSequenceFilter } from "../../core/speaking/stop-sequences.ts"
import { TextCleaner } from "../../core/text.ts"

/** Of longer thoughts the rest is dropped: they are kept for the record, and nobody at the table reads them. */
const maxReasoningLength = 50_000

/** What has been heard of one answer so far, cleaned and cut where it has to be. */
export class ResponseBuffer {
  text = ""
  readonly #prompt: Prompt
  readonly #cleaner = new TextCleaner()
  readonly #cutter: StopSequenceFilter
  readonly #onText: (words: string) => void
  #reasoningText = ""

  constructor(prompt: Prompt, stopTexts: readonly string[], onText: (words: string) => void) {
    this.#prompt = prompt
    this.#cutter = new StopSequenceFilter(stopTexts)
    this.#onText = onText
  }

  /** Whether a stop sequence ended it. */
  get stopped(): boolean {
    return this.#cutter.stopped
  }

  push(text: string): void {
    this.#append(this.#cutter.push(this.#cleaner.push(text)))
  }

  end(): void {
    this.#append(this.#cutter.push(this.#cleaner.flush()))
    this.#append(this.#cutter.flush())
  }

  pushReasoning(text: string): void {
    if (this.#reasoningText.length < maxReasoningLength) this.#reasoningText += text
  }

  get reasoning(): string | undefined {
    if (this.#reasoningText === "") return undefined
    const cleaner = new TextCleaner()
    return (cleaner.push(this.#reasoningText.slice(0, maxReasoningLength)) + cleaner.flush()).trim() || undefined
  }

  /** What it cost, where nobody counted. Before the first word came it may have cost nothing. */
  get estimatedUsage(): TokenUsage {
    if (this.text === "" && this.#reasoningText === "") return noUsage
    return estimateUsage(this.#prompt, this.text + this.#reasoningText)
  }

  #append(words: string): void {
    if (words === "") return
    this.text += words
    this.#onText(words)
  }
}
