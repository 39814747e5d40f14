import { type ComponentProps, lazy, Suspense } from "react"
import { Button, IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { Loading } from "../../components/spinner.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { discussionTexts } from "./texts/index.ts"

/** What nobody needs to read the first words: each a file of its own, fetched once those are there. */
const loaders = {
  outcome: () => import("./outcome/outcome-card.tsx"),
  turnMenu: () => import("./transcript/turn-menu.tsx"),
  exportMenu: () => import("./actions/export-menu.tsx"),
  turnComposer: () => import("./actions/turn-composer.tsx"),
  fork: () => import("./actions/fork-dialog.tsx"),
  keys: () => import("./people/key-dialog.tsx"),
  seats: () => import("./people/seat-dialogs.tsx"),
}

export function preloadParts(): void {
  for (const part of Object.values(loaders)) void part()
}

const ConnectPart = lazy(async () => ({ default: (await import("./table/connect-agent.tsx")).ConnectAgent }))
const OutcomePart = lazy(async () => ({ default: (await loaders.outcome()).OutcomeCard }))
const TurnMenuPart = lazy(async () => ({ default: (await loaders.turnMenu()).TurnMenu }))
const ReasoningPart = lazy(async () => ({ default: (await loaders.turnMenu()).Reasoning }))
const ExportPart = lazy(async () => ({ default: (await loaders.exportMenu()).ExportMenu }))
const ComposerPart = lazy(async () => ({ default: (await loaders.turnComposer()).TurnComposer }))
const KeysPart = lazy(async () => ({ default: (await loaders.keys()).KeyDialog }))
const SharePart = lazy(async () => ({ default: (await loaders.keys()).ShareButton }))
const SeatsPart = lazy(async () => ({ default: (await loaders.seats()).SeatDialog }))
const ForkPart = lazy(async () => ({ default: (await loaders.fork()).ForkDialog }))

export function LazyConnectAgent(props: ComponentProps<typeof ConnectPart>) {
  return (
    <Suspense>
      <ConnectPart {...props} />
    </Suspense>
  )
}

export function LazyOutcomeCard(props: ComponentProps<typeof OutcomePart>) {
  return (
    <Suspense fallback={<Loading />}>
      <OutcomePart {...props} />
    </Suspense>
  )
}

export function LazyTurnMenu(props: ComponentProps<typeof TurnMenuPart>) {
  const { turn } = useTexts(discussionTexts)
  const fallback = (
    <IconButton label={turn.more(props.name)} disabled>
      <Icon name="more" className="size-4" />
    </IconButton>
  )
  return (
    <Suspense fallback={fallback}>
      <TurnMenuPart {...props} />
    </Suspense>
  )
}

export function LazyReasoning(props: ComponentProps<typeof ReasoningPart>) {
  return (
    <Suspense>
      <ReasoningPart {...props} />
    </Suspense>
  )
}

export function LazyExportMenu(props: ComponentProps<typeof ExportPart>) {
  const { actions } = useTexts(discussionTexts)
  const fallback = (
    <Button size={props.size ?? "medium"} disabled>
      <Icon name="download" className="size-4" />
      {actions.export}
    </Button>
  )
  return (
    <Suspense fallback={fallback}>
      <ExportPart {...props} />
    </Suspense>
  )
}

export function LazyTurnComposer(props: ComponentProps<typeof ComposerPart>) {
  return (
    <Suspense fallback={<Loading />}>
      <ComposerPart {...props} />
    </Suspense>
  )
}

export function LazyForkDialog(props: ComponentProps<typeof ForkPart>) {
  return (
    <Suspense>
      <ForkPart {...props} />
    </Suspense>
  )
}

export function LazyKeyDialog(props: ComponentProps<typeof KeysPart>) {
  return (
    <Suspense>
      <KeysPart {...props} />
    </Suspense>
  )
}

export function LazyShareButton(props: ComponentProps<typeof SharePart>) {
  return (
    <Suspense>
      <SharePart {...props} />
    </Suspense>
  )
}

export function LazySeatDialog(props: ComponentProps<typeof SeatsPart>) {
  return (
    <Suspense>
      <SeatsPart {...props} />
    </Suspense>
  )
}
