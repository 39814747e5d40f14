import { useState } from "react"
import { Button } from "../../components/button.tsx"
import { Markdown } from "../../components/markdown/markdown.tsx"
import { useFormatters } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { excerpt } from "./excerpt.ts"
import { chatTexts } from "./texts/index.ts"

export function MessageBody({ text }: { readonly text: string }) {
  const texts = useTexts(chatTexts)
  const format = useFormatters()
  const [isOpen, setOpen] = useState(false)
  const beginning = excerpt(text)
  return (
    <div className="min-w-0">
      <Markdown text={isOpen ? text : beginning} />
      {beginning !== text && (
        <Button
          look="quiet"
          size="small"
          className="mt-1 -ms-3"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.showLess : texts.showAll(format.number(text.length))}
        </Button>
      )}
    </div>
  )
}
