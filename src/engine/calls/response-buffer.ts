import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { estimateUsage } from "../../core/prompting/seat-view.ts"
import { StopSequenceFilter } from "../../core/speaking/stop-sequences.ts"
import { TextCleaner } from "../../core/text.ts"
import type { PreparedCall } from "./ask-model.ts"

/** Of longer thoughts the rest is dropped: they are kept for the record, and nobody at the table reads them. */
const maxReasoningLength = 50_000

/** A model may write more characters a token than usual; one that ignores its limit of tokens altogether is cut. */
const maxCharactersPerToken = 16
const slackCharacters = 4_000

/** What has been heard of one answer so far, cleaned and cut where it has to be. */
export class ResponseBuffer {
  text = ""
  readonly #prompt: Prompt
  readonly #cleaner = new TextCleaner()
  readonly #cutter: StopSequenceFilter
  readonly #onText: (words: string) => void
  readonly #maxLength: number
  #reasoningText = ""

  constructor({ modelCall, stopTexts }: PreparedCall, onText: (words: string) => void) {
    this.#prompt = modelCall.prompt
    this.#maxLength = modelCall.maxTokens * maxCharactersPerToken + slackCharacters
    this.#cutter = new StopSequenceFilter(stopTexts)
    this.#onText = onText
  }

  /** Whether it is longer than the tokens that were asked for can hold. */
  get isTooLong(): boolean {
    return this.text.length >= this.#maxLength
  }

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
    const fitting = words.slice(0, this.#maxLength - this.text.length)
    if (fitting === "") return
    this.text += fitting
    this.#onText(fitting)
  }
}
