import { useSortable } from "@dnd-kit/sortable"
import type { Agent } from "../../api/agents.ts"
import { isRehearsalModel } from "../../api/models.ts"
import { IconButton } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Select } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { shellTexts } from "../../shell/texts.ts"
import { useTexts } from "../../texts/use-language.ts"
import { type ParticipantDraft, type Role, roles } from "./project-draft.ts"
import { projectsTexts } from "./texts.ts"

interface ParticipantRowProps {
  readonly seated: ParticipantDraft
  /** Name for labels and announcements. */
  readonly label: string
  readonly index: number
  readonly count: number
  readonly agents: readonly Agent[]
  readonly problem: (field: string) => string | undefined
  /** Just added: takes the focus. */
  readonly isNew: boolean
  readonly onChange: (changes: Partial<ParticipantDraft>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

export function ParticipantRow(props: ParticipantRowProps) {
  const { seated, label, index, problem, isNew, onChange } = props
  const { form, roles: roleNames, dragging } = useTexts(projectsTexts)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: seated.key,
    attributes: { roleDescription: dragging.sortable },
  })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(
        "relative flex flex-wrap items-start gap-x-2 gap-y-3 rounded-xl border bg-surface p-2.5",
        isDragging ? "z-10 border-accent shadow-card" : "border-line",
      )}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        label={form.drag(label)}
        className="h-10 w-7 cursor-grab touch-none active:cursor-grabbing"
      >
        <Icon name="grip" />
      </IconButton>
      <span className="flex h-10 items-center">
        <SeatAvatar name={label} place={index} />
      </span>
      <div className="order-last grid w-full min-w-0 grid-cols-2 gap-2 sm:order-none sm:w-auto sm:grow">
        <Select
          label={form.role(label)}
          isLabelHidden
          autoFocus={isNew}
          problem={problem("role")}
          value={seated.role}
          onChange={({ target }) => onChange({ role: target.value as Role })}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </Select>
        {seated.role === "user" ? (
          <p className="flex min-h-10 items-center gap-2 px-1 text-sm text-quiet">
            <Icon name="person" className="size-4" />
            {form.person}
          </p>
        ) : (
          <AgentSelect {...props} />
        )}
      </div>
      <RowButtons {...props} />
    </li>
  )
}

/** The model is shown below, so that a rehearsal is not taken for a real model. */
function AgentSelect({ seated, label, agents, problem, onChange }: ParticipantRowProps) {
  const { form } = useTexts(projectsTexts)
  const { rehearsal } = useTexts(shellTexts)
  const model = agents.find(({ id }) => id === seated.agentId)?.modelConfig.model
  return (
    <Select
      label={form.agent(label)}
      isLabelHidden
      {...(model !== undefined && { hint: isRehearsalModel(model) ? rehearsal : model })}
      problem={problem("agentId")}
      value={seated.agentId}
      onChange={({ target }) => onChange({ agentId: target.value })}
    >
      {seated.agentId === "" && <option value="">{form.pick}</option>}
      {agents.map(({ id, name }) => (
        <option key={id} value={id}>
          {stripUnsafeCharacters(name)}
        </option>
      ))}
    </Select>
  )
}

function RowButtons({ seated, label, index, count, onMove, onRemove }: ParticipantRowProps) {
  const { form } = useTexts(projectsTexts)
  return (
    <div className="ms-auto flex h-10 items-center">
      {([-1, 1] as const).map((by) => (
        <IconButton
          key={by}
          data-move={`${seated.key}:${by}`}
          label={by < 0 ? form.up(label) : form.down(label)}
          aria-disabled={(by < 0 ? index === 0 : index === count - 1) || undefined}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(by)}
        >
          <Icon name={by < 0 ? "up" : "down"} className="size-4" />
        </IconButton>
      ))}
      <IconButton label={form.remove(label)} onClick={onRemove}>
        <Icon name="close" className="size-4" />
      </IconButton>
    </div>
  )
}
