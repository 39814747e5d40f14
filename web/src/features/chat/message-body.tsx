import { useState } from "react"
import { Button } from "../../components/button.tsx"
import { Markdown } from "../../components/markdown/markdown.tsx"
import { useFormat } from "../../texts/use-format.ts"
import { useTexts } from "../../texts/use-language.ts"
import { beginningOf } from "./beginning-of.ts"
import { chatTexts } from "./texts/index.ts"

export function MessageBody({ text }: { readonly text: string }) {
  const texts = useTexts(chatTexts)
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const beginning = beginningOf(text)
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
