import { Button } from "../../components/button.tsx"
import { copyText } from "../../components/copy-text.ts"
import { Icon } from "../../components/icon.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { adminTexts } from "./texts.ts"

/** A key or secret that cannot be shown again. */
export function ShownOnce({ lead, value }: { readonly lead: string; readonly value: string }) {
  const texts = useTexts(adminTexts)
  const copy = async () => toast((await copyText(value)) ? texts.copied : texts.notCopied)
  return (
    <div role="status" className="flex flex-col gap-2 rounded-xl bg-good-soft p-4 text-sm">
      <p className="font-medium text-good">{lead}</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all">{value}</code>
        <Button size="small" onClick={() => void copy()}>
          <Icon name="copy" className="size-4" />
          {texts.copy}
        </Button>
      </div>
    </div>
  )
}
