import { displayWidth, truncateToWidth } from "./display-width.ts"

/** Rows in columns; the last column gets what is left of the width and is cut where that is too little. */
export function tableText(rows: readonly (readonly string[])[], width: number): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => displayWidth(row[index] ?? ""))),
  )
  return rows
    .map((row) => {
      let line = ""
      let used = 0
      row.forEach((cell, index) => {
        const isLast = index === row.length - 1
        const shown = isLast ? truncateToWidth(cell, Math.max(10, width - used - 1)) : cell
        const pad = isLast ? "" : " ".repeat(widths[index]! - displayWidth(cell) + 2)
        line += shown + pad
        used += widths[index]! + 2
      })
      return `${line.trimEnd()}\n`
    })
    .join("")
}
