import { gunzipSync } from "node:zlib"
import { invalidField } from "../core/errors.ts"
import { evaluateReaders, type Group, type ReaderResult, type RecordedReply } from "../evaluation/evaluate-readers.ts"
import { writeJson } from "./command.ts"
import { printable } from "./printable.ts"
import type { Terminal } from "./terminal.ts"
import { decodeText, readBytes } from "./text-files.ts"

/** Measures how many recorded replies the vote and choice readers can read, and how many of these correctly. */
export async function evaluateReplies(
  file: string | undefined,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): Promise<undefined> {
  if (file === undefined) throw invalidField("replies", "is required: conclave eval readers FILE")
  const misses: ReaderResult[] = []
  const { groups, ...rest } = evaluateReaders(readReplies(file), cpuMs, (read) => {
    if (read.meant !== "" && read.read !== read.meant) misses.push(read)
  })
  if (json) return writeJson(terminal, { groups: Object.fromEntries(groups), ...rest, misses })
  const share = (part: number, whole: number) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)}%`)
  const columns = ["replies", "asked form", "read", "name an option", "read of these", "right of read"]
  columns.push("undisputed labels")
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(64), ...cells.map((cell, index) => cell.padStart(columns[index]!.length))].join("  ")
  const rows = [...groups, ...pooled(groups)].map(([name, of]) =>
    line(name, [
      ...[String(of.replies), share(of.inForm, of.replies), share(of.read, of.replies)],
      ...[share(of.naming, of.replies), share(of.namingRead, of.naming)],
      ...(of.labelled ? [share(of.right, of.read), share(of.undisputedRight, of.undisputedRead)] : ["-", "-"]),
    ]),
  )
  const { slowestMs, thrown, falsePasses } = rest
  const end = `slowest: ${slowestMs.toFixed(1)} ms CPU per 10 KB; thrown: ${thrown}; false passes: ${falsePasses}`
  terminal.write(printable([line("corpus / kind / language", columns), ...rows, end, ""].join("\n")))
}

/** Totals by kind and language over several corpora. */
function pooled(groups: ReadonlyMap<string, Group>): [string, Group][] {
  const kinds = Map.groupBy(groups, ([name]) => name.split(" / ").slice(-2).join(" / "))
  return [...kinds].flatMap(([kind, own]): [string, Group][] => {
    if (own.length === 1 || !own.every(([, group]) => group.labelled)) return []
    const sum: Record<string, number | boolean> = { labelled: true }
    for (const [name, value] of own.flatMap(([, group]) => Object.entries(group))) {
      if (typeof value === "number") sum[name] = Number(sum[name] ?? 0) + value
    }
    return [[`all / ${kind}`, sum as unknown as Group]]
  })
}

function readReplies(file: string): readonly RecordedReply[] {
  const bytes = readBytes(file)
  const text = decodeText(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes, file)
  return text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseReply(line, `${file}:${index + 1}`)]))
}

function parseReply(line: string, field: string): RecordedReply {
  const message = 'must be a JSON object with the strings "corpus", "kind", "lang" and "text"'
  try {
    const reply = JSON.parse(line) as RecordedReply
    if ([reply.corpus, reply.kind, reply.lang, reply.text].every((part) => typeof part === "string")) return reply
  } catch {
    // Reported below, like an object of another shape.
  }
  throw invalidField(field, message)
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
