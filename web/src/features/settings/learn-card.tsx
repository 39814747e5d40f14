import { Card } from "../../components/card.tsx"
import { Icon } from "../../components/icon.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { settingsTexts } from "./texts/index.ts"

const guides = ["formats", "models", "deciding", "people", "squad", "http"] as const
const link =
  "inline-flex items-center gap-2 text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"

export function LearnCard() {
  const texts = useTexts(settingsTexts).learn
  return (
    <Card>
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <ul className="mt-3 flex flex-col gap-2 text-sm">
        <li>
          <a href="/docs" className={link}>
            <Icon name="arrow" className="size-4" />
            {texts.api}
          </a>
        </li>
        <li>
          <a href="/openapi.json" className={link}>
            <Icon name="arrow" className="size-4" />
            {texts.openapi}
          </a>
        </li>
      </ul>
      <p className="mt-4 text-sm text-quiet">{texts.guides}</p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {guides.map((name) => (
          <div key={name} className="contents">
            <dt>
              <code>docs/guides/{name}.md</code>
            </dt>
            <dd className="text-quiet max-sm:mb-2">{texts.guide[name]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
