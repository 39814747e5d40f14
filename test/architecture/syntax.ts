import { parseAst } from "vitest/node"

/** A node of the syntax tree; other fields depend on its type. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export interface Place {
  readonly node: SyntaxNode
  readonly parent: SyntaxNode | undefined
  /** The parent's field that contains the node. */
  readonly field: string
}

export function parseTypeScript(source: string, file: string): SyntaxNode {
  return asNode(parseAst(source, { lang: file.endsWith(".tsx") ? "tsx" : "ts" }, file))!
}

/** Every node of the tree with its parent, parents first. Comments are not in the tree, so they cannot hide anything. */
export function* places(node: SyntaxNode, parent?: SyntaxNode, field = ""): Generator<Place> {
  yield { node, parent, field }
  for (const [name, value] of Object.entries(node)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const child = asNode(item)
      if (child) yield* places(child, node, name)
    }
  }
}

export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return asNode(node?.[field])
}

export function children(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  const value = node[field]
  return Array.isArray(value) ? value.map(asNode).filter((item) => item !== undefined) : []
}

export function identifierName(node: SyntaxNode | undefined): string | undefined {
  return node?.type === "Identifier" && typeof node.name === "string" ? node.name : undefined
}

/** The text of a string literal, or of a template without expressions. */
export function literalText(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value
  if (node?.type === "TemplateLiteral" && children(node, "expressions").length === 0) return templateText(node)
  return undefined
}

/** The fixed parts of a template, joined. */
export function templateText(node: SyntaxNode): string {
  return children(node, "quasis")
    .map((quasi) => source(quasi.value))
    .join("")
}

/** The name after the dot, or in `object["name"]`; undefined if it is computed. */
export function memberName(node: SyntaxNode): string | undefined {
  const property = child(node, "property")
  return node.computed === true ? literalText(property) : identifierName(property)
}

export function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length
}

function source(value: unknown): string {
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : ""
}

function asNode(value: unknown): SyntaxNode | undefined {
  return typeof value === "object" && value !== null && "type" in value && "start" in value
    ? (value as SyntaxNode)
    : undefined
}
