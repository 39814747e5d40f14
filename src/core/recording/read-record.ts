import { type RecordPart, recordParts } from "../discussion/decision-record.ts"
import type { Language } from "../languages/language.ts"
import { parseJson } from "../text.ts"
import type { DraftFinding, DraftPoint, RecordDraft } from "./record-draft.ts"

const maxReplyLength = 100_000

/** Parses a record from a reply: a JSON object, or else text under headings. Undefined if it is neither. */
export function readRecord(reply: string, language: Language): RecordDraft | undefined {
  const text = reply.slice(0, maxReplyLength)
  return readObject(text) ?? readSections(text, language)
}

type Json = Readonly<Record<string, unknown>>

function readObject(text: string): RecordDraft | undefined {
  const found = parseObject(text)
  if (!found || !recordParts.some((part) => Object.hasOwn(found, part))) return undefined
  const list = (part: RecordPart) => (Array.isArray(found[part]) ? (found[part] as readonly unknown[]) : [])
  const points = (part: RecordPart) => list(part).map(toPoint)
  const texts = (part: RecordPart) => list(part).map((item) => (isObject(item) ? textOf(item.text) : textOf(item)))
  return {
    answer: textOf(found.answer),
    why: points("why"),
    dissent: points("dissent"),
    unanswered: texts("unanswered"),
    wouldChange: texts("wouldChange"),
    nextSteps: list("nextSteps").map((item) =>
      isObject(item) ? { text: textOf(item.text), owner: textOf(item.owner) } : { text: textOf(item), owner: "" },
    ),
    agreedOn: points("agreedOn"),
    contradictions: points("contradictions"),
    singlePoints: points("singlePoints"),
    blindSpots: texts("blindSpots"),
    findings: list("findings").flatMap((item) => (isObject(item) ? [toFinding(item)] : [])),
  }
}

/** The JSON object in a reply, also in a code fence or between sentences. */
function parseObject(text: string): Json | undefined {
  const start = text.indexOf("{")
  const end = text.lastIndexOf("}")
  if (start < 0 || end < start) return undefined
  const value = parseJson(text.slice(start, end + 1))
  return isObject(value) ? value : undefined
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : ""
}

function toPoint(item: unknown): DraftPoint {
  if (!isObject(item)) return { seat: "", ...splitCitations(textOf(item)) }
  const { text, citations } = splitCitations(textOf(item.text))
  const given = [item.citations ?? []]
    .flat()
    .map((one) =>
      isObject(one) ? { turn: textOf(one.turn), quote: textOf(one.quote) } : { turn: textOf(one), quote: "" },
    )
  return { text, seat: textOf(item.seat), citations: [...given, ...citations] }
}

function toFinding(item: Json): DraftFinding {
  const { citations, text, seat } = toPoint({ ...item, text: item.what })
  const agreedBy = (Array.isArray(item.agreedBy) ? item.agreedBy : []).map(textOf)
  const about = { severity: textOf(item.severity), where: textOf(item.where), evidence: textOf(item.evidence) }
  return { text, seat, citations, agreedBy, ...about }
}

/** `[t3]`, `(t3, t5)`, `[t3: "their words"]`. */
const citation =
  /[[(]\s{0,4}((?:[ts]\d{1,6})(?:\s{0,4}[,;]\s{0,4}[ts]\d{1,6}){0,20})\s{0,4}(?:[:：]\s{0,4}["“«「]([^\n]{1,1000}?)["”»」])?\s{0,4}[\])]/gu

/** Splits bracketed citations from a text. */
export function splitCitations(text: string): Pick<DraftPoint, "text" | "citations"> {
  const citations: DraftPoint["citations"][number][] = []
  const rest = text.replace(citation, (_, turns: string, quote: string | undefined) => {
    for (const turn of turns.split(/[,;]/)) citations.push({ turn: turn.trim(), quote: quote ?? "" })
    return ""
  })
  return { text: citations.length === 0 ? text : tidied(rest), citations }
}

function tidied(text: string): string {
  return text
    .replace(/[^\S\n]{2,}/gu, " ")
    .replace(/\s+([.,;:!?。，；：])/gu, "$1")
    .trim()
}

/** Headings such as `[WHY]`, `## Why`, `**Why**` or `Why:`, in the discussion's language or as field names. */
function readSections(text: string, language: Language): RecordDraft | undefined {
  const names = new Map(
    recordParts.flatMap((part) => [part, language.record.titles[part]].map((name) => [plain(name), part])),
  )
  const sections = new Map<RecordPart, string[]>()
  let current: RecordPart | undefined
  for (const line of text.split("\n")) {
    const heading = line.length > 80 ? undefined : names.get(plain(line))
    if (heading !== undefined) {
      current = heading
      sections.set(heading, [])
    } else if (current !== undefined) sections.get(current)!.push(line)
  }
  if (!sections.has("answer")) return undefined
  const items = (part: RecordPart) => listItems(sections.get(part) ?? [])
  const points = (part: RecordPart) => items(part).map((item): DraftPoint => ({ seat: "", ...splitCitations(item) }))
  const seatPoints = (part: RecordPart) => points(part).map(withSpeaker)
  return {
    answer: sections.get("answer")!.join("\n").trim(),
    why: points("why"),
    dissent: seatPoints("dissent"),
    unanswered: items("unanswered"),
    wouldChange: items("wouldChange"),
    nextSteps: items("nextSteps").map(withOwner),
    agreedOn: points("agreedOn"),
    contradictions: points("contradictions"),
    singlePoints: seatPoints("singlePoints"),
    blindSpots: items("blindSpots"),
    findings: points("findings").map(splitFinding),
  }
}

function plain(line: string): string {
  return line.toLowerCase().replace(/[^\p{L}]/gu, "")
}

/** List items; a line without a bullet continues the one before. Drops items such as "none". */
function listItems(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    const bullet = /^\s{0,6}(?:[-*•]|\d{1,2}[.)、])\s{1,4}/u.exec(line)
    if (bullet) items.push(line.slice(bullet[0].length).trim())
    else if (line.trim() !== "") items.push(`${items.pop() ?? ""} ${line.trim()}`.trim())
  }
  return items.filter((item) => !/^(?:[-–—]|none|nothing|n\/a|ninguno|ninguna|nada|无|没有)[.。]?$/iu.test(item))
}

/** `Name: statement`. */
function withSpeaker(point: DraftPoint): DraftPoint {
  const match = /^\**([^:：\n]{1,60}?)\**\s?[:：]\**\s*/u.exec(point.text)
  return match ? { ...point, seat: match[1]!.trim(), text: point.text.slice(match[0].length) } : point
}

/** `task (Name)`, `task (owner: Name)`. */
function withOwner(item: string): { text: string; owner: string } {
  const match = /\s*[（(](?:[^():：（）]{1,20}[:：]\s*)?([^()（）]{1,60})[)）][.。]?$/u.exec(item)
  return match ? { text: item.slice(0, match.index), owner: match[1]!.trim() } : { text: item, owner: "" }
}

/** `severity | where | what | evidence | agreed by`. */
function splitFinding({ text, ...point }: DraftPoint): DraftFinding {
  const [severity = "", where = "", what = "", evidence = "", agreed = ""] = text.split("|").map((part) => part.trim())
  const agreedBy = agreed.split(/[,，、]/u).flatMap((name) => (name.trim() === "" ? [] : [name.trim()]))
  return { ...point, text: what, severity, where, evidence, agreedBy }
}
