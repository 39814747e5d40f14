import { child, children, identifierName, literalText, type Place, type SyntaxNode } from "./syntax.ts"

/** An import; `specifier` is undefined if it is computed and cannot be checked. */
export interface Import {
  readonly specifier: string | undefined
  readonly at: number
  /** Only types are imported, so nothing remains at run time. */
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

/** The import at this place: import, export from, import(), a type's import(), import = require(), require(). */
export function importAt({ node, parent }: Place): Import | undefined {
  if (withSource.has(node.type)) return fromSource(node, child(node, "source"))
  if (node.type === "TSExternalModuleReference") return fromSource(node, child(node, "expression"))
  if (node.type !== "CallExpression") return undefined
  const name = identifierName(child(node, "callee"))
  // An alias of require is checked where it is called.
  if (name === "createRequire" && identifierName(child(parent, "id")) === "require") return undefined
  return name !== undefined && loaders.has(name) ? fromSource(node, children(node, "arguments")[0]) : undefined
}

function fromSource(node: SyntaxNode, from: SyntaxNode | undefined): Import | undefined {
  const isPlainExport = node.type === "ExportNamedDeclaration" && from === undefined
  const isType = node.importKind === "type" || node.exportKind === "type" || node.type === "TSImportType"
  return isPlainExport ? undefined : { specifier: literalText(from), at: node.start, isType }
}
