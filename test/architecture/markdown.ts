export interface MarkdownLine {
  readonly number: number
  readonly text: string
  /** Whether the line is in a fenced block. */
  readonly isCode: boolean
}

export interface CodeBlock {
  readonly language: string
  /** Number of the first line of code. */
  readonly line: number
  readonly code: string
}

export function markdownLines(text: string): readonly MarkdownLine[] {
  let fence: string | undefined
  return text.split(/\r?\n/).map((line, index) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const opens = fence === undefined && mark !== undefined
    const closes = fence !== undefined && mark?.startsWith(fence) === true && line.trim() === mark
    const isCode = fence !== undefined || opens
    if (opens) fence = mark
    if (closes) fence = undefined
    return { number: index + 1, text: line, isCode }
  })
}

/** Fenced blocks with their language. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { language: string; line: number; code: string[] } | undefined
  for (const { number, text: line, isCode } of markdownLines(text)) {
    const isFence = isCode && /^\s*(`{3,}|~{3,})/.test(line)
    if (isFence && !open) open = { language: line.replace(/^\s*[`~]+/, "").trim(), line: number + 1, code: [] }
    else if (isFence && open) {
      blocks.push({ ...open, code: open.code.join("\n") })
      open = undefined
    } else open?.code.push(line)
  }
  return blocks
}

/** Targets of the relative and anchor links in one line, ignoring inline code. */
export function linkTargets(line: string): readonly string[] {
  const prose = line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length))
  const patterns = [/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g, /^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$/g, /\b(?:src|href)="([^"]+)"/g]
  const targets = patterns.flatMap((pattern) => [...prose.matchAll(pattern)].map((match) => match[1]!))
  return targets.filter((target) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target))
}

/** The anchors of a page's headings, as GitHub generates them. */
export function anchors(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>()
  const found = new Set<string>()
  for (const line of markdownLines(text)) {
    const heading = line.isCode ? undefined : /^#{1,6}\s+(.+?)\s*#*$/.exec(line.text)?.[1]
    if (heading === undefined) continue
    const words = heading.toLowerCase().replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    const slug = words.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-")
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    found.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return found
}
