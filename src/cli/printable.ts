/** Whole escape sequences: those with parameters, strings such as titles and links, and two-character ones. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g
/** What is left that would move the cursor, turn the direction of what follows, or hide in a word that is copied. */
const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Text from outside that a terminal can be given: it is shown, and does nothing. */
export function printable(text: string): string {
  return text.replace(escapes, "").replace(controls, "")
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim()
}

/** Every text in a value, made printable. */
export function printableDeep<T>(value: T): T {
  if (typeof value === "string") return printable(value) as T
  if (Array.isArray(value)) return value.map(printableDeep) as T
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, printableDeep(inner)])) as T
}
