/** Characters that take two columns. */
export const wideCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\p{Emoji_Presentation}]/u

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours take no column
const colourCodes = /\u001b\[[0-9;]*m/g

/** How many columns a text takes on a terminal, colours aside. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text.replace(colourCodes, "")) width += wideCharacter.test(character) ? 2 : 1
  return width
}

/** At most so many columns of a text without colours; what was cut is shown by an ellipsis. */
export function truncateToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let shown = ""
  let width = 0
  for (const character of text) {
    width += wideCharacter.test(character) ? 2 : 1
    if (width > columns - 1) break
    shown += character
  }
  return `${shown.trimEnd()}…`
}
