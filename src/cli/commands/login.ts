import { ConclaveError } from "../../core/errors.ts"
import { command, groups, writeJson } from "../command.ts"
import { printableLine } from "../printable.ts"

const providerArgument = { name: "provider", about: "a provider, such as openai; `conclave models` lists them" }

export const commands = [
  command({
    name: "login",
    group: groups.setup,
    about: "save a provider's API key for this user",
    details: [
      "Prompts for the key without echo, or reads it from standard input. It cannot be an argument, since shells save those in their history.",
      "The key is saved in a file that only you can read ($CONCLAVE_CREDENTIALS, else conclave/credentials.json in your config folder) and is sent only to the provider's current URL. Environment variables take precedence.",
    ],
    arguments: [providerArgument],
    examples: ["conclave login openai", "pass show openai | conclave login openai"],
    async run({ args, options, terminal, host }) {
      const provider = args[0]!
      const { title, file, origin, variable, isInEnvironment } = await host.credentials.describe(provider)
      if (origin === undefined) {
        throw new ConclaveError("INPUT_INVALID", `${title}: set ${variable.address} first; the key is tied to that URL`)
      }
      const key = terminal.interactive
        ? terminal.readSecret(`Key for ${title} (not shown): `)
        : terminal.readPiped(true)
      await host.credentials.store(provider, origin, (await key) ?? "")
      if (options.json) return writeJson(terminal, { provider, file, origin })
      terminal.note(`Saved the key for ${title} in ${printableLine(file)}. It is sent only to ${origin}.\n`)
      if (isInEnvironment) terminal.note(`${variable.key} is set in the environment and takes precedence.\n`)
    },
  }),

  command({
    name: "logout",
    group: groups.setup,
    about: "remove a provider's saved API key",
    arguments: [providerArgument],
    async run({ args, options, terminal, host }) {
      const provider = args[0]!
      const { title, file, variable, isInEnvironment } = await host.credentials.describe(provider)
      const removed = await host.credentials.remove(provider)
      if (options.json) return writeJson(terminal, { provider, file, removed })
      const result = removed ? `Removed the key for ${title} from` : `No key for ${title} is saved in`
      terminal.note(`${result} ${printableLine(file)}.\n`)
      if (isInEnvironment) terminal.note(`${variable.key} is still set in the environment.\n`)
    },
  }),
]
