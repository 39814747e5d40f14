import { useState } from "react"
import { discussionPath } from "../../../api/discussions.ts"
import { request } from "../../../api/request.ts"
import { Button, IconButton } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useErrorText } from "../../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { toast } from "../../../components/toaster.tsx"
import type { ConnectAgentTexts } from "../../../texts/en/connect-agent.ts"
import { textsByLanguage } from "../../../texts/languages.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useCopy } from "../actions/use-discussion-action.ts"
import type { NamedSeat } from "../people/own-seat.ts"

const texts = textsByLanguage<ConnectAgentTexts>(
  import.meta.glob("../../../texts/*/connect-agent.ts", { eager: true, import: "texts" }),
)

interface ConnectAgentProps {
  readonly id: string
  readonly seat: NamedSeat
}

/** Instructions with commands to copy for connecting an outside agent. */
export function ConnectAgent({ id, seat }: ConnectAgentProps) {
  const words = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const [key, setKey] = useState<string>()
  const errorText = useErrorText()
  const name = stripUnsafeCharacters(seat.name)
  const seatPath = `${discussionPath(id)}/seats/${encodeURIComponent(seat.id)}`
  const authorization = key === undefined ? "" : ` -H 'Authorization: Bearer ${key}'`
  const body = JSON.stringify({ seat: seat.id, content: "…" })
  const lines = [
    [words.wait, `curl -s${authorization} '${location.origin}${seatPath}/prompt?wait=50'`],
    [
      words.answer,
      `curl -s${authorization} -H 'Content-Type: application/json' -d '${body}' ${location.origin}${discussionPath(id)}/turns`,
    ],
    [
      words.mcp,
      `claude mcp add --transport http conclave ${location.origin}/mcp${authorization.replace(" -H", " --header")}`,
    ],
  ] as const
  const createKey = async () => {
    try {
      setKey((await request<{ readonly key: string }>(`${seatPath}/keys`, { method: "POST", body: {} })).key)
    } catch (error) {
      toast(errorText(error), "bad")
    }
  }
  return (
    <>
      <IconButton label={words.open(name)} onClick={() => setOpen(true)}>
        <Icon name="plug" className="size-4" />
      </IconButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.title(name)} isWide>
        <div className="flex flex-col gap-4 text-sm">
          <p className="text-quiet">{words.lead}</p>
          {lines.map(([label, line]) => (
            <CommandLine key={label} label={label} line={line} />
          ))}
          {key === undefined ? (
            <Button className="self-start" onClick={() => void createKey()}>
              <Icon name="key" className="size-4" />
              {words.key}
            </Button>
          ) : (
            <p className="text-quiet">{words.keyLead}</p>
          )}
        </div>
      </Dialog>
    </>
  )
}

function CommandLine({ label, line }: { readonly label: string; readonly line: string }) {
  const words = useTexts(texts)
  const copy = useCopy()
  return (
    <div>
      <p className="mb-1.5 font-medium">{label}</p>
      <div className="flex items-center gap-1 rounded-xl bg-sunken py-1 ps-3 pe-1">
        <code className="min-w-0 flex-1 break-all">{line}</code>
        <IconButton label={words.copy(label)} onClick={() => void copy(line, words.copied)} className="size-8">
          <Icon name="copy" className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
