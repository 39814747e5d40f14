import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { estimateUsage } from "../../core/prompting/seat-view.ts"
import { StopSequenceFilter } from "../../core/speaking/stop-sequences.ts"
import { TextCleaner } from "../../core/text.ts"
import type { PreparedCall } from "./ask-model.ts"

/** Longer reasoning is truncated: it is only stored, no seat reads it. */
const maxReasoningLength = 50_000

/** Generous, since tokens vary in length: only a model that ignores its token limit is cut. */
const maxCharactersPerToken = 16
const slackCharacters = 4_000

/** The text of an answer so far, cleaned and cut at stop sequences. */
export class ResponseBuffer {
  text = ""
  readonly #prompt: Prompt
  readonly #cleaner = new TextCleaner()
  readonly #cutter: StopSequenceFilter
  readonly #onText: (text: string) => void
  readonly #maxLength: number
  #reasoningText = ""

  constructor({ modelCall, stopTexts }: PreparedCall, onText: (text: string) => void) {
    this.#prompt = modelCall.prompt
    this.#maxLength = modelCall.maxTokens * maxCharactersPerToken + slackCharacters
    this.#cutter = new StopSequenceFilter(stopTexts)
    this.#onText = onText
  }

  /** Whether the answer exceeds what the token limit allows. */
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

  /** Estimate for calls whose provider reported no usage. No usage before the first token. */
  get estimatedUsage(): TokenUsage {
    if (this.text === "" && this.#reasoningText === "") return noUsage
    return estimateUsage(this.#prompt, this.text + this.#reasoningText)
  }

  #append(text: string): void {
    const fitting = text.slice(0, this.#maxLength - this.text.length)
    if (fitting === "") return
    this.text += fitting
    this.#onText(fitting)
  }
}
