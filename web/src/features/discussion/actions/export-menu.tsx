import { discussionPath } from "../../../api/discussions.ts"
import { send } from "../../../api/request.ts"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Menu, MenuItem } from "../../../components/menu.tsx"
import { useErrorText } from "../../../components/problem-note.tsx"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { useOwnSeat } from "../people/own-seat.ts"
import { discussionTexts } from "../texts.ts"

const forms = ["md", "html", "adr", "json"] as const

interface ExportMenuProps {
  readonly id: string
  readonly size?: "small" | "medium"
}

/** Downloads the discussion as a file. Fetched rather than linked, since the server may require a key. */
export function ExportMenu({ id, size = "medium" }: ExportMenuProps) {
  const { actions: texts } = useTexts(discussionTexts)
  const errorText = useErrorText()
  const seat = useOwnSeat()
  const save = async (form: (typeof forms)[number]) => {
    try {
      const response = await send(`${discussionPath(id)}/export`, { query: { as: form, seat } })
      const given = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1]
      const name = given === undefined ? `discussion.${form}` : decodeURIComponent(given)
      saveAs(await response.blob(), name)
      toast(texts.exported(name))
    } catch (error) {
      toast(errorText(error), "bad")
    }
  }
  return (
    <Menu
      trigger={
        <Button size={size}>
          <Icon name="download" className="size-4" />
          {texts.export}
        </Button>
      }
    >
      {forms.map((form) => (
        <MenuItem key={form} onSelect={() => save(form)}>
          {texts.exportAs[form]}
        </MenuItem>
      ))}
    </Menu>
  )
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
