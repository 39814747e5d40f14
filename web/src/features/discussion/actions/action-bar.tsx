import { useContext, useState } from "react"
import { Button } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { LazyExportMenu, LazyShareButton } from "../lazy-parts.tsx"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { ForkContext, useDiscussionAction } from "./use-discussion-action.ts"

/** Actions on a discussion that is not over; the outcome has the others. */
export function ActionBar({ id }: { readonly id: string }) {
  const { actions: texts } = useTexts(discussionTexts)
  const status = useView((view) => view.status)
  const openFork = useContext(ForkContext)
  const { act, isBusy } = useDiscussionAction(id)
  const [isStopping, setStopping] = useState(false)
  const button = (verb: string, icon: "play" | "pause", label: string) => (
    <Button size="small" look={verb === "pause" ? "plain" : "primary"} isBusy={isBusy(verb)} onClick={() => act(verb)}>
      <Icon name={icon} className="size-4" />
      {label}
    </Button>
  )
  return (
    <>
      <div role="toolbar" aria-label={texts.label} className="flex flex-wrap justify-center gap-2">
        {status === "queued" && button("begin", "play", texts.begin)}
        {(status === "running" || status === "waiting") && button("pause", "pause", texts.pause)}
        {status === "paused" && button("resume", "play", texts.resume)}
        <InterruptButton id={id} />
        <Button size="small" look="danger" onClick={() => setStopping(true)}>
          <Icon name="stop" className="size-4" />
          {texts.abort}
        </Button>
        <Button size="small" onClick={() => openFork?.(undefined)}>
          <Icon name="branch" className="size-4" />
          {texts.fork}
        </Button>
        <LazyExportMenu id={id} size="small" />
        <LazyShareButton id={id} size="small" />
      </div>
      <Dialog isOpen={isStopping} onClose={() => setStopping(false)} title={texts.abortTitle}>
        <p className="mb-6 text-quiet">{texts.abortLead}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => setStopping(false)}>{texts.keep}</Button>
          <Button
            look="danger"
            isBusy={isBusy("abort")}
            onClick={async () => (await act("abort")) && setStopping(false)}
          >
            <Icon name="stop" className="size-4" />
            {texts.abortConfirm}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** Interrupts the current speaker, or skips a person who is being waited for. Names the turn, so that no later one is hit. */
function InterruptButton({ id }: { readonly id: string }) {
  const { actions: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  const call = useView((view) => view.open.find(({ purpose }) => purpose === "turn" || purpose === "synthesis"))
  const turn = useView((view) => view.items.findLast(({ key }) => key === call?.id))
  const { act, isBusy } = useDiscussionAction(id)
  if (!call || (turn?.kind === "turn" && turn.isInterrupted)) return null
  const verb = `interrupt?turn=${encodeURIComponent(call.id)}`
  return (
    <Button size="small" isBusy={isBusy(verb)} onClick={() => act(verb)}>
      <Icon name="hand" className="size-4" />
      {call.isAwaited ? texts.skip(seatOf(call.seat).name) : texts.interrupt}
    </Button>
  )
}
