import { colours } from "./colours.ts"
import type { Doors, SeenEvent, ShownDiscussion } from "./doors.ts"
import { Mouth } from "./mouth.ts"
import { Progress } from "./progress.ts"
import { DiscussionScreen } from "./show-discussion.ts"
import { isOrder, speakUp } from "./speak-up.ts"
import { StatusLine } from "./status-line.ts"
import type { Terminal } from "./terminal.ts"

/** In which way a discussion is shown while it happens. */
export type Showing = "live" | "lines" | "progress" | "nothing"

export interface Watching {
  readonly doors: Pick<Doors, "follow" | "abort" | "discussion" | "say" | "interject" | "interrupt" | "pause">
  readonly terminal: Terminal
  readonly id: string
  readonly showing: Showing
  /** What happened before this time is known and not shown again. */
  readonly since?: number
  /** It is part of a conversation. */
  readonly talk?: true
  /** Whose words they are that are typed in the middle of it; nobody may say any where this is left out. */
  readonly author?: string
  /** Ctrl-C only ends the watching. */
  readonly onlyLooks?: true
  readonly now: () => number
}

/** Follows a discussion to its end, or to where it waits for somebody who is not here, and gives it as it stands then. */
export async function watchDiscussion(watching: Watching): Promise<ShownDiscussion> {
  const { doors, terminal, id } = watching
  const view = viewOf(watching)
  const leave = new AbortController()
  const unheard = terminal.onInterrupt(() => {
    if (watching.onlyLooks) return leave.abort()
    view.note("stopping; what was said is kept. Ctrl-C again leaves at once.")
    doors.abort(id).catch(() => leave.abort())
  })
  const mouth = new Mouth(watching, view)
  const clock = terminal.live && watching.showing === "live" ? setInterval(() => view.tick(), 1_000) : undefined
  try {
    for await (const event of doors.follow(id, { signal: leave.signal })) {
      view.event(event)
      if (watching.onlyLooks) continue
      if (event.type === "awaiting_input" && !(await mouth.shutFor(() => heard(watching, event, view)))) break
      if (event.type === "discussion_paused" && !isKnown(event, watching.since)) {
        view.note(`it is paused; go on with: conclave resume ${id}`)
        break
      }
    }
    await mouth.close()
    return await doors.discussion(id)
  } finally {
    clearInterval(clock)
    unheard()
    await mouth.close()
    view.hide()
  }
}

interface View {
  event(event: SeenEvent): void
  note(text: string): void
  /** Takes the status line away until something happens. */
  hide(): void
  tick(): void
  /** Leaves a line of the screen to be typed on; undefined where there is none to leave. */
  readonly room?: Pick<StatusLine, "makeRoom" | "goOn">
}

function viewOf(watching: Watching): View {
  const { terminal, id, showing, since } = watching
  const note = (text: string) => terminal.note(`${text}\n`)
  const nothing = { event: () => {}, note, hide: () => {}, tick: () => {} }
  switch (showing) {
    case "nothing":
      return nothing
    case "lines":
      return { ...nothing, event: (event) => isKnown(event, since) || terminal.write(eventLine(id, event)) }
    case "progress":
      return { ...nothing, event: (event) => isKnown(event, since) || tell(event, note) }
    case "live":
      return liveView(watching)
  }
}

function liveView({ terminal, since, talk, now }: Pick<Watching, "terminal" | "since" | "talk" | "now">): View {
  const { colour, plain, live, width } = terminal
  const drawn = live && !plain
  const status = drawn ? new StatusLine({ write: terminal.write, width, paint: colours(colour).dim }) : undefined
  const progress = new Progress(now)
  const show = (text: string) => (status ? status.write(text) : terminal.write(text))
  // What one event shows is written at once, so that the line below is drawn once.
  let shown = ""
  const write = (text: string) => {
    shown += text
  }
  const screen = new DiscussionScreen({ write, width: width(), colour, plain, ...(talk && { talk }) })
  let isHidden = false
  const tick = () => status?.set(isHidden ? "" : progress.line())
  return {
    event(event) {
      isHidden = false
      screen.event(event)
      progress.event(event)
      if (shown !== "" && !isKnown(event, since)) show(shown)
      shown = ""
      tick()
    },
    note(text) {
      status?.makeRoom()
      terminal.note(`${text}\n`)
      status?.goOn(0)
    },
    hide() {
      isHidden = true
      tick()
    },
    tick,
    ...(status && { room: status }),
  }
}

function isKnown(event: SeenEvent, since = 0): boolean {
  return event.type !== "turn_chunk" && event.at < since
}

/** An event as a line of JSON, the same whether it comes from here or from a server. */
export function eventLine(discussionId: string, { seq, type, at, data }: SeenEvent): string {
  return `${JSON.stringify({ discussionId, seq, type, at: new Date(at).toISOString(), data })}\n`
}

function tell({ type, data }: SeenEvent, note: (text: string) => void): void {
  if (type === "round_completed") note(`round ${data.round.number}: ${data.round.contributions} contributions`)
  else if (type === "closing_started") note("synthesis")
}

/** Whether the words that are waited for were given, or will be by others. */
async function heard(watching: Watching, event: SeenEvent & { type: "awaiting_input" }, view: View): Promise<boolean> {
  const { doors, terminal, id } = watching
  const { name, role } = event.data
  const now = await doors.discussion(id)
  if (!now.waitingFor.includes(role)) return true // said meanwhile, by whatever door
  const seat = now.seats.find((one) => one.id === role)
  const canBeAsked = terminal.interactive && watching.showing === "live" && seat?.kind === "human"
  if (canBeAsked) {
    view.hide()
    const words = await askFor(watching, name, view)
    if (words !== undefined) {
      if (!isOrder(words)) await doors.say(id, words, role)
      return true
    }
  } else if (now.status !== "waiting") return true
  view.note(`it waits for ${name}; go on with: conclave say ${id} --seat "${name}" "…"`)
  return false
}

/** Their words, or the order that they gave in place of these and that is carried out. */
async function askFor({ terminal, doors, id }: Watching, name: string, view: View): Promise<string | undefined> {
  const lines = terminal.lines()
  try {
    for (;;) {
      const words = await lines.ask(`${name}: `)
      if (typeof words !== "string") return undefined
      if (words.trim() === "") continue
      if (!isOrder(words)) return words
      const told = await speakUp({ doors, id, author: name }, words)
      if (told === undefined) return words
      view.note(told)
    }
  } finally {
    lines.close()
  }
}
