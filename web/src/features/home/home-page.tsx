import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { homeTexts } from "./texts/index.ts"

export function HomePage() {
  const texts = useTexts(homeTexts)
  return <PageHeader title={texts.title} />
}
