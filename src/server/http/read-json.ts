import { type FieldProblem, invalidInput } from "../../core/errors.ts"
import { HttpError } from "./http-error.ts"

/** Maximum nesting; checked before parsing, since parsers and validators recurse. */
const maxDepth = 64
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Reads a JSON body. Type, size, encoding and nesting are checked before it is parsed. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get("content-type") ?? ""
  if (!jsonType.test(type)) {
    const message = "the body must be JSON; send the header content-type: application/json"
    throw new HttpError("MEDIA_TYPE_UNSUPPORTED", message)
  }
  const text = decodeUtf8(await readBytes(request, limit))
  checkDepth(text)
  const value = parseJson(text)
  const problems = findUnstorableText(value)
  if (problems.length > 0) throw invalidInput(problems)
  return value
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0)
  if (declared > limit) throw tooLarge(limit)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for await (const piece of request.body ?? []) {
      length += piece.byteLength
      if (length > limit) throw tooLarge(limit)
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError("BODY_INVALID", "the body ended before it was complete")
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError("BODY_INVALID", "the body is not valid UTF-8")
  }
}

/** Counts brackets outside strings. Invalid JSON may be miscounted, but then the parser rejects it. */
function checkDepth(text: string): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth)
        throw new HttpError("BODY_INVALID", `the body is nested more than ${maxDepth} levels deep`)
    } else if (code === 0x5d || code === 0x7d) depth--
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new HttpError("BODY_INVALID", "the body is empty; send a JSON object")
  try {
    return JSON.parse(text)
  } catch (error) {
    const [at] = /position \d+/.exec(String(error)) ?? []
    throw new HttpError("BODY_INVALID", `the body is not valid JSON${at === undefined ? "" : `; see ${at}`}`)
  }
}

/** Databases cannot store NUL or lone surrogates. */
function findUnstorableText(value: unknown, path = ""): FieldProblem[] {
  if (typeof value === "string") {
    const message = textProblem(value)
    return message ? [{ field: path || "input", message }] : []
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (textProblem(key))
      return [
        { field: path || "input", message: "contains a field name with NUL or half of a surrogate pair; rename it" },
      ]
    return findUnstorableText(inner, Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`)
  })
}

export function checkText(values: Readonly<Record<string, string>>, root: string): void {
  const problems = Object.entries(values).flatMap(([name, value]) => {
    const message = textProblem(name) ?? textProblem(value)
    return message ? [{ field: `${root}.${name.toWellFormed()}`, message }] : []
  })
  if (problems.length > 0) throw invalidInput(problems)
}

function textProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return "contains half of a surrogate pair; send valid Unicode"
  return text.includes("\u0000") ? "contains a NUL character; remove it" : undefined
}

function tooLarge(limit: number): HttpError {
  const message = `the body is larger than ${limit.toLocaleString("en")} bytes`
  // The rest of the body is not read, so the connection cannot be reused.
  return new HttpError("BODY_TOO_LARGE", message, { headers: { connection: "close" } })
}
