import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
import type { Client } from "./client.ts"
import { colours } from "./colours.ts"
import { DiscussionScreen } from "./discussion-screen.ts"
import { progressLine } from "./progress.ts"
import { StatusLine } from "./status-line.ts"
import type { Terminal } from "./terminal.ts"
import { handleTypedLine, isLineCommand, TypedInput } from "./typed-input.ts"

/** In which way a discussion is shown while it happens. */
export type OutputMode = "live" | "lines" | "progress" | "nothing"

export interface WatchOptions {
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
  /** Ctrl-C only ends the watching. */
  readonly readOnly?: true
  readonly now: () => number
}

/** Follows a discussion to its end, or to where it waits for somebody who is not here, and gives it as it stands then. */
export async function watchDiscussion(options: WatchOptions): Promise<PublicDiscussion> {
  const { client, terminal, id } = options
  const view = createView(options)
  const abortController = new AbortController()
  const unsubscribe = terminal.onInterrupt(() => {
    if (options.readOnly) return abortController.abort()
    view.note("stopping; what was said is kept. Ctrl-C again leaves at once.")
    client.abort(id).catch(() => abortController.abort())
  })
  const typedInput = new TypedInput(options, view)
  const ticker = terminal.live && options.outputMode === "live" ? setInterval(() => view.tick(), 1_000) : undefined
  try {
    for await (const event of client.follow(id, abortController.signal)) {
      view.event(event)
      if (options.readOnly) continue
      if (
        event.type === "awaiting_input" &&
        !(await typedInput.suspendFor(() => resolveAwaitedInput(options, event, view)))
      )
        break
      if (event.type === "discussion_paused" && !isAlreadyShown(event, options.since)) {
        view.note(`it is paused; go on with: conclave resume ${id}`)
        break
      }
    }
    await typedInput.close()
    return await client.discussion(id)
  } finally {
    clearInterval(ticker)
    unsubscribe()
    await typedInput.close()
    view.hide()
  }
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

function createView(options: WatchOptions): View {
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

function liveView({ terminal, since, talk, now }: Pick<WatchOptions, "terminal" | "since" | "talk" | "now">): View {
  const { colour, plain, live, width } = terminal
  const drawn = live && !plain
  const status = drawn ? new StatusLine({ write: terminal.write, width, paint: colours(colour).dim }) : undefined
  const show = (text: string) => (status ? status.write(text) : terminal.write(text))
  // What one event shows is written at once, so that the line below is drawn once.
  let shown = ""
  const write = (text: string) => {
    shown += text
  }
  const screen = new DiscussionScreen({ write, width, colour, plain, ...(talk && { talk }) })
  let isHidden = false
  const tick = () => status?.set(isHidden ? "" : progressLine(screen.view, now()))
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
): Promise<boolean> {
  const { client, terminal, id } = options
  const { name, role } = event.data
  const now = await client.discussion(id)
  if (!now.waitingFor.includes(role)) return true // said meanwhile, by whatever client
  const seat = now.seats.find((one) => one.id === role)
  const canBeAsked = terminal.interactive && options.outputMode === "live" && seat?.kind === "human"
  if (canBeAsked) {
    view.hide()
    const words = await promptForTurn(options, name, view)
    if (words !== undefined) {
      if (!isLineCommand(words)) await client.say(id, words, role)
      return true
    }
  } else if (now.status !== "waiting") return true
  view.note(`it waits for ${name}; go on with: conclave say ${id} --seat "${name}" "…"`)
  return false
}

/** Their words, or the order that they gave in place of these and that is carried out. */
async function promptForTurn(
  { terminal, client, id }: WatchOptions,
  name: string,
  view: View,
): Promise<string | undefined> {
  const lines = terminal.lines()
  try {
    for (;;) {
      const words = await lines.ask(`${name}: `)
      if (typeof words !== "string") return undefined
      if (words.trim() === "") continue
      if (!isLineCommand(words)) return words
      const told = await handleTypedLine({ client, id, author: name }, words)
      if (told === undefined) return words
      view.note(told)
    }
  } finally {
    lines.close()
  }
}
