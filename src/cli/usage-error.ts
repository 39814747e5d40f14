import type { CommanderError } from "commander"
import { ConclaveError, invalidInput } from "../core/errors.ts"
import { closestMatch } from "../core/validation.ts"

/** A mistake that commander found, told like every other: the field, what is wrong with it, and the fix. */
export function usageError({ code, message }: CommanderError): ConclaveError {
  const [, quoted = "", value = ""] = /'([^']*)'(?:[^']*'([^']*)')?/.exec(message) ?? []
  const option = /--[\w-]+/.exec(quoted)?.[0] ?? quoted
  switch (code) {
    case "commander.unknownOption":
      return problem(quoted, `there is no such option${hintIn(message)}`)
    case "commander.optionMissingArgument":
      return problem(option, `needs a value: ${quoted}`)
    case "commander.invalidArgument":
      return message.includes("for argument")
        ? problem(value, invalidValue(quoted, message))
        : problem(option, invalidValue(value, message))
    case "commander.missingArgument":
      return problem(quoted, "is missing; see --help")
    case "commander.excessArguments":
      return problem("arguments", excessArguments(message))
    case "commander.unknownCommand":
      return problem("command", `there is no "${quoted}"${hintIn(message)}`)
    case "commander.help":
      return problem("command", "name one of those that --help lists")
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
  // Of two letters, every other two are near.
  const near = value.length < 3 ? undefined : closestMatch(value, choices.split(", "))
  return `there is no "${value}"; ${near === undefined ? `use one of ${choices}` : `did you mean "${near}"?`}`
}

function excessArguments(message: string): string {
  const [, name = "", expected = "", given = ""] = /for '([^']*)'\. Expected (\d+) .*?: (.*)\.$/s.exec(message) ?? []
  // What was given may be the key itself.
  if (name === "login")
    return "login takes a provider alone; type the key when it is asked for, or give it on standard input"
  return `${name} takes ${expected === "0" ? "none" : `at most ${expected}`}, not "${given.slice(0, 80)}"; see conclave ${name} --help`
}
