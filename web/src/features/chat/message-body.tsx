import { useState } from "react"
import { Button } from "../../components/button.tsx"
import { Markdown } from "../../components/markdown/markdown.tsx"
import { useFormatters } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts.ts"

export function MessageBody({ text }: { readonly text: string }) {
  const texts = useTexts(chatTexts)
  const format = useFormatters()
  const [isOpen, setOpen] = useState(false)
  const beginning = preview(text)
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

/** Longer texts are collapsed: one agent's log must not bury the others' messages. */
const maxLength = 1_600
const maxLines = 24

/** The collapsed form of a text; short texts are returned unchanged. */
export function preview(text: string): string {
  const lines = text.split("\n", maxLines + 1)
  if (text.length <= maxLength && lines.length <= maxLines) return text
  const few = lines.slice(0, maxLines).join("\n")
  if (few.length <= maxLength) return `${few}\n\n…`
  const space = few.lastIndexOf(" ", maxLength)
  const cut = few.slice(0, space > maxLength - 200 ? space : maxLength)
  // Do not split a surrogate pair.
  return `${cut.replace(/[\ud800-\udbff]$/, "")}…`
}
