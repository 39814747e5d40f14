import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

/** `exact`: as in the original. `mapped`: under another name or shape, listed in docs/coming-from.md. */
export type How = "exact" | "mapped" | "left out"

/** One check of an original text, or the reason why some of its lines have none. */
export interface Row {
  readonly text: string
  readonly lines: string
  readonly how: How
  readonly about: string
  readonly hasHeld: boolean
}

declare module "vitest" {
  interface ProvidedContext {
    originalsFolder: string
  }
}

const textLengths = { panel: 211, hive: 390, squad: 232, assembly: 392, duet: 1825 }

/** Collects the checks of the five originals and prints them as one table when all have run. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "conclave-originals-table-"))
  project.provide("originalsFolder", folder)
  return () => {
    const rows = readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Row[])
    rmSync(folder, { recursive: true, force: true })
    if (rows.length > 0) console.log(writeTable(rows))
  }
}

export function saveRows(folder: string, name: string, rows: readonly Row[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(rows))
}

/** Per original: how many lines are checked and how. A line both checked and left out counts as checked. */
export function writeTable(rows: readonly Row[]): string {
  const counts = Object.entries(textLengths).flatMap(([text, length]) => {
    const own = rows.filter((row) => row.text === text)
    if (own.length === 0) return []
    const linesOf = (...hows: readonly How[]) =>
      new Set(own.filter(({ how, hasHeld }) => hasHeld && hows.includes(how)).flatMap(({ lines }) => linesIn(lines)))
    const [exact, checked, all] = [linesOf("exact"), linesOf("exact", "mapped"), linesOf("exact", "mapped", "left out")]
    const failed = own.filter(({ hasHeld }) => !hasHeld).length
    const checks = own.filter(({ how }) => how !== "left out").length
    const apart = [exact.size, checked.size - exact.size, all.size - checked.size]
    const cells = [length, checks, checked.size, ...apart, failed]
    return [[text, ...cells.map(String)]]
  })
  const heading = ["text", "lines", "checks", "lines checked", "exact", "mapped", "left out", "failed checks"]
  const width = (column: number) => Math.max(...[heading, ...counts].map((cells) => cells[column]!.length))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column)))).join("  ")
  const reasons = rows.filter(({ how }) => how === "left out")
  return [
    "The five original texts; lines that are blank or only punctuation are not counted as checked.",
    ...[heading, ...counts].map(line),
    "Left out, and why:",
    ...reasons.map(({ text, lines, about }) => `  ${text.padEnd(8)} ${lines}: ${about}`),
  ].join("\n")
}

/** "3-5, 9" */
function linesIn(ranges: string): readonly number[] {
  return ranges.split(", ").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
