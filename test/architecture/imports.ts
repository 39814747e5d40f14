import { child, children, identifierName, literalText, type Place, type SyntaxNode } from "./syntax.ts"

/** Something taken from another module; `specifier` is undefined when it is not written out and so cannot be checked. */
export interface Import {
  readonly specifier: string | undefined
  readonly at: number
  /** Only types are taken: nothing of it is left when it runs. */
  readonly isType: boolean
}

const withSource = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
])

const loaders = new Set(["require", "createRequire"])

/** What a place of the tree imports: import, export from, import(), a type's import(), import = require(), require(). */
export function importAt({ node, parent }: Place): Import | undefined {
  if (withSource.has(node.type)) return fromSource(node, child(node, "source"))
  if (node.type === "TSExternalModuleReference") return fromSource(node, child(node, "expression"))
  if (node.type !== "CallExpression") return undefined
  const name = identifierName(child(node, "callee"))
  // What it is called by then is checked at its calls.
  if (name === "createRequire" && identifierName(child(parent, "id")) === "require") return undefined
  return name !== undefined && loaders.has(name) ? fromSource(node, children(node, "arguments")[0]) : undefined
}

function fromSource(node: SyntaxNode, from: SyntaxNode | undefined): Import | undefined {
  const isPlainExport = node.type === "ExportNamedDeclaration" && from === undefined
  const isType = node.importKind === "type" || node.exportKind === "type" || node.type === "TSImportType"
  return isPlainExport ? undefined : { specifier: literalText(from), at: node.start, isType }
}
