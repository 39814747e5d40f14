import { useState } from "react"
import type { Prompt } from "../../api/squad.ts"
import { IconButton } from "../../components/button.tsx"
import { copyText } from "../../components/copy-text.ts"
import { Icon } from "../../components/icon.tsx"
import { Menu, MenuItem } from "../../components/menu.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { CloseDialog } from "./close-dialog.tsx"
import { collectedText } from "./collected-text.ts"
import { isPromptOpen } from "./prompt-state.ts"
import { chatTexts } from "./texts/index.ts"

/** What else can be done with a prompt: close it by hand, and take away what was collected. */
export function PromptMenu({ prompt }: { readonly prompt: Prompt }) {
  const texts = useTexts(chatTexts)
  const [closing, setClosing] = useState<"resolve" | "cancel">()
  const copy = async (text: string) => {
    if (await copyText(text)) toast(texts.copied)
    else toast(texts.notCopied, "bad")
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.more}>
            <Icon name="more" />
          </IconButton>
        }
      >
        {isPromptOpen(prompt) && (
          <MenuItem onSelect={() => setClosing("resolve")}>
            <Icon name="check" className="size-4" />
            {texts.resolve}
          </MenuItem>
        )}
        <MenuItem onSelect={() => void copy(collectedText(prompt))}>
          <Icon name="copy" className="size-4" />
          {texts.copyCollected}
        </MenuItem>
        <MenuItem onSelect={() => void copy(JSON.stringify(prompt.collected_context, null, 2))}>
          <Icon name="copy" className="size-4" />
          {texts.copyJson}
        </MenuItem>
        <MenuItem onSelect={() => void copy(prompt.id)}>
          <Icon name="copy" className="size-4" />
          {texts.copyId}
        </MenuItem>
        {isPromptOpen(prompt) && (
          <MenuItem isDanger onSelect={() => setClosing("cancel")}>
            <Icon name="ban" className="size-4" />
            {texts.cancel}
          </MenuItem>
        )}
      </Menu>
      <CloseDialog prompt={prompt} action={closing} onDone={() => setClosing(undefined)} />
    </>
  )
}
