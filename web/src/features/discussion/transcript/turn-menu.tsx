import { useQuery } from "@tanstack/react-query"
import { useContext } from "react"
import type { TurnItem } from "../../../../../src/core/public/view.ts"
import { reasoningQuery } from "../../../api/discussions.ts"
import { invitation } from "../../../api/invitation.ts"
import { IconButton } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { Menu, MenuItem } from "../../../components/menu.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { ForkContext, useCopy, useDiscussionId, useTurnAgain } from "../actions/use-discussion-action.ts"
import { continueTexts } from "../continue-texts.ts"
import { useOwnSeat } from "../people/own-seat.ts"
import { discussionTexts } from "../texts.ts"

interface TurnMenuProps {
  readonly item: TurnItem
  readonly name: string
  readonly onReasoning: () => void
}

export function TurnMenu({ item: { key, turn }, name, onReasoning }: TurnMenuProps) {
  const texts = useTexts(discussionTexts)
  const openFork = useContext(ForkContext)
  const words = useTexts(continueTexts)
  const id = useDiscussionId()
  const again = useTurnAgain(id)
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
            <MenuItem onSelect={onReasoning}>
              <Icon name="spark" className="size-4" />
              {words.reasoning}
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  )
}

/** The model's reasoning, for users who may steer the discussion; fetched on demand. */
export function Reasoning({ turn, name }: { readonly turn: string; readonly name: string }) {
  const texts = useTexts(continueTexts)
  const { data, error, isPending } = useQuery(reasoningQuery(useDiscussionId(), turn, useOwnSeat()))
  return (
    <details open className="my-2 rounded-xl bg-sunken px-4 py-3 text-sm">
      <summary className="text-quiet">{texts.reasoningOf(name)}</summary>
      <div className="mt-2">
        {isPending && <Loading />}
        <ProblemNote error={error} />
        {data === null && <p className="text-quiet">{texts.noReasoning}</p>}
        {data && <Markdown text={data} />}
      </div>
    </details>
  )
}
