// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unsafeCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Text of a model or a stranger without what could turn the reading direction of the page or hide in it. */
export function stripUnsafeCharacters(text: string): string {
  return text.replace(unsafeCharacters, "")
}
