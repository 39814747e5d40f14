import { invalidInput } from "../../core/errors.ts"
import type { Terminal } from "../terminal.ts"

/** What was written on the command line, or for `-` what was piped in. */
export async function readTextArgument(given: string, terminal: Terminal): Promise<string> {
  const words = given === "-" ? await terminal.readPiped(true) : given
  if (words?.trim()) return words.trim()
  throw invalidInput([{ field: "words", message: "must not be empty" }])
}
