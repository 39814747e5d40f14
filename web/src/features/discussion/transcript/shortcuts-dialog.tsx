import { Dialog } from "../../../components/dialog.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { transcript } = useTexts(discussionTexts)
  const keys = [
    ["j", transcript.keyNext],
    ["k", transcript.keyPrevious],
    ["Home", transcript.keyFirst],
    ["End", transcript.keyLast],
    ["?", transcript.keyHelp],
  ] as const
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={transcript.keys}>
      <p className="mb-4 text-quiet">{transcript.keysLead}</p>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md border border-line bg-sunken px-2 py-0.5 text-sm">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
