import { invalidField } from "../core/errors.ts"
import { defaultModel } from "../core/formats/index.ts"
import type { ModelListing } from "./client.ts"
import type { CommandContext } from "./command.ts"
import { printableLine } from "./printable.ts"
import { interrupted, type Terminal } from "./terminal.ts"

type ReadyModel = { readonly model: string; readonly title: string }

const maxTries = 5

/**
 * Chooses the default model if none is configured and a provider is ready. A person is asked once, and the answer is
 * saved; otherwise the choice is only announced. Undefined if there is nothing to choose.
 */
export async function chooseModel({
  host,
  terminal,
  options,
}: Pick<CommandContext<{ readonly yes?: true }>, "host" | "terminal" | "options">): Promise<string | undefined> {
  if ((await host.configuration()).model !== undefined) return undefined
  const ready = findReadyModel(await host.models())
  if (!ready) return undefined
  if (!terminal.interactive || options.yes || options.json) {
    terminal.note(
      `Using ${ready.model}: ${ready.title} is ready. Choose another with --model, or \`model\` in the configuration.\n`,
    )
    return ready.model
  }
  const chosen = await ask(ready, terminal)
  const file = await host.rememberModel(chosen)
  terminal.note(`Saved model: ${printableLine(chosen)} to ${printableLine(file)}.\n\n`)
  return chosen
}

/** A mid-priced model of the first ready provider: the second of its suggestions, else its first model. */
function findReadyModel({ providers, models }: ModelListing): ReadyModel | undefined {
  for (const { name, title, ready } of providers) {
    const own = ready ? models.filter(({ provider, id }) => provider === name && !/embed/i.test(id)) : []
    const model = own[0]?.suggested ? (own[1] ?? own[0]) : own[0]
    if (model) return { model: model.id, title }
  }
  return undefined
}

async function ask({ model, title }: ReadyModel, terminal: Terminal): Promise<string> {
  const lines = terminal.lines()
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const line = await lines.ask(`${title} is ready. Discuss with ${printableLine(model)}? [Y/n or provider/model] `)
      if (line === undefined || line === interrupted) break
      const answer = line.trim()
      if (/^(y|yes|s|sí|si|是)?$/i.test(answer)) return model
      if (/^(n|no|否)$/i.test(answer)) return defaultModel
      if (/^[^/\s]+\/\S+$/.test(answer)) return answer
      terminal.note(`"${printableLine(answer)}" is not a model; type provider/model, y, or n for simulated models\n`)
    }
  } finally {
    lines.close()
  }
  throw invalidField("model", "was not chosen, so nothing was started; set one with --model")
}
