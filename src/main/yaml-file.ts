import { type Document, isAlias, isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml"
import { type ConclaveError, type FieldProblem, invalidInput } from "../core/errors.ts"

/** No file that somebody wrote comes near it, and whatever fits is read in no time. */
const maxLength = 256 * 1024

export interface YamlFile {
  readonly value: unknown
  /** The same error with file, line and column before each field. `root` is what fields begin with. */
  readonly located: (error: ConclaveError, root?: string) => ConclaveError
}

/** A YAML file's content. Throws INPUT_INVALID with line and column where it is none, whatever the text is. */
export function readYaml(text: string, path: string): YamlFile {
  if (text.length > maxLength) throw invalidInput([{ field: path, message: `is longer than ${maxLength / 1024} KB` }])
  const lines = new LineCounter()
  const at = (offset: number | undefined) => {
    if (offset === undefined) return path
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const refuse = (offset: number | undefined, message: string) => invalidInput([{ field: at(offset), message }])
  // The parser's own search for repeated keys takes minutes on a file of a few hundred KB.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, stringKeys: true })
  const [error] = [...document.errors, ...document.warnings]
  if (error) throw refuse(error.pos[0], plainMessage(error.message))
  const repeated = repeatedKey(document)
  if (repeated) throw refuse(repeated.offset, `"${repeated.key}" is here twice; leave one`)
  try {
    const value: unknown = document.toJS()
    return { value, located: (error, root) => withLocations(error, { document, value, at, root: root ?? "" }) }
  } catch (error) {
    throw refuse(firstAlias(document), plainMessage(error instanceof Error ? error.message : String(error)))
  }
}

function plainMessage(message: string): string {
  if (message.includes("call stack")) return "is nested too deeply"
  if (message.includes("alias count")) return "repeats too much by aliases; write it out"
  if (message.includes("multiple documents")) return "has several documents; leave one"
  if (message.includes("stringKeys")) return "has a field whose name is not plain text"
  return message
}

function repeatedKey(document: Document): { readonly key: string; readonly offset: number | undefined } | undefined {
  let found: { readonly key: string; readonly offset: number | undefined } | undefined
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (seen.has(name)) {
          found = { key: name, offset: key.range?.[0] }
          return visit.BREAK
        }
        seen.add(name)
      }
      return undefined
    },
  })
  return found
}

function firstAlias(document: Document): number | undefined {
  let offset: number | undefined
  visit(document, {
    Alias(_, { range }) {
      offset = range?.[0]
      return visit.BREAK
    },
  })
  return offset
}

interface LocateContext {
  readonly document: Document
  readonly value: unknown
  readonly at: (offset: number | undefined) => string
  readonly root: string
}

function withLocations(error: ConclaveError, { document, value, at, root }: LocateContext): ConclaveError {
  const problems = error.problems.map(({ field, message }): FieldProblem => {
    const inner = root !== "" && field.startsWith(`${root}.`) ? field.slice(root.length + 1) : field
    const place = inner === root || inner === "input" ? "" : inner
    const offset = offsetOf(document, pathOf(place, value))
    return { field: `${at(offset)}${place === "" ? "" : ` ${place}`}`, message }
  })
  return invalidInput(problems)
}

/** `a.b[2].c` as its parts. A key with a dot in it is known by its being there. */
function pathOf(field: string, value: unknown): readonly (string | number)[] {
  const path: (string | number)[] = []
  let here = value
  let rest = field
  while (rest !== "") {
    const known = typeof here === "object" && here !== null && !Array.isArray(here) ? Object.keys(here) : []
    const own = known.filter((key) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`))
    const [whole, index] = /^\[(\d+)\]/.exec(rest) ?? []
    const key = own.toSorted((a, b) => b.length - a.length)[0] ?? /^[^.[]*/.exec(rest)?.[0] ?? rest
    path.push(index === undefined ? key : Number(index))
    here = (here as Readonly<Record<string, unknown>> | undefined)?.[path.at(-1)!]
    rest = rest.slice(whole?.length ?? Math.max(1, key.length)).replace(/^\./, "")
  }
  return path
}

/** Where a field's key begins in the text, or its value where it is in a list; of one that is not there, what should hold it. */
function offsetOf(document: Document, field: readonly (string | number)[]): number | undefined {
  for (let length = field.length; length > 0; length--) {
    const path = field.slice(0, length)
    const parent = length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
    const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined
    if (isPair(pair) && isScalar(pair.key)) return pair.key.range?.[0]
    const node = document.getIn(path, true)
    if (isNode(node) && !isAlias(node)) return node.range?.[0]
  }
  return document.contents?.range?.[0]
}
