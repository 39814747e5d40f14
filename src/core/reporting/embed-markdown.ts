const fence = /^\s{0,3}(`{3,}|~{3,})/

/** Embeds untrusted Markdown: moves headings below the document's, closes an open fence, escapes images and HTML. */
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
  // Below a paragraph, such a line would turn it into a heading.
  if (/^\s{0,3}(?:=+|-+)\s*$/.test(line) && before.trim() !== "") return ["", line.replace("=", String.raw`\=`)]
  const heading = /^(\s{0,3})(#{1,6})(?=\s)/.exec(line)
  if (!heading) return [withoutActiveParts(line)]
  const marks = "#".repeat(Math.min(6, heading[2]!.length + level - 1))
  return [`${marks}${withoutActiveParts(line.slice(heading[0].length))}`]
}

/** Escapes images and HTML outside of code spans. */
function withoutActiveParts(line: string): string {
  return line
    .split(/(`+[^`]+`+)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/!\[/g, String.raw`!\[`).replace(/<(?=[a-zA-Z/!?])/g, "&lt;"),
    )
    .join("")
}

/** Text without any Markdown, such as a name or a title. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>|]/g, String.raw`\$&`)
}

/** Untrusted Markdown as a single paragraph or list item. */
export function inlineMarkdown(text: string): string {
  return withoutActiveParts(
    text
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^(#{1,6}|[-+*>]|\d+[.)])(?=\s)/, String.raw`\$&`),
  )
}

/** A diff as a code block, in a fence that is longer than any within. */
export function diffBlock(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const ticks = "`".repeat(longest + 1)
  return `${ticks}diff\n${text}\n${ticks}`
}

/** A JSON code block. No line of JSON can close the fence. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}
