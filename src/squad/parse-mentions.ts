/** Fenced and inline code, where `@` usually marks a decorator or a package, not an agent. */
const codePattern = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

/**
 * `@Name`, or `@"Any Name"` for names with spaces. Not after a letter (an e-mail address), and not before a slash or a
 * parenthesis (a package, a call).
 */
const mentionPattern =
  /(?<![\p{L}\p{N}_@./])@(?:"([^"\n]+)"|“([^”\n]+)”|([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_])?)(?![\p{L}\p{M}\p{N}_/(]))/gu

export function parseMentions(text: string): readonly string[] {
  const found = new Map<string, string>()
  for (const [, quoted, curly, plain] of text.replace(codePattern, " ").matchAll(mentionPattern)) {
    const name = (quoted ?? curly ?? plain ?? "").trim().replace(/\s+/g, " ")
    const key = name.normalize("NFKC").toLowerCase()
    if (name !== "" && !found.has(key)) found.set(key, name)
  }
  return [...found.values()]
}
