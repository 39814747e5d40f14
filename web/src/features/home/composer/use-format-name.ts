import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"

interface FormatName {
  readonly name: string
  readonly line: string
}

/** A format's name and what it is in a line; one that came later is called what the server calls it. */
export function useFormatName(): (format: string) => FormatName {
  const formats: Readonly<Record<string, FormatName>> = useTexts(homeTexts).formats
  return (format) => (Object.hasOwn(formats, format) ? formats[format]! : { name: format, line: "" })
}
