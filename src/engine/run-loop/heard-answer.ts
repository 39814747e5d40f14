import type { TokenUsage } from "../../core/discussion/usage.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { estimateUsage } from "../../core/prompting/estimate-usage.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { StopCutter } from "../../core/speaking/stop-sequences.ts"
import { TextCleaner } from "../../core/text.ts"
import type { Question } from "./question-for.ts"

/** Of longer thoughts the rest is dropped: they are kept for the record, and nobody at the table reads them. */
const mostReasoning = 50_000

/** What has been heard of one answer so far, cleaned and cut where it has to be. */
export class HeardAnswer {
  text = ""
  readonly #prompt: Prompt
  readonly #cleaner = new TextCleaner()
  readonly #cutter: StopCutter
  readonly #say: (words: string) => void
  #thoughts = ""

  constructor({ question, cuts }: Question, say: (words: string) => void) {
    this.#prompt = question.prompt
    this.#cutter = new StopCutter(cuts)
    this.#say = say
  }

  /** Whether a stop sequence ended it. */
  get stopped(): boolean {
    return this.#cutter.stopped
  }

  push(text: string): void {
    this.#hear(this.#cutter.push(this.#cleaner.push(text)))
  }

  end(): void {
    this.#hear(this.#cutter.push(this.#cleaner.end()))
    this.#hear(this.#cutter.end())
  }

  think(text: string): void {
    if (this.#thoughts.length < mostReasoning) this.#thoughts += text
  }

  get reasoning(): string | undefined {
    if (this.#thoughts === "") return undefined
    const cleaner = new TextCleaner()
    return (cleaner.push(this.#thoughts.slice(0, mostReasoning)) + cleaner.end()).trim() || undefined
  }

  /** What it cost, where nobody counted. Before the first word came it may have cost nothing. */
  get estimatedUsage(): TokenUsage {
    if (this.text === "" && this.#thoughts === "") return noUsage
    return estimateUsage(this.#prompt, this.text + this.#thoughts)
  }

  #hear(words: string): void {
    if (words === "") return
    this.text += words
    this.#say(words)
  }
}
