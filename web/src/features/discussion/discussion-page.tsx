import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { discussionTexts } from "./texts/index.ts"

export function DiscussionPage() {
  const texts = useTexts(discussionTexts)
  return <PageHeader title={texts.title} />
}
