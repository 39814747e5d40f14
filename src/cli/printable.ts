/** Escape sequences: with parameters, strings such as titles and links, and two-character ones. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g
/** Control, direction and invisible characters; joiners are allowed, since letters and emoji need them. */
const controls = /(?![\n\t\u0600-\u0605\u06dd\u070f\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Removes everything from untrusted text that a terminal would interpret. */
export function printable(text: string): string {
  return text.replace(escapes, "").replace(controls, "")
}

/** Like `printable`, on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim()
}

/** Escapes control characters in JSON, which parses to the same value. */
export function printableJson(json: string): string {
  const asEscapes = (sign: string) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")
  return json.replace(controls, asEscapes)
}

/** Applies `printable` to every string in a value. */
export function printableDeep<T>(value: T): T {
  if (typeof value === "string") return printable(value) as T
  if (Array.isArray(value)) return value.map(printableDeep) as T
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, printableDeep(inner)])) as T
}
