import { Card } from "../../components/card.tsx"
import { Icon, type IconName } from "../../components/icon.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { type Theme, themes, useTheme } from "../../preferences/theme.ts"
import { languageNames, languages } from "../../texts/languages.ts"
import { useLanguage, useTexts } from "../../texts/use-language.ts"
import { KeyCard } from "./key-card.tsx"
import { LearnCard } from "./learn-card.tsx"
import { RadioTiles } from "./radio-tiles.tsx"
import { ServerCard } from "./server-card.tsx"
import { settingsTexts } from "./texts/index.ts"
import { useReducedMotion } from "./use-reduced-motion.ts"

const icons: Readonly<Record<Theme, IconName>> = { system: "screen", light: "sun", dark: "moon" }

export function SettingsPage() {
  const texts = useTexts(settingsTexts)
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  const isReduced = useReducedMotion()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="flex flex-col gap-8">
          <RadioTiles
            title={texts.language.title}
            lead={texts.language.lead}
            value={language}
            onChange={setLanguage}
            options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
          />
          <RadioTiles
            title={texts.theme.title}
            value={theme}
            onChange={setTheme}
            options={themes.map((value) => ({
              value,
              label: (
                <>
                  <Icon name={icons[value]} />
                  {texts.theme[value]}
                </>
              ),
            }))}
          />
          <div>
            <h2 className="font-display text-xl font-medium">{texts.motion.title}</h2>
            <p className="mt-1 text-sm text-quiet">{isReduced ? texts.motion.reduced : texts.motion.follows}</p>
          </div>
        </Card>
        <div className="flex flex-col gap-6">
          <ServerCard />
          <KeyCard />
        </div>
        <div className="lg:col-span-2">
          <LearnCard />
        </div>
      </div>
    </>
  )
}
