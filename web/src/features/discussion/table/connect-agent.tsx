import { useState } from "react"
import { discussionPath } from "../../../api/discussions.ts"
import { request } from "../../../api/request.ts"
import { Button, IconButton } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useErrorText } from "../../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { toast } from "../../../components/toaster.tsx"
import type { Texts } from "../../../texts/languages.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useCopy } from "../actions/use-discussion-action.ts"
import type { NamedSeat } from "../people/own-seat.ts"

const en = {
  open: (name: string) => `Connect ${name}`,
  title: (name: string) => `Connect ${name}`,
  lead: "An outside agent waits for its turn and answers over HTTP or MCP. These lines work from a terminal that reaches this server.",
  wait: "Wait for the seat's turn, and read what it is asked",
  answer: "Answer",
  mcp: "Or add this server to an MCP client, whose tool is take_turn",
  key: "Create a key for this seat alone",
  keyLead: "The key may read this discussion and answer for this seat, and nothing else. It is shown here once.",
  copy: (what: string) => `Copy: ${what}`,
  copied: "Copied",
}

const texts: Texts<typeof en> = {
  en,
  es: {
    open: (name) => `Conectar a ${name}`,
    title: (name) => `Conectar a ${name}`,
    lead: "Un agente externo espera su turno y responde por HTTP o MCP. Estas líneas funcionan en un terminal que llegue a este servidor.",
    wait: "Esperar el turno del asiento y leer lo que se le pregunta",
    answer: "Responder",
    mcp: "O añade este servidor a un cliente MCP; su herramienta es take_turn",
    key: "Crear una clave solo para este asiento",
    keyLead:
      "La clave permite leer esta discusión y responder por este asiento, nada más. Se muestra aquí una sola vez.",
    copy: (what) => `Copiar: ${what}`,
    copied: "Copiado",
  },
  zh: {
    open: (name) => `连接${name}`,
    title: (name) => `连接${name}`,
    lead: "外部智能体等待轮到它，然后通过 HTTP 或 MCP 作答。这些命令可在能访问此服务器的终端中使用。",
    wait: "等待轮到该席位，并读取提问",
    answer: "作答",
    mcp: "或将此服务器添加到 MCP 客户端，其工具为 take_turn",
    key: "创建仅用于此席位的密钥",
    keyLead: "此密钥只能读取这场讨论并代表此席位作答。密钥在这里只显示一次。",
    copy: (what) => `复制：${what}`,
    copied: "已复制",
  },
}

interface ConnectAgentProps {
  readonly id: string
  readonly seat: NamedSeat
}

/** Says how an outside agent takes its seat: lines to copy. */
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
