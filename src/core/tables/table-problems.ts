import { type BallotStage, type Format, type Instruction, placeholders, type Stage } from "../discussion/format.ts"
import { type FieldProblem, invalidInput } from "../errors.ts"
import { resolveSeats } from "../formats/resolve-seats.ts"
import { decisionProblems, languageProblems, settingsProblems } from "../formats/setting-problems.ts"
import { closestMatch, parse } from "../validation.ts"
import { type TableFile, tableFileSchema } from "./table-file.ts"
import { tableFormat } from "./table-format.ts"

/** Parses and checks a table; throws INPUT_INVALID naming every wrong field. */
export function validateTable(value: unknown): TableFile {
  return checkTable(parse(tableFileSchema(), value))
}

/** Checks that the fields of a table fit together; `root` is the path of the table in the input. */
export function checkTable(table: TableFile, root = ""): TableFile {
  const problems = tableProblems(table)
  if (problems.length === 0) return table
  const prefix = root === "" ? "" : `${root}.`
  throw invalidInput(problems.map((problem) => ({ ...problem, field: `${prefix}${problem.field}` })))
}

function tableProblems(table: TableFile): readonly FieldProblem[] {
  const missing = missingFieldProblems(table)
  if (missing.length > 0) return missing
  const format = tableFormat(table)
  const settings = { ...format.settings, ...table.options } as Format["settings"]
  const { seats, problems } = resolveSeats(table.seats, format, "default/model")
  const roles = [...new Set([...seats.map(({ role }) => role), format.defaultRole, ...format.silentRoles])]
  return [
    ...problems,
    ...settingsProblems(settings),
    ...languageProblems(table.language, table),
    ...decisionProblems({ ...format, settings }, table.decision),
    ...closingProblems(format, roles),
    ...instructionProblems(table.instructions, "instructions", roles),
    ...placeholderProblems(table.rules, "rules", ["rounds"]),
    ...(table.stages ?? []).flatMap((stage, index) => stageProblems(stage, index, { ...format, settings }, roles)),
  ]
}

function missingFieldProblems(table: TableFile): FieldProblem[] {
  if (table.extends) return []
  const without = (["promptStyle", "stages", "seats"] as const).filter((field) => table[field] === undefined)
  return without.map((field) => ({ field, message: "is required unless the table extends a preset" }))
}

function stageProblems(stage: Stage, index: number, format: Format, roles: readonly string[]): FieldProblem[] {
  const field = `stages[${index}]`
  const problems = (stage.roles ?? []).flatMap((role, place) => roleProblem(role, `${field}.roles[${place}]`, roles))
  problems.push(...instructionProblems(stage.instructions, `${field}.instructions`, roles))
  const { from, to } = stage.rounds ?? {}
  if (typeof from === "number" && typeof to === "number" && from > to) {
    problems.push({ field: `${field}.rounds`, message: `from ${from} is after to ${to}; swap them` })
  }
  const before = format.stages.slice(0, index).filter((one) => one.kind === "ballot")
  if (stage.kind === "speak") {
    const order = stage.order ?? format.settings.order
    if (order === "chosen" && !roles.includes("chair")) {
      const message = "the order chosen needs a seat with the role chair; add one, or use another order"
      problems.push({ field: stage.order ? `${field}.order` : "options.order", message })
    }
  } else if (stage.onlyAfterPassed && before.length === 0) {
    problems.push({ field: `${field}.onlyAfterPassed`, message: "needs an earlier ballot in the round; add one" })
  } else if (stage.options === "proposals" && !before.some(({ asks }) => asks === "consensus")) {
    const message = "proposals need an earlier ballot in the round that asks for consensus; add one"
    problems.push({ field: `${field}.options`, message })
  } else if (stage.options === "answers") problems.push(...rankingProblems(stage, index, format))
  return problems
}

function rankingProblems({ asks, secret }: BallotStage, index: number, { stages }: Format): FieldProblem[] {
  const problemIf = (isWrong: boolean, name: string, message: string) =>
    isWrong ? [{ field: `stages[${index}].${name}`, message }] : []
  const spoken = stages.slice(0, index).some(({ kind }) => kind === "speak")
  return [
    ...problemIf(asks !== "choice", "asks", "must be choice if the options are answers"),
    ...problemIf(!spoken, "options", "answers need an earlier stage in which the voters speak"),
    ...problemIf(secret, "secret", "voters rank all answers but their own, so votes cannot be secret; remove it"),
  ]
}

function closingProblems({ closing }: Format, roles: readonly string[]): FieldProblem[] {
  if (!closing) return []
  return [
    ...roleProblem(closing.by, "closing.by", roles),
    ...instructionProblems(closing.instructions, "closing.instructions", roles),
  ]
}

function roleProblem(role: string, field: string, roles: readonly string[]): FieldProblem[] {
  if (roles.includes(role)) return []
  const near = closestMatch(role, roles)
  const hint = near ? `did you mean "${near}"?` : `the roles are ${roles.join(", ")}`
  return [{ field, message: `no seat has the role "${role}"; ${hint}` }]
}

function instructionProblems(
  instructions: Readonly<Record<string, Instruction>> | undefined,
  field: string,
  roles: readonly string[],
): FieldProblem[] {
  return Object.entries(instructions ?? {}).flatMap(([role, words]) => {
    const here = `${field}.${role}`
    const texts =
      typeof words === "string"
        ? [[here, words] as const]
        : Object.entries(words).map(([when, text]) => [`${here}.${when}`, text] as const)
    return [
      ...(role === "*" ? [] : roleProblem(role, here, roles)),
      ...texts.flatMap(([where, text]) => placeholderProblems(text, where, placeholders)),
    ]
  })
}

/** Other braces are left alone; a name close to a placeholder is reported as a typo. */
function placeholderProblems(text: string | undefined, field: string, known: readonly string[]): FieldProblem[] {
  return [...(text ?? "").matchAll(/\{(\w+)\}/g)].flatMap(([whole, name = ""]) => {
    const near = known.includes(name) ? undefined : closestMatch(name, known)
    return near ? [{ field, message: `${whole} is not a placeholder; did you mean {${near}}?` }] : []
  })
}
