import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"

interface FormatName {
  readonly name: string
  readonly line: string
}

/** The four formats and what is built on them come with words of ours; a table of the reader's own says its own. */
export function useFormatName(): (format: string, description?: string) => FormatName {
  const formats: Readonly<Record<string, FormatName>> = useTexts(homeTexts).formats
  return (format, description = "") =>
    Object.hasOwn(formats, format) ? formats[format]! : { name: format, line: stripUnsafeCharacters(description) }
}
