import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from "yaml"
import { type ConclaveError, type FieldProblem, invalidField, invalidInput } from "../core/errors.ts"

/** Far above any file written by hand, and small enough to parse quickly. */
const maxLength = 256 * 1024

export interface YamlFile {
  readonly value: unknown
  /** Adds file, line and column to each field of an error. `root` is the fields' common prefix. */
  readonly located: (error: ConclaveError, root?: string) => ConclaveError
}

/** Parses YAML. Throws INPUT_INVALID with line and column. */
export function readYaml(text: string, path: string): YamlFile {
  if (text.length > maxLength) throw invalidField(path, `is longer than ${maxLength / 1024} KB`)
  const lines = new LineCounter()
  const at = (offset: number | undefined) => {
    if (offset === undefined) return path
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const refuse = (offset: number | undefined, message: string) => invalidField(at(offset), message)
  // The parser's own duplicate-key check takes minutes on a few hundred KB.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, stringKeys: true })
  const [error] = [...document.errors, ...document.warnings]
  if (error) throw refuse(error.pos[0], plainMessages[error.code] ?? error.message)
  const repeated = repeatedKey(document)
  if (repeated) throw refuse(repeated.offset, `duplicate key "${repeated.key}"; remove one`)
  try {
    const value: unknown = document.toJS()
    const locate = ({ field, message }: FieldProblem, root: string): FieldProblem => {
      const inner = root !== "" && field.startsWith(`${root}.`) ? field.slice(root.length + 1) : field
      const place = inner === root || inner === "input" ? "" : inner
      const offset = offsetOf(document, pathOf(place, value))
      return { field: `${at(offset)}${place === "" ? "" : ` ${place}`}`, message }
    }
    return { value, located: ({ problems }, root = "") => invalidInput(problems.map((one) => locate(one, root))) }
  } catch (error) {
    throw refuse(...aliasProblem(document, error))
  }
}

const tooDeep = "is nested too deeply"

const plainMessages: { readonly [code in YAMLError["code"]]?: string } = {
  RESOURCE_EXHAUSTION: tooDeep,
  MULTIPLE_DOCS: "has several documents; only one is allowed",
  NON_STRING_KEY: "has a key that is not a string",
}

function repeatedKey(document: Document) {
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

/** A document without syntax errors fails only by its nesting or its aliases: one without an anchor, or too many. */
function aliasProblem(document: Document, error: unknown): readonly [offset: number | undefined, message: string] {
  if (error instanceof RangeError) return [undefined, tooDeep]
  const anchors = new Set<string | undefined>()
  let first: Alias | undefined
  let unknown: Alias | undefined
  visit(document, {
    Alias(_, alias) {
      first ??= alias
      if (!anchors.has(alias.source)) unknown ??= alias
    },
    Value: (_, { anchor }) => void anchors.add(anchor),
  })
  if (!unknown) return [first?.range?.[0], "uses too many aliases; write the values out"]
  return [unknown.range?.[0], `the alias *${unknown.source} has no anchor before it; add &${unknown.source}`]
}

/** Splits `a.b[2].c`. The value tells which keys contain a dot. */
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

/** Offset of a field's key, or of its value in a list; for a missing field, of its nearest parent. */
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
