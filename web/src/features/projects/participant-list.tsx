import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core"
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable"
import { useRef, useState } from "react"
import type { Agent } from "../../api/agents.ts"
import { fieldProblem } from "../../api/api-error.ts"
import { randomId } from "../../api/use-idempotency-key.ts"
import { Button } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { ParticipantRow } from "./participant-row.tsx"
import { nextParticipant, type ParticipantDraft } from "./project-draft.ts"
import { projectsTexts } from "./texts.ts"

interface ParticipantListProps {
  readonly participants: readonly ParticipantDraft[]
  readonly agents: readonly Agent[]
  readonly error: unknown
  readonly onChange: (participants: readonly ParticipantDraft[]) => void
}

/** Participants in speaking order; reordered by dragging, arrow keys or buttons. */
export function ParticipantList({ participants, agents, error, onChange }: ParticipantListProps) {
  const { form, roles, dragging } = useTexts(projectsTexts)
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState("")
  const [newest, setNewest] = useState<string>()
  const isMoved = useRef(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  const placeOf = (key: UniqueIdentifier) => participants.findIndex((other) => other.key === key)
  const labelOf = (key: UniqueIdentifier) => {
    const seated = participants[placeOf(key)]
    const agent = agents.find(({ id }) => id === seated?.agentId)
    if (seated?.role !== "user" && agent) return stripUnsafeCharacters(agent.name)
    return seated?.role === "user" ? roles.user : form.seat(placeOf(key) + 1)
  }
  const tell = (how: "over" | "dropped", key: UniqueIdentifier, place: number) =>
    dragging[how](labelOf(key), place + 1, participants.length)

  const move = (key: UniqueIdentifier, to: number) => {
    if (to < 0 || to >= participants.length || to === placeOf(key)) return false
    onChange(arrayMove([...participants], placeOf(key), to))
    return true
  }
  const moveBy = (key: string, by: -1 | 1) => {
    const place = placeOf(key) + by
    if (!move(key, place)) return
    setSaid(tell("dropped", key, place))
    focusSoon(`[data-move="${key}:${by}"]`)
  }
  /** Moving or removing a row loses the focus; it is restored after the next render. */
  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const add = (seated: ParticipantDraft) => {
    setNewest(seated.key)
    onChange([...participants, seated])
  }

  return (
    <div ref={list} className="flex flex-col gap-3">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
        onDragEnd={({ active, over }) => over && move(active.id, placeOf(over.id))}
        accessibility={{
          screenReaderInstructions: { draggable: dragging.instructions },
          announcements: {
            onDragStart({ active }) {
              isMoved.current = false
              return dragging.lifted(labelOf(active.id), placeOf(active.id) + 1, participants.length)
            },
            onDragOver({ active, over }) {
              // The first drag-over is over the item itself and would replace the "lifted" announcement.
              if (!isMoved.current && over?.id === active.id) return undefined
              isMoved.current = true
              return tell("over", active.id, placeOf(over?.id ?? active.id))
            },
            onDragEnd: ({ active, over }) => tell("dropped", active.id, placeOf(over?.id ?? active.id)),
            onDragCancel: ({ active }) => dragging.cancelled(labelOf(active.id)),
          },
        }}
      >
        <SortableContext items={participants.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          {participants.length === 0 ? (
            <p className="rounded-xl border border-dashed border-line-strong px-4 py-6 text-center text-sm text-quiet">
              {form.nobody}
            </p>
          ) : (
            <ol className="flex flex-col gap-2">
              {participants.map((seated, index) => (
                <ParticipantRow
                  key={seated.key}
                  seated={seated}
                  label={labelOf(seated.key)}
                  index={index}
                  count={participants.length}
                  agents={agents}
                  problem={(field) => fieldProblem(error, `participants[${index}].${field}`)}
                  isNew={seated.key === newest}
                  onChange={(changes) =>
                    onChange(participants.map((other) => (other === seated ? { ...other, ...changes } : other)))
                  }
                  onMove={(by) => moveBy(seated.key, by)}
                  onRemove={() => {
                    onChange(participants.filter((other) => other !== seated))
                    focusSoon("[data-add]")
                  }}
                />
              ))}
            </ol>
          )}
        </SortableContext>
      </DndContext>
      <div className="flex flex-wrap gap-2">
        <Button
          data-add
          size="small"
          onClick={() =>
            add(
              nextParticipant(
                participants,
                agents.map(({ id }) => id),
              ),
            )
          }
        >
          <Icon name="add" className="size-4" />
          {form.addAgent}
        </Button>
        <Button size="small" onClick={() => add({ key: randomId(), role: "user", agentId: "" })}>
          <Icon name="person" className="size-4" />
          {form.addUser}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
