import { applyPublic } from "../core/public/apply-public.ts"
import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
import { type DiscussionView, emptyView, isOver, type Retry } from "../core/public/view.ts"
import type { Client } from "./client.ts"
import { colours } from "./colours.ts"
import { DiscussionScreen } from "./discussion-screen.ts"
import { printableLine } from "./printable.ts"
import type { StatusLine } from "./status-line.ts"
import type { Terminal } from "./terminal.ts"

/** In which way a discussion is shown while it happens. */
export type OutputMode = "live" | "lines" | "progress" | "nothing"

interface WatchOptions {
  readonly client: Pick<Client, "follow" | "abort" | "discussion" | "say" | "interject" | "interrupt" | "pause">
  readonly terminal: Terminal
  readonly id: string
  readonly outputMode: OutputMode
  /** What happened before this time is known and not shown again. */
  readonly since?: number
  /** It is part of a conversation. */
  readonly talk?: true
  /** Whose words they are that are typed in the middle of it; nobody may say any where this is left out. */
  readonly author?: string
  /** Called where the person left in the middle of it, so that nothing else is asked of them. */
  readonly onExit?: () => void
  /** Ctrl-C only ends the watching. */
  readonly readOnly?: true
  readonly now: () => number
}

/** A discussion may still be about to begin when it is watched. */
type WatchRequest = Omit<WatchOptions, "id"> & { readonly id: string | Promise<string> }

/** Follows a discussion to its end, or to where it waits for somebody who is not here, and gives it as it stands then. */
export async function watchDiscussion({ id: starting, ...request }: WatchRequest): Promise<PublicDiscussion> {
  const { client, terminal } = request
  // Signals that come before there is anything to stop are followed as soon as there is.
  const early = { interrupted: false, terminated: false }
  const ignore = [
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
    // Typed lines need a person, and a line of the screen to type on.
    const { TypedInput } = terminal.interactive && view.room ? await import("./typed-input.ts") : {}
    return { options, view, TypedInput }
  }
  const { options, view, TypedInput } = await begin().finally(() => {
    for (const unsubscribe of ignore) unsubscribe()
  })
  const { id } = options
  const abortController = new AbortController()
  const stop = () => {
    if (options.readOnly) return abortController.abort()
    view.note("stopping; what was said is kept. Ctrl-C again leaves at once.")
    client.abort(id).catch(() => abortController.abort())
  }
  const unsubscribe = terminal.onInterrupt(stop)
  let isLeaving = false
  const leave = async () => {
    isLeaving = true
    // Paused, so that no server takes it up before somebody wants it to go on.
    await client.pause(id).then(
      () => view.note(pausedNote(id)),
      () => {},
    )
    abortController.abort()
    // Whoever was asked for a line is asked no more.
    if (terminal.interactive) terminal.lines().close()
  }
  const terminate = () => (options.readOnly ? abortController.abort() : void leave())
  const stay = terminal.onTerminate(terminate)
  if (early.terminated) terminate()
  else if (early.interrupted) stop()
  const typedInput = TypedInput && new TypedInput(options, view)
  const ticker = terminal.live && options.outputMode === "live" ? setInterval(() => view.tick(), 1_000) : undefined
  let known = emptyView
  try {
    for await (const event of client.follow(id, { signal: abortController.signal })) {
      view.event(event)
      if (options.readOnly) continue
      if (event.type !== "turn_chunk") known = applyPublic(known, [event])
      if (event.type === "awaiting_input") {
        const again = lastRetry(known, event.data.role)
        const work = () => resolveAwaitedInput(options, event, view, again)
        if (!(await (typedInput ? typedInput.suspendFor(work) : work())) && (await noteWaiting(options, view))) break
      }
      // Votes are asked for at once: who is waited for may be the last who is open only later.
      if (event.type !== "turn_chunk" && waitsForOthers(known) && (await noteWaiting(options, view))) break
      const isPaused = known.isPaused && !isAlreadyShown(event, options.since)
      // What is being said when it is paused may end.
      if (isPaused && !isLeaving && known.open.every(({ isAwaited }) => isAwaited)) {
        view.note(pausedNote(id))
        break
      }
    }
    await typedInput?.close()
    return await client.discussion(id)
  } finally {
    clearInterval(ticker)
    unsubscribe()
    stay()
    await typedInput?.close()
    view.hide()
  }
}

/** Why a seat is asked once more in the turn or ballot under way. */
function lastRetry({ items }: DiscussionView, seat: string): Retry["reason"] | undefined {
  const asked = items.findLast((item) => item.kind === "ballot" || (item.kind === "turn" && item.seat === seat))
  const retries = asked?.kind === "ballot" || asked?.kind === "turn" ? asked.retries : []
  return retries.findLast((retry) => retry.seat === seat)?.reason
}

function pausedNote(id: string): string {
  return `paused; continue with: conclave resume ${id.slice(0, 8)}`
}

interface View {
  event(event: PublicEvent): void
  note(text: string): void
  /** Takes the status line away until something happens. */
  hide(): void
  tick(): void
  /** Leaves a line of the screen to be typed on; undefined where there is none to leave. */
  readonly room?: Pick<StatusLine, "suspend" | "resume">
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
      return { ...nothing, event: (event) => isAlreadyShown(event, since) || noteProgress(event, note) }
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
  // What one event shows is written at once, so that the line below is drawn once.
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

/** An event as a line of JSON, the same whether it comes from here or from a server. */
export function eventLine(discussionId: string, { seq, type, at, data }: PublicEvent): string {
  return `${JSON.stringify({ discussionId, seq, type, at, data })}\n`
}

function noteProgress({ type, data }: PublicEvent, note: (text: string) => void): void {
  if (type === "round_completed") note(`round ${data.round.number}: ${data.round.contributions} contributions`)
  else if (type === "closing_started") note("synthesis")
}

/** Whether the words that are waited for were given, or will be by others. */
async function resolveAwaitedInput(
  options: WatchOptions,
  event: PublicEvent & { type: "awaiting_input" },
  view: View,
  again: Retry["reason"] | undefined,
): Promise<boolean> {
  const { client, terminal, id } = options
  const { role } = event.data
  const now = await client.discussion(id)
  if (!now.waitingFor.includes(role)) return true // said meanwhile, by whatever client
  const seat = now.seats.find((one) => one.id === role)
  if (!terminal.interactive || options.outputMode !== "live" || seat?.kind !== "human") return true
  view.hide()
  const { onExit } = options
  const { askPerson } = await import("./ask-person.ts")
  return askPerson({ client, terminal, id, language: now.language, again, note: view.note, onExit }, event.data)
}

/** Everything that could happen next needs somebody who is not here. */
function waitsForOthers({ open, isPaused, status }: DiscussionView): boolean {
  return !isPaused && !isOver(status) && open.length > 0 && open.every(({ isAwaited }) => isAwaited)
}

async function noteWaiting({ client, id }: WatchOptions, view: View): Promise<boolean> {
  const { status, waitingFor, seats } = await client.discussion(id)
  if (status !== "waiting") return false
  for (const seat of seats.filter((one) => waitingFor.includes(one.id))) {
    const name = printableLine(seat.name)
    view.note(`waiting for ${name}; answer with: conclave say ${id.slice(0, 8)} --seat "${name}" "…"`)
  }
  return true
}
