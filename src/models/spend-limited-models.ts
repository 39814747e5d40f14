import { Buffer } from "node:buffer"
import { noUsage, type TokenUsage, totalTokens } from "../core/discussion/usage.ts"
import { ConclaveError } from "../core/errors.ts"
import { charactersPerToken, estimateUsage } from "../core/prompting/seat-view.ts"
import type { Clock } from "../ports/clock.ts"
import { sleep } from "../ports/clock.ts"
import type { EmbedCall, Model, ModelCall, ModelPart, Models } from "../ports/model.ts"
import type { Reservation, Spend, SpendLedger } from "../ports/spend-ledger.ts"
import { costOf } from "./prices.ts"
import { wrapModel } from "./wrap-model.ts"

interface SpendLimitOptions {
  readonly organisationId: string
  readonly clock: Clock
  /** Called if the cost of a call could not be recorded. */
  readonly onFault: (error: unknown) => void
}

/** Models of one organisation: a call is made only after its maximum cost has been reserved. */
export function spendLimitedModels(models: Models, ledger: SpendLedger, options: SpendLimitOptions): Models {
  return {
    find(name) {
      const model = models.find(name)
      return wrapModel(model, {
        admit: (call, signal) => admit({ model, call, signal, ledger, ...options }),
        stream: (call, signal) => ({
          [Symbol.asyncIterator]: () => new MeteredStream({ model, call, signal, ledger, ...options }),
        }),
        ...(model.embed && {
          embed: (call: EmbedCall, signal: AbortSignal) => meteredEmbed({ model, call, signal, ledger, ...options }),
        }),
      })
    },
  }
}

interface MeteredCall<Call = ModelCall> extends SpendLimitOptions {
  readonly model: Model
  readonly call: Call
  readonly signal: AbortSignal
  readonly ledger: SpendLedger
}

/** Reservations of calls that are admitted but not started; undefined if there is no limit. */
const admitted = new WeakMap<ModelCall, Reservation | undefined>()

/** Waits for a free slot at the model, then for the budget: calls in flight may return what they reserved. */
async function admit(metered: MeteredCall): Promise<() => void> {
  const { model, call, signal, onFault } = metered
  const release = (await model.admit?.(call, signal)) ?? (() => {})
  try {
    admitted.set(call, await reserveWhenFree(metered))
  } catch (error) {
    release()
    throw error
  }
  return () => {
    release()
    const unused = admitted.get(call)
    admitted.delete(call)
    unused?.settle({ usd: 0, tokens: 0 }).catch(onFault)
  }
}

async function reserveWhenFree({ model, call, signal, ledger, organisationId, clock }: MeteredCall) {
  const payer = { organisationId, keyId: call.startedBy }
  const maxSpend = await maxSpendOf(model.id, call)
  for (;;) {
    try {
      return await ledger.reserve(payer, maxSpend)
    } catch (error) {
      if (!(error instanceof ConclaveError && error.code === "SPEND_LIMIT" && error.recoverable)) throw error
      signal.throwIfAborted()
      await sleep(clock, error.retryAfterMs ?? 1_000, signal)
      signal.throwIfAborted()
    }
  }
}

async function meteredEmbed({ model, call, signal, ledger, organisationId, onFault }: MeteredCall<EmbedCall>) {
  const bytes = call.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const maxUsage = { promptTokens: tokensIn(bytes), cachedTokens: 0, completionTokens: 0 }
  const payer = { organisationId, keyId: call.startedBy }
  const reservation = await ledger.reserve(payer, await spendOf(model.id, maxUsage))
  let usage = noUsage
  try {
    const embedded = await model.embed!(call, signal)
    usage = embedded.usage
    return embedded
  } finally {
    await reservation?.settle(await spendOf(model.id, usage)).catch(onFault)
  }
}

type Part = IteratorResult<ModelPart>

/** Not a generator: without a limit, each part costs only one more function call. */
class MeteredStream implements AsyncIterator<ModelPart> {
  readonly #call: MeteredCall
  #answer: AsyncIterator<ModelPart> | undefined
  #reservation: Reservation | undefined
  #isClosed = false
  #receivedLength = 0

  constructor(call: MeteredCall) {
    this.#call = call
  }

  next(): Promise<Part> {
    if (!this.#answer) return this.#begin()
    return this.#reservation ? this.#nextMetered(this.#answer) : this.#answer.next()
  }

  async return(): Promise<Part> {
    this.#isClosed = true
    await Promise.all([this.#settle(), this.#answer?.return?.()])
    return { done: true, value: undefined }
  }

  async #begin(): Promise<Part> {
    const { model, call, signal, ledger, organisationId } = this.#call
    if (admitted.has(call)) {
      this.#reservation = admitted.get(call)
      admitted.delete(call)
    } else {
      const payer = { organisationId, keyId: call.startedBy }
      this.#reservation = await ledger.reserve(payer, await maxSpendOf(model.id, call))
    }
    if (this.#isClosed) {
      await this.#settle()
      return { done: true, value: undefined }
    }
    this.#answer = model.stream(call, signal)[Symbol.asyncIterator]()
    return this.next()
  }

  async #nextMetered(answer: AsyncIterator<ModelPart>): Promise<Part> {
    try {
      const part = await answer.next()
      if (part.done) await this.#settle()
      else if (part.value.type === "finish") await this.#settle(part.value.usage)
      else this.#receivedLength += part.value.text.length
      return part
    } catch (error) {
      await this.#settle()
      throw error
    }
  }

  /** Without reported usage the cost is estimated from the text received; unanswered calls cost nothing. */
  async #settle(usage?: TokenUsage): Promise<void> {
    const reservation = this.#reservation
    if (!reservation) return
    this.#reservation = undefined
    const { model, call, onFault } = this.#call
    try {
      const completionTokens = Math.ceil(this.#receivedLength / charactersPerToken)
      const estimated = completionTokens > 0 ? { ...estimateUsage(call.prompt, ""), completionTokens } : noUsage
      await reservation.settle(await spendOf(model.id, usage ?? estimated))
    } catch (error) {
      // The answer is paid for: a failed ledger entry must not lose it.
      onFault(error)
    }
  }
}

/** Three bytes per token is a safe upper bound in all languages we know, Chinese included. */
function maxSpendOf(id: string, { prompt: { rules, transcript, ask }, maxTokens }: ModelCall): Promise<Spend> {
  const bytes = transcript.reduce((sum, entry) => sum + Buffer.byteLength(entry), Buffer.byteLength(rules + ask))
  return spendOf(id, { promptTokens: tokensIn(bytes), cachedTokens: 0, completionTokens: maxTokens })
}

async function spendOf(id: string, usage: TokenUsage): Promise<Spend> {
  const slash = id.indexOf("/")
  const usd = usage.cost ?? (await costOf({ provider: id.slice(0, slash), model: id.slice(slash + 1), usage })) ?? 0
  return { usd, tokens: totalTokens(usage) }
}

function tokensIn(bytes: number): number {
  return Math.ceil(bytes / 3)
}
