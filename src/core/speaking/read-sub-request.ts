import { isNotOwn } from "./read-pass.ts"

/** What a seat asks for at the end of its words, and the words without that. */
interface SubRequest {
  readonly content: string
  readonly names: readonly string[]
  readonly topic: string
}

const longestLine = 800
const marker =
  /^[*_~]{0,6}[[［【]\s{0,3}sub[-\s_]?discussion\s{0,3}[:：](?<names>[^|｜\]］】]{1,300})[|｜](?<topic>[^\]］】]{1,400})[\]］】][*_~]{0,6}[.。]?$/iu

/**
 * `[SUB-DISCUSSION: Ann, Bo | the question]` as the last line of a reply, on a line of its own. Anywhere else, quoted or
 * in a code fence it is text.
 */
export function readSubRequest(text: string): SubRequest | undefined {
  const reply = text.trimEnd()
  const lineStart = reply.lastIndexOf("\n") + 1
  const line = reply.slice(lineStart).trim()
  if (line.length > longestLine || isNotOwn(reply, reply.length)) return undefined
  const { names = "", topic = "" } = marker.exec(line)?.groups ?? {}
  const named = names.split(/[,，、;；]/u).map((name) => name.trim())
  const asked = { names: named.filter((name) => name !== ""), topic: topic.trim() }
  if (asked.names.length === 0 || asked.topic === "") return undefined
  return { ...asked, content: reply.slice(0, lineStart).trim() }
}
