import { usePageTitle } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { StartForm } from "./composer/start-form.tsx"
import { AllDiscussions } from "./list/discussion-list.tsx"
import { homeTexts } from "./texts.ts"

/** The start form and the list of discussions. */
export function HomePage() {
  const texts = useTexts(homeTexts)
  usePageTitle("")
  return (
    <>
      <header className="mb-6">
        <h1 className="font-display text-4xl leading-[1.1] font-medium tracking-tight">{texts.heading}</h1>
        <p className="mt-2 text-quiet">{texts.lead}</p>
      </header>
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)]">
        <StartForm />
        <AllDiscussions />
      </div>
    </>
  )
}
