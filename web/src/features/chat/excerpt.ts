/** Longer texts are folded at first: one agent's log must not bury what others say. */
const maxLength = 1_600
const maxLines = 24

/** What is shown of a text at first; the text itself where it is short. */
export function excerpt(text: string): string {
  const lines = text.split("\n", maxLines + 1)
  if (text.length <= maxLength && lines.length <= maxLines) return text
  const few = lines.slice(0, maxLines).join("\n")
  if (few.length <= maxLength) return `${few}\n\n…`
  const space = few.lastIndexOf(" ", maxLength)
  const cut = few.slice(0, space > maxLength - 200 ? space : maxLength)
  // Not in the middle of a character that takes two units.
  return `${cut.replace(/[\ud800-\udbff]$/, "")}…`
}
