import { languageFor } from "../core/languages/index.ts"
import { applyPublic } from "../core/public/apply-public.ts"
import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
import { type DiscussionView, emptyView, isOver, type Retry } from "../core/public/view.ts"
import type { Client } from "./client.ts"
import { DiscussionScreen } from "./discussion-screen.ts"
import { printableLine } from "./printable.ts"
import { screenMessages } from "./screen-messages.ts"
import { colours } from "./terminal.ts"
import type { TypedInputOptions, TypedInputView } from "./typed-input.ts"

/** How a running discussion is shown. */
export type OutputMode = "live" | "lines" | "progress" | "nothing"

interface WatchOptions extends Omit<TypedInputOptions, "client" | "messages"> {
  readonly client: Pick<Client, "follow" | "abort" | "discussion" | "say" | "interject" | "interrupt" | "pause">
  readonly outputMode: OutputMode
  /** Events before this time are not shown. */
  readonly since?: number
  /** Part of a conversation, so the topic and seats are not introduced. */
  readonly talk?: true
  /** Ctrl-C stops watching, not the discussion. */
  readonly readOnly?: true
  /** Nobody can answer for a seat or resume it: stops where the discussion would wait for ever. */
  readonly isReplay?: true
  readonly now: () => number
}

/** The id may be a promise, if the discussion is still being created. */
type WatchRequest = Omit<WatchOptions, "id"> & { readonly id: string | Promise<string> }

/** Follows a discussion until it ends or waits for someone else, and returns its final state. */
export async function watchDiscussion({ id: starting, ...request }: WatchRequest): Promise<PublicDiscussion> {
  const { client, terminal } = request
  // Signals that arrive before the discussion exists are handled once it does.
  const early = { interrupted: false, terminated: false }
  const subscriptions = [
    terminal.onInterrupt(() => {
      early.interrupted = true
    }),
    terminal.onTerminate(() => {
      early.terminated = true
    }),
  ]
  const begin = async () => {
    const options = { ...request, id: await starting }
    const view = await createView(options)
    // Typing needs a person and a free line on the screen.
    const { TypedInput } = terminal.interactive && view.room ? await import("./typed-input.ts") : {}
    return { options, view, TypedInput }
  }
  const { options, view, TypedInput } = await begin().finally(() => {
    for (const unsubscribe of subscriptions) unsubscribe()
  })
  const { id } = options
  let known = emptyView
  const messages = () => screenMessages(known.language)
  const abortController = new AbortController()
  const stop = () => {
    if (options.readOnly) return abortController.abort()
    view.note(messages().aborting)
    client.abort(id).catch(() => abortController.abort())
  }
  const unsubscribe = terminal.onInterrupt(stop)
  let isLeaving = false
  const leave = async () => {
    isLeaving = true
    // Paused, so that no server continues it before the user resumes it.
    await client.pause(id).then(
      () => view.note(messages().pausedUntil(resumeCommand(id))),
      () => {},
    )
    abortController.abort()
    // Ends an open prompt.
    if (terminal.interactive) terminal.lines().close()
  }
  const terminate = () => (options.readOnly ? abortController.abort() : void leave())
  const unsubscribeTerminate = terminal.onTerminate(terminate)
  if (early.terminated) terminate()
  else if (early.interrupted) stop()
  const typedInput = TypedInput && new TypedInput({ ...options, messages }, view)
  const ticker = terminal.live && options.outputMode === "live" ? setInterval(() => view.tick(), 1_000) : undefined
  try {
    for await (const event of client.follow(id, { signal: abortController.signal })) {
      if (event.type !== "turn_chunk") known = applyPublic(known, [event])
      view.event(event, known)
      if (options.isReplay && (known.isPaused || (waitsForOthers(known) && !known.options?.waitMs))) break
      if (options.readOnly) continue
      if (event.type === "awaiting_input") {
        const retryReason = lastRetry(known, event.data.role)
        const work = () => resolveAwaitedInput(options, event, view, retryReason)
        const isAnswered = await (typedInput ? typedInput.suspendFor(work) : work())
        if (!isAnswered && (await noteWaiting(options, view))) break
      }
      // Votes are requested in parallel, so the awaited seat may become the last open one only later.
      if (event.type !== "turn_chunk" && waitsForOthers(known) && (await noteWaiting(options, view))) break
      const isPaused = known.isPaused && !isAlreadyShown(event, options.since)
      // Turns in flight may still end after a pause.
      if (isPaused && !isLeaving && known.open.every(({ isAwaited }) => isAwaited)) {
        view.note(messages().pausedUntil(resumeCommand(id)))
        break
      }
    }
    await typedInput?.close()
    return await client.discussion(id)
  } finally {
    clearInterval(ticker)
    unsubscribe()
    unsubscribeTerminate()
    await typedInput?.close()
    view.hide()
  }
}

/** Why a seat is retried in the current turn or ballot. */
function lastRetry({ items }: DiscussionView, seat: string): Retry["reason"] | undefined {
  const asked = items.findLast((item) => item.kind === "ballot" || (item.kind === "turn" && item.seat === seat))
  const retries = asked?.kind === "ballot" || asked?.kind === "turn" ? asked.retries : []
  return retries.findLast((retry) => retry.seat === seat)?.reason
}

export function resumeCommand(id: string): string {
  return `conclave resume ${id.slice(0, 8)}`
}

interface View extends TypedInputView {
  event(event: PublicEvent, known: DiscussionView): void
  /** Hides the status line until the next event. */
  hide(): void
  tick(): void
}

async function createView(options: WatchOptions): Promise<View> {
  const { terminal, id, outputMode, since } = options
  const note = (text: string) => terminal.note(`${text}\n`)
  const nothing = { event: () => {}, note, hide: () => {}, tick: () => {} }
  switch (outputMode) {
    case "nothing":
      return nothing
    case "lines":
      return { ...nothing, event: (event) => isAlreadyShown(event, since) || terminal.write(eventLine(id, event)) }
    case "progress":
      return {
        ...nothing,
        event: (event, { language }) => isAlreadyShown(event, since) || noteProgress(event, language, note),
      }
    case "live":
      return liveView(options)
  }
}

async function liveView({ terminal, since, talk, now }: WatchOptions): Promise<View> {
  const { colour, plain, live, width } = terminal
  const drawn = live && !plain
  const [line, progress] = drawn ? await Promise.all([import("./status-line.ts"), import("./progress.ts")]) : []
  const status = line && new line.StatusLine({ write: terminal.write, width, paint: colours(colour).dim })
  const show = (text: string) => (status ? status.write(text) : terminal.write(text))
  // All output of one event is written at once, so that the status line is redrawn only once.
  let shown = ""
  const write = (text: string) => {
    shown += text
  }
  const screen = new DiscussionScreen({ write, width, colour, plain, live, ...(talk && { talk }) })
  let isHidden = false
  const tick = () => status?.set(isHidden || !progress ? "" : progress.progressLine(screen.view, now()))
  return {
    event(event) {
      isHidden = false
      screen.apply([event])
      screen.print()
      if (shown !== "" && !isAlreadyShown(event, since)) show(shown)
      shown = ""
      tick()
    },
    note(text) {
      status?.suspend()
      terminal.note(`${text}\n`)
      status?.resume(0)
    },
    hide() {
      isHidden = true
      tick()
    },
    tick,
    ...(status && { room: status }),
  }
}

function isAlreadyShown(event: PublicEvent, since = 0): boolean {
  return event.type !== "turn_chunk" && Date.parse(event.at) < since
}

/** An event as a line of JSON. */
export function eventLine(discussionId: string, { seq, type, at, data }: PublicEvent): string {
  return `${JSON.stringify({ discussionId, seq, type, at, data })}\n`
}

function noteProgress({ type, data }: PublicEvent, language: string, note: (text: string) => void): void {
  const { report } = languageFor(language)
  if (type === "round_completed") {
    const { number: round, contributions } = data.round
    note(report.round({ round, contributions }))
  } else if (type === "turn_started" && data.purpose === "synthesis") note(report.synthesis)
}

/** Returns whether the awaited input was given, or will be by another client. */
async function resolveAwaitedInput(
  options: WatchOptions,
  event: PublicEvent & { type: "awaiting_input" },
  view: View,
  retryReason: Retry["reason"] | undefined,
): Promise<boolean> {
  const { client, terminal, id } = options
  const { role } = event.data
  const now = await client.discussion(id)
  if (!now.waitingFor.includes(role)) return true // another client answered meanwhile
  const seat = now.seats.find((one) => one.id === role)
  if (!terminal.interactive || options.outputMode !== "live" || seat?.kind !== "human") return true
  view.hide()
  const { onExit } = options
  const { askPerson } = await import("./ask-person.ts")
  return askPerson({ client, terminal, id, language: now.language, retryReason, note: view.note, onExit }, event.data)
}

/** Whether all open turns and votes wait for people or external agents. */
function waitsForOthers({ open, isPaused, status }: DiscussionView): boolean {
  return !isPaused && !isOver(status) && open.length > 0 && open.every(({ isAwaited }) => isAwaited)
}

async function noteWaiting({ client, id }: WatchOptions, view: View): Promise<boolean> {
  const discussion = await client.discussion(id)
  if (discussion.status !== "waiting") return false
  view.note(waitingText(discussion).trimEnd())
  return true
}

/** How to answer for each seat that is waited for, one per line. */
export function waitingText({ id, waitingFor, seats, language }: PublicDiscussion): string {
  const { waitingUntil } = screenMessages(language)
  const names = seats.filter((one) => waitingFor.includes(one.id)).map(({ name }) => printableLine(name))
  return names.map((name) => `${waitingUntil(name, `conclave say ${id.slice(0, 8)} --seat "${name}" "…"`)}\n`).join("")
}
