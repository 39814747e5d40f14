import { ConclaveError } from "../../src/core/errors.ts"
import type { Model, ModelCall, ModelPart } from "../../src/ports/model.ts"

type Act = ModelPart | { readonly type: "fail"; readonly error: ConclaveError }

const usage = { promptTokens: 120, cachedTokens: 40, completionTokens: 30 }

/** A model that says what the test tells it to, when the test tells it to. Votes it gives by itself. */
export class Puppet implements Model {
  readonly id: string
  readonly structured = false
  readonly #votes: (call: ModelCall) => string
  #acts: Act[] = []
  #asked = 0
  #wake = () => {}
  #told: (() => void)[] = []

  constructor(id: string, votes: (call: ModelCall) => string = () => "…") {
    this.id = id
    this.#votes = votes
  }

  async *stream(call: ModelCall, signal: AbortSignal): AsyncGenerator<ModelPart> {
    if (call.voteForm) {
      yield { type: "text", text: this.#votes(call) }
      yield { type: "finish", reason: "stop", usage }
      return
    }
    this.#asked++
    for (const tell of this.#told.splice(0)) tell()
    for (;;) {
      const act = this.#acts.shift()
      if (!act) await this.#more(signal)
      else if (act.type === "fail") throw act.error
      else {
        yield act
        if (act.type === "finish") return
      }
    }
  }

  /** Resolves once it has been asked for so many turns in all. */
  async asked(times: number): Promise<void> {
    while (this.#asked < times) await new Promise<void>((resolve) => this.#told.push(resolve))
  }

  say(text: string): void {
    this.#do({ type: "text", text })
  }

  finish(): void {
    this.#do({ type: "finish", reason: "stop", usage })
  }

  fail(message: string): void {
    this.#do({ type: "fail", error: new ConclaveError("PROVIDER_ERROR", message, { recoverable: true }) })
  }

  #do(act: Act): void {
    this.#acts.push(act)
    this.#wake()
  }

  #more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(new ConclaveError("ABORTED", "the call was called off"))
      if (signal.aborted) stop()
      signal.addEventListener("abort", stop, { once: true })
      this.#wake = () => {
        signal.removeEventListener("abort", stop)
        resolve()
      }
    })
  }
}

/** A vote as models without structured output give it. */
export function block(answer: "YES" | "NO", confidence: number, reasoning: string, solution = ""): string {
  return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answer}\n[CONFIDENCE]\n${confidence}\n[REASONING]\n${reasoning}\n[PROPOSED_SOLUTION]\n${solution}`
}
