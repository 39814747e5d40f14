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
      const metered = { model, ledger, ...options }
      return wrapModel(model, {
        admit: (call, signal) => admit({ ...metered, call, signal }),
        stream: (call, signal) => meteredStream({ ...metered, call, signal }),
        ...(model.embed && {
          embed: (call: EmbedCall, signal: AbortSignal) => meteredEmbed({ ...metered, call, signal }),
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

/** The reservations of admitted calls; undefined if there is no limit. */
const meters = new WeakMap<ModelCall, Meter | undefined>()

/** Waits for a free slot at the model, then for the budget: calls in flight may return what they reserved. */
async function admit(metered: MeteredCall): Promise<() => void> {
  const { model, call, signal } = metered
  const release = (await model.admit?.(call, signal)) ?? (() => {})
  try {
    const reservation = await reserveWhenFree(metered)
    const meter = reservation && new Meter(metered, reservation)
    meters.set(call, meter)
    return () => {
      release()
      meters.delete(call)
      void meter?.settle()
    }
  } catch (error) {
    release()
    throw error
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

/** Without a limit the model's own stream, since another function per part would cost time in every call. */
function meteredStream(metered: MeteredCall): AsyncIterable<ModelPart> {
  const { model, call, signal } = metered
  if (!meters.has(call)) return admittedStream(metered)
  const meter = meters.get(call)
  return meter ? meter.count(model.stream(call, signal)) : model.stream(call, signal)
}

async function* admittedStream(metered: MeteredCall): AsyncGenerator<ModelPart> {
  const release = await admit(metered)
  try {
    yield* meteredStream(metered)
  } finally {
    release()
  }
}

/** The reservation of one call, settled once: with the reported usage, or else when the call ends. */
class Meter {
  readonly #call: MeteredCall
  #reservation: Reservation | undefined
  #receivedLength = 0

  constructor(call: MeteredCall, reservation: Reservation) {
    this.#call = call
    this.#reservation = reservation
  }

  async *count(answer: AsyncIterable<ModelPart>): AsyncGenerator<ModelPart> {
    try {
      for await (const part of answer) {
        if (part.type === "finish") await this.settle(part.usage)
        else this.#receivedLength += part.text.length
        yield part
      }
    } finally {
      await this.settle()
    }
  }

  /** Without reported usage the cost is estimated from the text received; unanswered calls cost nothing. */
  async settle(usage?: TokenUsage): Promise<void> {
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
