import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { modelsTexts } from "./texts/index.ts"

export function ModelsPage() {
  const texts = useTexts(modelsTexts)
  return <PageHeader title={texts.title} />
}
