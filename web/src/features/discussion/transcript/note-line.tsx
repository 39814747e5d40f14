import { Link } from "@tanstack/react-router"
import type { Note } from "../../../../../src/core/public/view.ts"
import { Icon, type IconName } from "../../../components/icon.tsx"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useTimeFormatter } from "../use-time-formatter.ts"
import { useSeats } from "../view/view-store.ts"

const icons: Readonly<Record<Note["is"], IconName>> = {
  joined: "add",
  left: "arrow",
  chosen: "hand",
  paused: "pause",
  resumed: "play",
  forked: "branch",
  closing: "check",
  unmeasured: "alert",
  memory: "clock",
  history: "clock",
  budget: "alert",
}

/** One quiet line between the turns. */
export function NoteLine({ note, at }: { readonly note: Note; readonly at: string }) {
  const words = useNoteText()
  const time = useTimeFormatter()
  const { notes } = useTexts(discussionTexts)
  return (
    <p
      className={`flex items-center gap-2 py-2 text-sm ${note.is === "budget" ? "text-warn" : "text-quiet"}`}
      title={time(at)}
    >
      <Icon name={icons[note.is]} className="size-4" />
      <span>
        {words(note)}
        {note.is === "forked" && (
          <>
            {" · "}
            <Link
              to="/discussions/$id"
              params={{ id: note.discussionId }}
              {...(note.atTurn !== null && { hash: note.atTurn })}
              className="text-accent underline underline-offset-4"
            >
              {notes.forkedParent}
            </Link>
          </>
        )}
      </span>
    </p>
  )
}

function useNoteText(): (note: Note) => string {
  const { notes } = useTexts(discussionTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  const name = (id: string) => seatOf(id).name
  return (note) => {
    switch (note.is) {
      case "joined":
        return notes.joined(name(note.seat), note.fromRound)
      case "left":
        return notes.left(name(note.seat))
      case "chosen":
        return notes.chosen(name(note.by), name(note.seat))
      case "paused":
        return notes.paused[note.reason]
      case "unmeasured":
        return notes.unmeasured(note.modelId)
      case "memory":
        return notes.memory(name(note.seat), note.dropped)
      case "history":
        return notes.history(note.dropped)
      case "budget": {
        const written = { tokens: format.number, milliseconds: format.duration, dollars: format.dollars }[note.of]
        return notes.budget[note.of](written(note.used), written(note.limit))
      }
      case "resumed":
      case "forked":
      case "closing":
        return notes[note.is]
    }
  }
}
