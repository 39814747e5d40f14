import { type ComponentProps, lazy, Suspense } from "react"
import { Button, IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { Loading } from "../../components/loading.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { discussionTexts } from "./texts/index.ts"

/** What nobody needs to read the first words: each a file of its own, fetched once those are there. */
const parts = {
  outcome: () => import("./outcome/outcome-card.tsx"),
  turnMenu: () => import("./transcript/turn-menu.tsx"),
  exportMenu: () => import("./actions/export-menu.tsx"),
  turnComposer: () => import("./actions/turn-composer.tsx"),
  fork: () => import("./actions/fork-dialog.tsx"),
}

export function fetchParts(): void {
  for (const part of Object.values(parts)) void part()
}

const OutcomePart = lazy(async () => ({ default: (await parts.outcome()).OutcomeCard }))
const TurnMenuPart = lazy(async () => ({ default: (await parts.turnMenu()).TurnMenu }))
const ExportPart = lazy(async () => ({ default: (await parts.exportMenu()).ExportMenu }))
const ComposerPart = lazy(async () => ({ default: (await parts.turnComposer()).TurnComposer }))
const ForkPart = lazy(async () => ({ default: (await parts.fork()).ForkDialog }))

export function OutcomeCard(props: ComponentProps<typeof OutcomePart>) {
  return (
    <Suspense fallback={<Loading />}>
      <OutcomePart {...props} />
    </Suspense>
  )
}

export function TurnMenu(props: ComponentProps<typeof TurnMenuPart>) {
  const { turn } = useTexts(discussionTexts)
  const stand = (
    <IconButton label={turn.more(props.name)} disabled>
      <Icon name="more" className="size-4" />
    </IconButton>
  )
  return (
    <Suspense fallback={stand}>
      <TurnMenuPart {...props} />
    </Suspense>
  )
}

export function ExportMenu(props: ComponentProps<typeof ExportPart>) {
  const { actions } = useTexts(discussionTexts)
  const stand = (
    <Button size={props.size ?? "medium"} disabled>
      <Icon name="download" className="size-4" />
      {actions.export}
    </Button>
  )
  return (
    <Suspense fallback={stand}>
      <ExportPart {...props} />
    </Suspense>
  )
}

export function TurnComposer(props: ComponentProps<typeof ComposerPart>) {
  return (
    <Suspense fallback={<Loading />}>
      <ComposerPart {...props} />
    </Suspense>
  )
}

export function ForkDialog(props: ComponentProps<typeof ForkPart>) {
  return (
    <Suspense>
      <ForkPart {...props} />
    </Suspense>
  )
}
