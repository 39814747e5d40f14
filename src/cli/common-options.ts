import { ConclaveError, invalidField } from "../core/errors.ts"
import type { Client } from "./client.ts"
import {
  type ArgumentDefinition,
  type ClientAccess,
  type CommandContext,
  type OptionDefinition,
  withClient,
} from "./command.ts"
import type { Terminal } from "./terminal.ts"

/** Used if neither a flag nor an environment variable nor the file sets a value. */
export const processDefaults = { data: ".conclave", host: "127.0.0.1", port: 4600, workers: 100 } as const
export const defaultConfigNames = ["conclave.yaml", "config.yaml"] as const

/** Hidden command that completion scripts call. */
export const completionRequest = "complete-words"

/** Options of every command. Flags win over environment variables, and these over the file. */
export const commonOptions: readonly OptionDefinition[] = [
  {
    flags: "--data <folder>",
    about: "folder of the embedded database",
    envVariable: "CONCLAVE_DATA",
    defaultText: processDefaults.data,
  },
  { flags: "--database <url>", about: "use a PostgreSQL database instead", envVariable: "DATABASE_URL" },
  { flags: "--config <file>", about: "configuration file", defaultText: defaultConfigNames.join(", else ") },
  { flags: "--json", about: "print JSON; events as one object per line" },
  { flags: "--plain", about: "plain text without colours or redrawing, for screen readers and logs" },
]

export const discussionIdArgument: ArgumentDefinition = {
  name: "id",
  about: "the discussion's id, or at least its first 4 characters",
  values: "discussions",
}

const fullIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const minPrefixLength = 4

/** Expands an id prefix, looking among the newest discussions. */
export async function resolveDiscussionId(client: Pick<Client, "list">, given: string): Promise<string> {
  if (fullIdPattern.test(given)) return given
  if (given.length < minPrefixLength) {
    throw invalidField("id", `write at least its first ${minPrefixLength} characters`)
  }
  const { discussions } = await client.list({ limit: 100 })
  const found = discussions.filter(({ id }) => id.startsWith(given.toLowerCase()))
  if (found.length === 1) return found[0]!.id
  if (found.length === 0) return given
  const message = `several discussions start with ${given}; use more characters: ${found.map(({ id }) => id).join(", ")}`
  throw new ConclaveError("INPUT_INVALID", message, { problems: [{ field: "id", message }] })
}

/** Opens a client for work on the discussion that the first argument names. */
export function withDiscussion<T>(
  context: CommandContext,
  access: ClientAccess,
  work: (client: Client, id: string) => Promise<T>,
): Promise<T> {
  return withClient(context, access, async (client) =>
    work(client, await resolveDiscussionId(client, context.args[0]!)),
  )
}

/** The argument's text, or standard input for `-`. */
export async function readTextArgument(given: string, terminal: Terminal): Promise<string> {
  const words = given === "-" ? await terminal.readPiped(true) : given
  if (words?.trim()) return words.trim()
  throw invalidField("words", "must not be empty")
}
