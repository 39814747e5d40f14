import { useMemo } from "react"
import { useLanguage } from "../../texts/use-language.ts"

/** The time of day as the reader's language writes it. */
export function useTimeFormatter(): (iso: string) => string {
  const [language] = useLanguage()
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(language, { timeStyle: "short" })
    return (iso) => clock.format(new Date(iso))
  }, [language])
}
