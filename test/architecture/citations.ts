import type { Requirement } from "../requirements/requirement.ts"
import {
  child,
  children,
  identifierName,
  literalText,
  memberName,
  parseTypeScript,
  places,
  type SyntaxNode,
  templateText,
} from "./syntax.ts"

const citation = /\[([a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*)\]/g
const testers = new Set(["test", "it", "describe", "suite"])
/** Tests that do not run prove nothing. */
const idle = new Set(["skip", "todo"])

/** The requirement ids cited in the titles of tests and groups. */
export function citationsIn(source: string, file: string): readonly string[] {
  return [...places(parseTypeScript(source, file))].flatMap(({ node }) => {
    if (node.type !== "CallExpression" || !isRunningTest(child(node, "callee"))) return []
    return [...titleOf(children(node, "arguments")[0]).matchAll(citation)].map((match) => match[1]!)
  })
}

/** Promises without a test, and citations without a promise; `cited` has the ids by test file. */
export function auditCitations(
  requirements: readonly Requirement[],
  cited: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const all = new Set([...cited.values()].flat())
  const unproven = requirements.filter(({ id, pending }) => pending === undefined && !all.has(id))
  const misplaced = [...cited].flatMap(([file, ids]) =>
    [...new Set(ids)].flatMap((id) => {
      const requirement = known.get(id)
      if (!requirement) return [`${file} cites [${id}], which is not a promise`]
      return requirement.pending === undefined ? [] : [`${file} cites [${id}], so it is no longer pending`]
    }),
  )
  return [...unproven.map(({ id, promise }) => `no test cites [${id}]: ${promise}`), ...misplaced]
}

/** `test`, `test.each(…)`, `describe.concurrent.for(…)` and the like, unless it is skipped. */
function isRunningTest(callee: SyntaxNode | undefined): boolean {
  if (callee?.type === "CallExpression") return isRunningTest(child(callee, "callee"))
  if (callee?.type === "TaggedTemplateExpression") return isRunningTest(child(callee, "tag"))
  if (callee?.type === "MemberExpression") {
    return !idle.has(memberName(callee) ?? "") && isRunningTest(child(callee, "object"))
  }
  return testers.has(identifierName(callee) ?? "")
}

function titleOf(node: SyntaxNode | undefined): string {
  if (node?.type === "TemplateLiteral") return templateText(node)
  if (node?.type === "BinaryExpression") return titleOf(child(node, "left")) + titleOf(child(node, "right"))
  return literalText(node) ?? ""
}
