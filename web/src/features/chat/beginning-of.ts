/** Longer texts are folded at first: one agent's log must not bury what others say. */
const longest = 1_600
const mostLines = 24

/** What is shown of a text at first; the text itself where it is short. */
export function beginningOf(text: string): string {
  const lines = text.split("\n", mostLines + 1)
  if (text.length <= longest && lines.length <= mostLines) return text
  const few = lines.slice(0, mostLines).join("\n")
  if (few.length <= longest) return `${few}\n\n…`
  const space = few.lastIndexOf(" ", longest)
  const cut = few.slice(0, space > longest - 200 ? space : longest)
  // Not in the middle of a character that takes two units.
  return `${cut.replace(/[\ud800-\udbff]$/, "")}…`
}
