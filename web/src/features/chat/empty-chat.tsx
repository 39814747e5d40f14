import { Button } from "../../components/button.tsx"
import { copyText } from "../../components/copy-text.ts"
import { EmptyState } from "../../components/empty-state.tsx"
import { Icon } from "../../components/icon.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts/index.ts"

export function EmptyChat() {
  const texts = useTexts(chatTexts)
  const command = `curl -s ${location.origin}/api/discussion -H 'content-type: application/json' \\
  -d '{ "requester_agent": "planner", "prompt_message": "Can we drop Node 20?" }'`
  const copy = async () => {
    if (await copyText(command)) toast(texts.copied)
    else toast(texts.notCopied, "bad")
  }
  return (
    <EmptyState
      title={texts.empty.title}
      picture={
        <span className="flex size-14 items-center justify-center rounded-2xl border border-prompt-line bg-prompt">
          <Icon name="chat" className="size-7" />
        </span>
      }
      action={
        <Button onClick={() => void copy()}>
          <Icon name="copy" className="size-4" />
          {texts.empty.copy}
        </Button>
      }
    >
      <p>{texts.empty.lead}</p>
      <p className="mt-2 text-ink">{texts.empty.try}</p>
      <pre className="max-w-full whitespace-pre-wrap rounded-xl border border-line bg-sunken p-4 text-start text-sm text-ink">
        <code>{command}</code>
      </pre>
      <p>{texts.empty.below}</p>
    </EmptyState>
  )
}
