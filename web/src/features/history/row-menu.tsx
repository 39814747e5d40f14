import type { DiscussionSummary } from "../../api/discussions.ts"
import { IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { Menu, MenuItem } from "../../components/menu.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { historyTexts } from "./texts.ts"
import { useLabels } from "./use-labels.ts"

/** Actions of a row in the list of discussions. */
export default function RowMenu({
  discussion,
  onEdit,
}: {
  readonly discussion: DiscussionSummary
  readonly onEdit: () => void
}) {
  const texts = useTexts(historyTexts)
  const { label, archive, remove } = useLabels(discussion)
  const { title, pinned, archived } = discussion
  return (
    <Menu
      trigger={
        <IconButton label={texts.actions(stripUnsafeCharacters(title))}>
          <Icon name="more" className="size-4" />
        </IconButton>
      }
    >
      <MenuItem onSelect={onEdit}>
        <Icon name="edit" className="size-4" />
        {texts.edit}
      </MenuItem>
      <MenuItem onSelect={() => void label({ pinned: !pinned })}>
        <Icon name="pin" className="size-4" />
        {pinned ? texts.unpin : texts.pin}
      </MenuItem>
      <MenuItem onSelect={() => void (archived ? label({ archived: false }) : archive())}>
        <Icon name="archive" className="size-4" />
        {archived ? texts.unarchive : texts.archive}
      </MenuItem>
      <MenuItem isDanger onSelect={remove}>
        <Icon name="trash" className="size-4" />
        {texts.remove}
      </MenuItem>
    </Menu>
  )
}
