const fence = /^\s{0,3}(`{3,}|~{3,})/

/**
 * Somebody's words as part of a Markdown document: their headings stand below those of the document, an open fence is
 * closed, and what would load or run something where the document is shown is shown as it was written.
 */
export function embedMarkdown(text: string, headingLevel: number): string {
  const lines: string[] = []
  let open: string | undefined
  for (const line of text.split("\n")) {
    const mark = fence.exec(line)?.[1]
    if (open !== undefined) {
      lines.push(line)
      if (mark?.startsWith(open) && line.trim() === mark) open = undefined
    } else if (mark !== undefined) {
      open = mark
      lines.push(line)
    } else lines.push(...embedLine(line, lines.at(-1) ?? "", headingLevel))
  }
  if (open !== undefined) lines.push(open)
  return lines.join("\n").trim()
}

function embedLine(line: string, before: string, level: number): readonly string[] {
  // Under a paragraph these signs would make a heading of it.
  if (/^\s{0,3}(?:=+|-+)\s*$/.test(line) && before.trim() !== "") return ["", line.replace("=", String.raw`\=`)]
  const heading = /^(\s{0,3})(#{1,6})(?=\s)/.exec(line)
  if (!heading) return [withoutActiveParts(line)]
  const marks = "#".repeat(Math.min(6, heading[2]!.length + level - 1))
  return [`${marks}${withoutActiveParts(line.slice(heading[0].length))}`]
}

/** Code spans stay as they are. */
function withoutActiveParts(line: string): string {
  return line
    .split(/(`+[^`]+`+)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/!\[/g, String.raw`!\[`).replace(/<(?=[a-zA-Z/!?])/g, "&lt;"),
    )
    .join("")
}

/** A name, a title or another piece of a line: nothing in it is Markdown. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>|]/g, String.raw`\$&`)
}

/** One paragraph or list item of somebody's words. */
export function inlineMarkdown(text: string): string {
  return withoutActiveParts(
    text
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^(#{1,6}|[-+*>]|\d+[.)])(?=\s)/, String.raw`\$&`),
  )
}

/** A value as a code block; no line of JSON can end the fence. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}
