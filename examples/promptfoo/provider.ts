/** A promptfoo provider (https://www.promptfoo.dev): `npx promptfoo eval -c examples/promptfoo/promptfooconfig.yaml`. */
import { conclave, type DiscussionInput } from "conclave"

type Decision = NonNullable<DiscussionInput["decision"]>

interface ProviderOptions {
  readonly id?: string
  /** Discussion input without the topic, which is the prompt. promptfoo adds `basePath`. */
  readonly config?: Omit<DiscussionInput, "topic"> & { readonly basePath?: string }
}

interface CallContext {
  /** The test's variables; `options` are the choices to vote on. */
  readonly vars?: { readonly options?: readonly string[] }
}

export default class ConclaveProvider {
  readonly #id: string
  readonly #config: Omit<DiscussionInput, "topic">

  constructor({ id = "conclave", config: { basePath: _, ...config } = { format: "panel" } }: ProviderOptions = {}) {
    this.#id = id
    this.#config = config
  }

  id(): string {
    return this.#id
  }

  async callApi(prompt: string, { vars }: CallContext = {}) {
    const decision: Decision = {
      decide: "vote-first",
      ...this.#config.decision,
      ...(vars?.options && { options: vars.options }),
    }
    const table = conclave()
    try {
      const outcome = await table.discuss({ ...this.#config, topic: prompt, decision } as DiscussionInput).outcome
      const { promptTokens, completionTokens, cachedTokens, cost } = outcome.usage
      if (outcome.solution === undefined) return { error: `no solution: ${outcome.stoppingReason}` }
      return {
        output: outcome.solution,
        tokenUsage: {
          total: promptTokens + completionTokens,
          prompt: promptTokens,
          completion: completionTokens,
          cached: cachedTokens,
        },
        ...(cost !== undefined && { cost }),
        metadata: { rounds: outcome.rounds, agreed: outcome.agreed, likelihood: outcome.likelihood },
      }
    } finally {
      table.close()
    }
  }
}
