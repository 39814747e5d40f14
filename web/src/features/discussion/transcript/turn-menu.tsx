import { useQuery } from "@tanstack/react-query"
import { useContext, useState } from "react"
import type { TurnItem } from "../../../../../src/core/public/view.ts"
import { reasoningQuery } from "../../../api/discussions.ts"
import { invitation } from "../../../api/invitation.ts"
import { IconButton } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { Menu, MenuItem } from "../../../components/menu.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { ForkContext, useCopy, useDiscussionId, useTurnAgain } from "../actions/use-discussion-action.ts"
import { continueTexts } from "../continue-texts.ts"
import { useOwnSeat } from "../people/own-seat.ts"
import { discussionTexts } from "../texts/index.ts"

export function TurnMenu({ item: { key, turn }, name }: { readonly item: TurnItem; readonly name: string }) {
  const texts = useTexts(discussionTexts)
  const openFork = useContext(ForkContext)
  const words = useTexts(continueTexts)
  const id = useDiscussionId()
  const again = useTurnAgain(id)
  const [isReasoning, setReasoning] = useState(false)
  const copy = useCopy()
  const address = () => `${location.origin}${location.pathname}#${key}`
  return (
    <>
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
          <>
            {turn.modelId !== undefined && (
              <MenuItem onSelect={() => again(key)}>
                <Icon name="refresh" className="size-4" />
                {words.regenerate}
              </MenuItem>
            )}
            <MenuItem onSelect={() => openFork(key)}>
              <Icon name="branch" className="size-4" />
              {texts.turn.forkHere}
            </MenuItem>
            {turn.modelId !== undefined && (
              <MenuItem onSelect={() => setReasoning(true)}>
                <Icon name="spark" className="size-4" />
                {words.reasoning}
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {isReasoning && <ReasoningDialog id={id} turn={key} name={name} onClose={() => setReasoning(false)} />}
    </>
  )
}

interface ReasoningDialogProps {
  readonly id: string
  readonly turn: string
  readonly name: string
  readonly onClose: () => void
}

/** What the model wrote before it spoke: for whoever may steer the discussion, and fetched when it is asked for. */
function ReasoningDialog({ id, turn, name, onClose }: ReasoningDialogProps) {
  const texts = useTexts(continueTexts)
  const { data, error, isPending } = useQuery(reasoningQuery(id, turn, useOwnSeat()))
  return (
    <Dialog isOpen onClose={onClose} title={texts.reasoningOf(name)} isWide>
      {isPending && <Loading />}
      <ProblemNote error={error} />
      {data === null && <p className="text-quiet">{texts.noReasoning}</p>}
      {data && <Markdown text={data} />}
    </Dialog>
  )
}
