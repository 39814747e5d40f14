import { ConclaveError } from "../../src/core/errors.ts"
import type { Model, ModelCall, ModelPart } from "../../src/ports/model.ts"

type ModelAction = ModelPart | { readonly type: "fail"; readonly error: ConclaveError }

const usage = { promptTokens: 120, cachedTokens: 40, completionTokens: 30 }

/** A valid decision record: its one argument cites a turn that every discussion has. */
const record = JSON.stringify({
  answer: "Ship the login page.",
  why: [{ text: "Nobody gets in without it.", citations: [{ turn: "t1" }] }],
})

/** A model whose turns the test controls. Votes and records are answered automatically. */
export class ControlledModel implements Model {
  readonly id: string
  readonly structured = false
  readonly #votes: (call: ModelCall) => string
  #actions: ModelAction[] = []
  #asked = 0
  #wake = () => {}
  #waiters: (() => void)[] = []

  constructor(id: string, votes: (call: ModelCall) => string = () => "…") {
    this.id = id
    this.#votes = votes
  }

  async *stream(call: ModelCall, signal: AbortSignal): AsyncGenerator<ModelPart> {
    if (call.voteForm || call.objectSchema) {
      yield { type: "text", text: call.voteForm ? this.#votes(call) : record }
      yield { type: "finish", reason: "stop", usage }
      return
    }
    this.#asked++
    for (const resolve of this.#waiters.splice(0)) resolve()
    for (;;) {
      const act = this.#actions.shift()
      if (!act) await this.#nextAction(signal)
      else if (act.type === "fail") throw act.error
      else {
        yield act
        if (act.type === "finish") return
      }
    }
  }

  /** Resolves once the model has been asked for this many turns in total. */
  async asked(times: number): Promise<void> {
    while (this.#asked < times) await new Promise<void>((resolve) => this.#waiters.push(resolve))
  }

  say(text: string): void {
    this.#enqueue({ type: "text", text })
  }

  finish(): void {
    this.#enqueue({ type: "finish", reason: "stop", usage })
  }

  fail(message: string): void {
    this.#enqueue({ type: "fail", error: new ConclaveError("PROVIDER_ERROR", message, { recoverable: true }) })
  }

  #enqueue(act: ModelAction): void {
    this.#actions.push(act)
    this.#wake()
  }

  #nextAction(signal: AbortSignal): Promise<void> {
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

/** A vote in the format of models without structured output. */
export function consensusBlock(answer: "YES" | "NO", confidence: number, reasoning: string, solution = ""): string {
  return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answer}\n[CONFIDENCE]\n${confidence}\n[REASONING]\n${reasoning}\n[PROPOSED_SOLUTION]\n${solution}`
}
