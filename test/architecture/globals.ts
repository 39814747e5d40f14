import { child, children, identifierName, memberName, type Place } from "./syntax.ts"

const impure = new Set([
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "eval",
  "fetch",
  "global",
  "globalThis",
  "navigator",
  "performance",
  "process",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
])

const notReferences = new Set(["ImportSpecifier", "ImportDefaultSpecifier", "ImportNamespaceSpecifier", "MetaProperty"])
const namedFields: Readonly<Record<string, string>> = {
  MemberExpression: "property",
  Property: "key",
  MethodDefinition: "key",
  PropertyDefinition: "key",
}

/** A forbidden global of the pure core at this place: clock, timers, randomness, I/O. */
export function impurityAt(place: Place): string | undefined {
  const name = referenceAt(place)
  if (name === undefined) return undefined
  if (impure.has(name)) return name
  const { node, parent } = place
  const member =
    parent?.type === "MemberExpression" && child(parent, "object") === node ? memberName(parent) : undefined
  if (name === "Math") return member !== undefined && member !== "random" ? undefined : `Math.${member ?? "random"}`
  if (name !== "Date" || member === "parse" || member === "UTC") return undefined
  const isGivenTime = parent?.type === "NewExpression" && children(parent, "arguments").length > 0
  return isGivenTime ? undefined : `Date.${member ?? "now"}`
}

/** A read of the environment in any form: process.env, a destructured or passed process, import.meta.env. */
export function environmentAt(place: Place): string | undefined {
  const { node, parent } = place
  if (node.type === "MemberExpression") {
    const object = child(node, "object")
    const member = memberName(node)
    if (object?.type === "MetaProperty" && member === "env") return "import.meta.env"
    const isGlobal = ["globalThis", "global"].includes(identifierName(object) ?? "")
    if (isGlobal && (member === undefined || member === "process")) return "globalThis.process"
  }
  if (referenceAt(place) !== "process") return undefined
  const member =
    parent?.type === "MemberExpression" && child(parent, "object") === node ? memberName(parent) : undefined
  return member === undefined || member === "env" ? "process.env" : undefined
}

/** The name used as a value here, not as a property name, a type or an import binding. */
function referenceAt({ node, parent, field }: Place): string | undefined {
  if (!parent || notReferences.has(parent.type)) return undefined
  const isType = parent.type.startsWith("TS") && (field !== "expression" || parent.type === "TSInterfaceHeritage")
  const isName = namedFields[parent.type] === field && parent.computed !== true
  return isType || isName ? undefined : identifierName(node)
}
