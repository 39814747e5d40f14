import { ConclaveError } from "../../core/errors.ts"
import { command, writeJson } from "../command.ts"
import { printableLine } from "../printable.ts"

const providerArgument = { name: "provider", about: "its name, such as openai; `conclave models` lists them" }

export const commands = [
  command({
    name: "login",
    group: "Running it",
    about: "save a provider's API key for this user",
    details: [
      "You are asked for the key, which is not shown, or it is read from standard input. It is never an argument, since shells remember those.",
      "It is saved in one file that only you can read ($CONCLAVE_CREDENTIALS, else conclave/credentials.json in your settings folder) and sent only to the provider's current address. Environment variables take precedence.",
    ],
    arguments: [providerArgument],
    examples: ["conclave login openai", "pass show openai | conclave login openai"],
    async run({ args, options, terminal, host }) {
      const provider = args[0]!
      const { title, file, origin, variable, isInEnvironment } = await host.credentials.describe(provider)
      if (origin === undefined) {
        throw new ConclaveError(
          "INPUT_INVALID",
          `${title}: set ${variable.address} first, so that the key goes nowhere else`,
        )
      }
      const asked = terminal.interactive
        ? terminal.readSecret(`Key for ${title} (not shown): `)
        : terminal.readPiped(true)
      await host.credentials.store(provider, origin, (await asked) ?? "")
      if (options.json) return writeJson(terminal, { provider, file, origin })
      terminal.note(`The key for ${title} is saved in ${printableLine(file)} and sent to ${origin} only.\n`)
      if (isInEnvironment) terminal.note(`${variable.key} is set in the environment and takes precedence.\n`)
    },
  }),

  command({
    name: "logout",
    group: "Running it",
    about: "remove a provider's saved API key",
    arguments: [providerArgument],
    async run({ args, options, terminal, host }) {
      const provider = args[0]!
      const { title, file, variable, isInEnvironment } = await host.credentials.describe(provider)
      const removed = await host.credentials.remove(provider)
      if (options.json) return writeJson(terminal, { provider, file, removed })
      const what = removed ? `The key for ${title} is removed from` : `No key for ${title} is saved in`
      terminal.note(`${what} ${printableLine(file)}.\n`)
      if (isInEnvironment) terminal.note(`${variable.key} is still set in the environment.\n`)
    },
  }),
]
