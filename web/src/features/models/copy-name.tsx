import { IconButton } from "../../components/button.tsx"
import { copyText } from "../../components/copy-text.ts"
import { Icon } from "../../components/icon.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { modelsTexts } from "./texts.ts"

/** Copies a model name, variable or command. */
export function CopyName({ name, text = name }: { readonly name: string; readonly text?: string }) {
  const texts = useTexts(modelsTexts)
  const copy = async () => {
    if (await copyText(text)) toast(texts.copied(name))
    else toast(texts.notCopied, "bad")
  }
  return (
    <IconButton label={texts.copy(name)} onClick={() => void copy()} className="size-8">
      <Icon name="copy" className="size-4" />
    </IconButton>
  )
}
