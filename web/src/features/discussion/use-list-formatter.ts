import { useMemo } from "react"
import { useLanguage } from "../../texts/use-language.ts"

/** "Ann, Ben and Cai", as the reader's language joins names. */
export function useListFormatter(): (names: readonly string[]) => string {
  const [language] = useLanguage()
  return useMemo(() => {
    const list = new Intl.ListFormat(language, { type: "conjunction" })
    return (names) => list.format(names)
  }, [language])
}
