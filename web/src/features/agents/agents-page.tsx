import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { agentsTexts } from "./texts/index.ts"

export function AgentsPage() {
  const texts = useTexts(agentsTexts)
  return <PageHeader title={texts.title} />
}
