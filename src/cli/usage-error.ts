import type { CommanderError } from "commander"
import { ConclaveError, invalidInput } from "../core/errors.ts"
import { closestMatch } from "../core/validation.ts"

/** Converts a commander error to ours. Commander puts the offending option and value only into its message. */
export function usageError({ code, message }: CommanderError): ConclaveError {
  const [, quoted = "", value = ""] = /'([^']*)'(?:[^']*'([^']*)')?/.exec(message) ?? []
  const option = /--[\w-]+/.exec(quoted)?.[0] ?? quoted
  switch (code) {
    case "commander.unknownOption":
      return problem(quoted, `unknown option${hintIn(message)}`)
    case "commander.optionMissingArgument":
      return problem(option, `needs a value: ${quoted}`)
    case "commander.invalidArgument":
      return message.includes("for argument")
        ? problem(value, invalidValue(quoted, message))
        : problem(option, invalidValue(value, message))
    case "commander.missingArgument":
      return problem(quoted, "is required; see --help")
    case "commander.excessArguments":
      return problem("arguments", excessArguments(message))
    case "commander.unknownCommand":
      return problem("command", `"${quoted}" does not exist${hintIn(message)}`)
    case "commander.help":
      return problem("command", "is required; see --help")
    default:
      return new ConclaveError("INPUT_INVALID", message.replace(/^error: /, ""))
  }
}

function problem(field: string, message: string): ConclaveError {
  return invalidInput([{ field, message }])
}

function hintIn(message: string): string {
  const near = /\(Did you mean (?:one of )?(.*)\?\)/.exec(message)?.[1]
  return near === undefined ? "; see --help" : `; did you mean ${near}?`
}

function invalidValue(value: string, message: string): string {
  const choices = /Allowed choices are (.*)\.$/s.exec(message)?.[1]
  if (choices === undefined) return `${/ It (.*)\.$/s.exec(message)?.[1] ?? "is not valid"}, not "${value}"`
  // Every two-letter value is close to every other.
  const near = value.length < 3 ? undefined : closestMatch(value, choices.split(", "))
  return `unknown value "${value}"; ${near === undefined ? `use one of ${choices}` : `did you mean "${near}"?`}`
}

function excessArguments(message: string): string {
  const [, name = "", expected = "", given = ""] = /for '([^']*)'\. Expected (\d+) .*?: (.*)\.$/s.exec(message) ?? []
  // The extra argument may be the key itself, so it is not repeated.
  if (name === "login") return "login takes only a provider; enter the key when prompted, or pipe it to standard input"
  const limit = expected === "0" ? "none" : `at most ${expected}`
  return `${name} takes ${limit}, not "${given.slice(0, 80)}"; see conclave ${name} --help`
}
