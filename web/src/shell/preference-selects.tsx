import { Icon } from "../components/icon.tsx"
import { type Theme, themes, useTheme } from "../preferences/theme.ts"
import { type LanguageCode, languageCodes, languages } from "../texts/languages.ts"
import { useLanguage, useTexts } from "../texts/use-language.ts"
import { shellTexts } from "./texts.ts"

const selectClass =
  "h-9 appearance-none rounded-lg border border-transparent bg-transparent ps-2.5 pe-7 text-sm text-quiet hover:border-line hover:text-ink"

export function LanguageSelect() {
  const texts = useTexts(shellTexts)
  const [language, setLanguage] = useLanguage()
  return (
    <WithChevron>
      <select
        aria-label={texts.language}
        className={selectClass}
        value={language}
        onChange={({ target }) => setLanguage(target.value as LanguageCode)}
      >
        {languageCodes.map((name) => (
          <option key={name} value={name} lang={name}>
            {languages[name].name}
          </option>
        ))}
      </select>
    </WithChevron>
  )
}

export function ThemeSelect() {
  const texts = useTexts(shellTexts)
  const [theme, setTheme] = useTheme()
  return (
    <WithChevron>
      <select
        aria-label={texts.theme}
        className={selectClass}
        value={theme}
        onChange={({ target }) => setTheme(target.value as Theme)}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {texts.themes[name]}
          </option>
        ))}
      </select>
    </WithChevron>
  )
}

function WithChevron({ children }: { readonly children: React.ReactNode }) {
  return (
    <span className="relative inline-flex">
      {children}
      <Icon name="chevron" className="pointer-events-none absolute end-1.5 top-2.5 size-4 text-quiet" />
    </span>
  )
}
