import { useContext } from "react"
import type { TurnItem } from "../../../../../src/core/public/view.ts"
import { invitation } from "../../../api/invitation.ts"
import { IconButton } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Menu, MenuItem } from "../../../components/menu.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { ForkContext, useCopy } from "../actions/use-discussion-action.ts"
import { discussionTexts } from "../texts/index.ts"

export function TurnMenu({ item: { key, turn }, name }: { readonly item: TurnItem; readonly name: string }) {
  const texts = useTexts(discussionTexts)
  const openFork = useContext(ForkContext)
  const copy = useCopy()
  const address = () => `${location.origin}${location.pathname}#${key}`
  return (
    <Menu
      trigger={
        <IconButton
          label={texts.turn.more(name)}
          className="opacity-60 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100"
        >
          <Icon name="more" className="size-4" />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => copy(address(), texts.actions.linkCopied)}>
        <Icon name="link" className="size-4" />
        {texts.turn.copyLink}
      </MenuItem>
      {turn && (
        <MenuItem onSelect={() => copy(turn.content, texts.actions.wordsCopied)}>
          <Icon name="copy" className="size-4" />
          {texts.turn.copyText}
        </MenuItem>
      )}
      {turn && openFork && !invitation() && (
        <MenuItem onSelect={() => openFork(key)}>
          <Icon name="branch" className="size-4" />
          {texts.turn.forkHere}
        </MenuItem>
      )}
    </Menu>
  )
}
