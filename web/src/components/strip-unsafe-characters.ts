// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const unsafeCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Removes bidirectional overrides and invisible characters from untrusted text. */
export function stripUnsafeCharacters(text: string): string {
  return text.replace(unsafeCharacters, "")
}
