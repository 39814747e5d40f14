import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import type { FormatText } from "../../../texts/en/home.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"

/** Built-in formats and tables have translated names; users' own tables keep theirs. */
export function useFormatName(): (format: string, description?: string) => FormatText {
  const formats: Readonly<Record<string, FormatText>> = useTexts(homeTexts).formats
  return (format, description = "") =>
    Object.hasOwn(formats, format) ? formats[format]! : { name: format, line: stripUnsafeCharacters(description) }
}
