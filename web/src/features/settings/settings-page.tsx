import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { settingsTexts } from "./texts/index.ts"

export function SettingsPage() {
  const texts = useTexts(settingsTexts)
  return <PageHeader title={texts.title} />
}
