import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { Button, IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { Loading } from "../../components/spinner.tsx"
import { useTexts } from "../../texts/use-language.ts"
import type { ExportMenu } from "./actions/export-menu.tsx"
import { discussionTexts } from "./texts.ts"
import type { TurnMenu } from "./transcript/turn-menu.tsx"

/** Parts that are not needed for the first words: separate chunks, loaded after them. */
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

/** A lazily loaded part with its fallback. */
function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense fallback={fallback(props)}>
      <Part {...props} />
    </Suspense>
  )
}

const loading = () => <Loading />

export const LazyConnectAgent = lazyPart(async () => (await import("./table/connect-agent.tsx")).ConnectAgent)
export const LazyOutcomeCard = lazyPart(async () => (await loaders.outcome()).OutcomeCard, loading)
export const LazyReasoning = lazyPart(async () => (await loaders.turnMenu()).Reasoning)
export const LazyTurnComposer = lazyPart(async () => (await loaders.turnComposer()).TurnComposer, loading)
export const LazyForkDialog = lazyPart(async () => (await loaders.fork()).ForkDialog)
export const LazyKeyDialog = lazyPart(async () => (await loaders.keys()).KeyDialog)
export const LazyShareButton = lazyPart(async () => (await loaders.keys()).ShareButton)
export const LazySeatDialog = lazyPart(async () => (await loaders.seats()).SeatDialog)
export const LazyTurnMenu = lazyPart(
  async () => (await loaders.turnMenu()).TurnMenu,
  (props) => <DisabledTurnMenu {...props} />,
)
export const LazyExportMenu = lazyPart(
  async () => (await loaders.exportMenu()).ExportMenu,
  (props) => <DisabledExportMenu {...props} />,
)

function DisabledTurnMenu({ name }: ComponentProps<typeof TurnMenu>) {
  const { turn } = useTexts(discussionTexts)
  return (
    <IconButton label={turn.more(name)} disabled>
      <Icon name="more" className="size-4" />
    </IconButton>
  )
}

function DisabledExportMenu({ size = "medium" }: ComponentProps<typeof ExportMenu>) {
  const { actions } = useTexts(discussionTexts)
  return (
    <Button size={size} disabled>
      <Icon name="download" className="size-4" />
      {actions.export}
    </Button>
  )
}
