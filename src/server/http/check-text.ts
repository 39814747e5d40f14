import { invalidInput } from "../../core/errors.ts"
import { textProblem } from "./read-json.ts"

/** What stands in an address must be storable text, like everything else that is let in. */
export function checkText(values: Readonly<Record<string, string>>, root: string): void {
  const problems = Object.entries(values).flatMap(([name, value]) => {
    const message = textProblem(name) ?? textProblem(value)
    return message ? [{ field: `${root}.${name.toWellFormed()}`, message }] : []
  })
  if (problems.length > 0) throw invalidInput(problems)
}
