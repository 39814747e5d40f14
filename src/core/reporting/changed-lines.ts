/** The files that a diff changes, with the line ranges of the new version that it shows. */
export type ChangedLines = ReadonlyMap<string, readonly { readonly from: number; readonly to: number }[]>

const hunkHeader = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Parses a unified diff as git writes it. Other text gives no files. */
export function changedLines(diff: string): ChangedLines {
  const files = new Map<string, { from: number; to: number }[]>()
  let current: { from: number; to: number }[] | undefined
  // Remaining lines of the current hunk, in which a line beginning with +++ is not a header.
  let [oldLines, newLines] = [0, 0]
  for (const line of diff.split("\n")) {
    if (oldLines > 0 || newLines > 0) {
      if (line.startsWith("-") || line.startsWith(" ") || line === "") oldLines--
      if (line.startsWith("+") || line.startsWith(" ") || line === "") newLines--
      continue
    }
    const file = /^\+\+\+ (?:b\/)?(.*?)\t?$/.exec(line)?.[1]
    if (file !== undefined) {
      current = []
      if (file !== "/dev/null") files.set(file, current)
      continue
    }
    const [, before = "1", start, after = "1"] = hunkHeader.exec(line) ?? []
    if (start === undefined) continue
    oldLines = Number(before)
    newLines = Number(after)
    current?.push({ from: Number(start), to: Number(start) + Math.max(1, newLines) - 1 })
  }
  return files
}
